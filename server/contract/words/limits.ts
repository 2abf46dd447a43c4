/** Limits both sides know, so that a page can say them before the server has to. */
export const LIMITS = {
  /** A JSON or form body. */
  bodyBytes: 1024 * 1024,
  /** One recording or picture in a single request. */
  uploadBytes: 256 * 1024 * 1024,
  /** One recording or picture in parts, see `resumable-upload.ts`. */
  resumableBytes: 500 * 1024 * 1024,
  emailLength: 255,
  /** Rows of one page, and of one embedded list. */
  pageRows: 1000,
  /** What the row limits of lists may come to, multiplied, where rows they hang on may come twice. */
  nestedRows: 100_000,
  /** The body of one answer. */
  answerBytes: 16 * 1024 * 1024,
  /** The same where the server itself has to rewrite it: CSV, or members that are null left out. */
  rewrittenBytes: 2 * 1024 * 1024,
  /** How long one read may take. */
  readMs: 2000,
  /** Rows that one request may insert, change or delete. */
  writtenRows: 1000,
  /** Tables one event stream may follow. */
  tablesPerStream: 8,
  /** Event streams of one person, from wherever she opens them; a page has one. */
  streamsPerPerson: 32,
} as const;

/** Silence on an event stream never lasts longer than this; a client that hears nothing for twice as long reconnects. */
export const HEARTBEAT_MS = 20_000;

/**
 * The longest text of each column, in characters; of a JSON column, those of its text. Far beyond what
 * anybody writes by hand: they keep one account from filling the disk (docs/decisions/0137). The database
 * refuses the same.
 */
export const COLUMN_LIMITS = {
  audio_content: {
    title: 500,
    description: 20_000,
    audio_url: 2_000,
    image_url: 2_000,
    transcript: 200_000,
    transcript_timings: 400_000,
    chapters: 20_000,
    ground: 200,
    focus: 9,
    credits: 20_000,
  },
  audit_log: { actor: 200, action: 100, table_name: 100, row_id: 1_000 },
  centre_codes: { centre_name: 200, code: 40, plan_type: 100 },
  consents: { kind: 100, text_version: 100 },
  deletion_requests: { email: LIMITS.emailLength, feedback: 5_000, refusal: 5_000 },
  kiosks: { version: 100, troubles: 20_000, settings: 20_000 },
  newsletter_subscribers: { email: LIMITS.emailLength, source: 100, text_version: 100 },
  notifications: { title: 500, body: 20_000 },
  profiles: { username: 200, avatar_url: 2_000, preferences: 20_000 },
  recordings: { path: 500, codec: 100, levelled_path: 500, failure: 5_000, peaks: 2_000 },
  settings: { key: 100, value: 100_000 },
  subscriptions: { plan_type: 100, status: 100 },
  support_tickets: { subject: 500, message: 20_000, status: 100, answer: 20_000 },
  user_activity: { action_type: 100 },
} as const;

/** Rows one person may have in a table that she adds to; in the others a key says it. */
export const ROWS_PER_PERSON = {
  consents: 1_000,
  deletion_requests: 20,
  support_tickets: 500,
  user_activity: 100_000,
} as const;

/** What one person may have written in the threads of all her tickets. */
export const REPLIES_PER_PERSON = 1_000;

/** Characters as both databases count them: an emoji is one, though JavaScript takes it for two. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
