/** Limits shared by pages and server. */
export const LIMITS = {
  bodyBytes: 1024 * 1024,
  uploadBytes: 256 * 1024 * 1024,
  resumableBytes: 500 * 1024 * 1024,
  /** Size of a user's picture, and pictures per user. */
  avatarBytes: 5 * 1024 * 1024,
  avatarsPerUser: 20,
  emailLength: 255,
  /** Rows of a page and of an embedded list. */
  pageRows: 1000,
  /** Maximum product of nested list limits. */
  nestedRows: 100_000,
  /** Size of a response body. */
  answerBytes: 16 * 1024 * 1024,
  /** Size of a response body that the server rewrites, as CSV or without nulls. */
  rewrittenBytes: 2 * 1024 * 1024,
  readMs: 2000,
  writtenRows: 1000,
  tablesPerStream: 16,
  /** Event streams per user on all devices; a page has one. */
  streamsPerPerson: 32,
  /** Per WebSocket of the official client: bytes per message, messages in ten seconds, channels. */
  socketMessageBytes: 64 * 1024,
  messagesPer10s: 300,
  channelsPerSocket: 50,
  /** Idle time of a WebSocket without channels; the client reconnects when it joins one. */
  socketIdleMs: 60_000,
  /** Total characters of all filters of a WebSocket, which stay in memory. */
  socketFilters: 64 * 1024,
  /** Per channel: subscriptions, conditions of a filter, and values of a list. */
  bindingsPerChannel: 50,
  conditionsPerFilter: 10,
  valuesPerFilter: 100,
} as const;

/** Heartbeat interval of an event stream; a client reconnects after twice as long. */
export const HEARTBEAT_MS = 20_000;

/** Rows per user; other tables are limited by a key. */
export const ROWS_PER_PERSON = {
  consents: 1_000,
  deletion_requests: 20,
  support_tickets: 500,
  user_activity: 100_000,
} as const;

/** Replies per user in all tickets. */
export const REPLIES_PER_PERSON = 1_000;

/** Counts code points, as both databases do: an emoji is one, though two UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Truncates text built from user input to the column's length. */
export function cutTo(length: number, text: string): string {
  // Fast path: a text never has more characters than UTF-16 units.
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
