import { createHash } from 'node:crypto';
import type { InboxState } from '#contract/calls/inbox.ts';
import { TICKET_REPLY_LENGTH } from '#contract/calls/ticket-thread.ts';
import { DAY_MS, isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { WorkerThread } from '#server/core/worker-thread.ts';
import {
  findAnsweredTicket,
  isReplyStored,
  storeMailedReply,
} from '#server/modules/support/mailed-replies.usecases.ts';
import { MailboxError } from './inbox-failure.ts';
import {
  findFailedMails,
  findInboxState,
  saveFailedMail,
  saveInboxState,
} from './inbox-state.repository.ts';
import type { MailWork } from './mail-worker.ts';
import type { ListedMail, Mailbox } from './mailbox.ts';

/**
 * How far the first run looks back: covers mails received while no server ran, and those missing from a restored
 * backup.
 */
const LOOKBACK_MS = 14 * DAY_MS;

/** Position in the mailbox. Kept in memory, because losing it costs no more than reading mails again. */
export interface Bookmark {
  readonly validity: string;
  readonly uid: number;
}

/** Counts only, so that logs contain no personal data. */
export interface ScanCounts {
  taken: number;
  /** Mails that answer no ticket, left untouched. */
  left: number;
  /** Automatic mails, left untouched. */
  automatic: number;
}

type MailReader = WorkerThread<MailWork>;

/** Parses mails in a thread. A mail of 200 KB takes about 100 ms. */
export const openMailReader = (limitMs = 10_000): MailReader =>
  new WorkerThread({ caller: import.meta.url, file: 'mail-worker', limitMs, heapMb: 64 });

type InboxDeps = Pick<ServerDeps, 'clock' | 'config' | 'db' | 'logger' | 'settings'>;

/**
 * Reads each mail since the bookmark: a reply to a ticket becomes a message and is marked as seen, others are
 * left alone. Never sends a mail in response, so that no mail loop can arise.
 */
export async function scanMailbox(
  deps: InboxDeps,
  mailbox: Mailbox,
  bookmark: Bookmark | undefined,
  signal?: AbortSignal,
  reader = openMailReader(),
): Promise<{ counts: ScanCounts; bookmark: Bookmark }> {
  const { validity } = mailbox;
  const isKnown = bookmark?.validity === validity;
  let uid = isKnown ? bookmark.uid : mailbox.lastUid;
  const since = new Date(deps.clock.now() - LOOKBACK_MS);
  const counts: ScanCounts = { taken: 0, left: 0, automatic: 0 };
  const scan = { ...deps, mailbox, reader };
  try {
    for (const mail of await mailbox.list(isKnown ? { uid } : { since })) {
      // The next run reads the rest.
      if (signal?.aborted) break;
      const outcome = await processMail(scan, mail);
      if (outcome !== 'known') counts[outcome] += 1;
      uid = Math.max(uid, mail.uid);
    }
  } finally {
    await scan.reader.close();
  }
  return { counts, bookmark: { validity, uid } };
}

type Outcome = keyof ScanCounts | 'known';
type Scan = InboxDeps & { readonly mailbox: Mailbox; readonly reader: MailReader };

async function processMail(scan: Scan, mail: ListedMail): Promise<Outcome> {
  const { mailbox, reader } = scan;
  const headKey = createHash('sha256').update(mail.head).digest('hex');
  const head = await readWithRetryLimit(scan, headKey, () => reader.run('readHead', mail.head));
  if (!head) return 'left';
  if (head.isAutomatic) return 'automatic';
  const ticketId = await findAnsweredTicket(scan, head);
  if (ticketId === undefined) return 'left';
  if (await isReplyStored(scan, head.key)) return markTaken(mailbox, mail, 'known');
  const text = await readWithRetryLimit(scan, head.key, () => readMessage(scan, mail.uid), {
    isRisky: true,
  });
  if (!text) return 'left';
  const outcome = await storeMailedReply(scan, { ticketId, mailKey: head.key, text });
  // If the process dies here, the next run finds the reply stored and marks the mail as seen.
  return outcome === 'taken' || outcome === 'known' ? markTaken(mailbox, mail, outcome) : 'left';
}

/** Prefers plain text to HTML. */
async function readMessage({ mailbox, reader }: Scan, uid: number): Promise<string | undefined> {
  const parts = await mailbox.findParts(uid);
  for (const part of parts?.texts ?? []) {
    const content = await mailbox.fetchText(uid, part);
    const words = content && (await reader.run('readReply', content));
    if (words) return messageOf(words, parts?.attachments ?? []);
  }
  return messageOf('', parts?.attachments ?? []);
}

async function markTaken<T extends Outcome>(
  mailbox: Mailbox,
  { uid, isSeen }: ListedMail,
  outcome: T,
): Promise<T> {
  if (!isSeen) await mailbox.markSeen(uid);
  return outcome;
}

/** Attempts at a mail that crashes the process or the connection. */
const MAX_TRIES = 3;

/**
 * Reads a mail unless it failed too often. A risky attempt is counted before it starts, so that a mail that crashes
 * the process is skipped in the end.
 */
async function readWithRetryLimit<T>(
  { clock, db, logger }: InboxDeps,
  key: string,
  read: () => Promise<T>,
  { isRisky = false } = {},
): Promise<T | undefined> {
  const { [key]: tries = 0 } = await findFailedMails(db);
  if (tries >= MAX_TRIES) return undefined;
  const save = (count: number) => saveFailedMail(db, { key, tries: count }, isoNow(clock));
  if (isRisky) await save(tries + 1);
  try {
    const answer = await read();
    if (isRisky) await save(0);
    return answer;
  } catch (error) {
    if (error instanceof MailboxError) throw error;
    await save(MAX_TRIES);
    logger.warn('inbox: a mail could not be read and is left in the mailbox');
    return undefined;
  }
}

const LISTED_FILES = 10;
const REST = '(This mail is longer. The rest of it is in our mailbox.)';

/** Text of the ticket message; undefined if empty. */
function messageOf(words: string, attachments: readonly string[]): string | undefined {
  const names = attachments.slice(0, LISTED_FILES).join(', ');
  const more = attachments.length > LISTED_FILES ? ' and more' : '';
  const files = names && `(Attached to this mail, in our mailbox: ${names}${more})`;
  const message = [words, files].filter(Boolean).join('\n\n');
  if (message.length <= TICKET_REPLY_LENGTH) return message || undefined;
  const notes = ['', REST, files].filter((it, at) => at === 0 || it).join('\n\n');
  return words.slice(0, TICKET_REPLY_LENGTH - notes.length).trimEnd() + notes;
}

/** Writes only changes, because each write is sent to open pages. */
export async function recordState(
  { clock, db }: Pick<ServerDeps, 'clock' | 'db'>,
  change: Pick<InboxState, 'failure' | 'said'> & Partial<Pick<InboxState, 'unread'>>,
): Promise<void> {
  const now = isoNow(clock);
  const before = await findInboxState(db);
  const { failure, unread = before?.unread ?? 0, ...said } = change;
  const isSameFailure = before?.failure === failure;
  if (isSameFailure && before.unread === unread) return;
  const since = isSameFailure ? before.since : now;
  await saveInboxState(db, { failure, unread, since, ...said }, now);
}

export async function readInbox({ config, db }: Pick<ServerDeps, 'config' | 'db'>) {
  const isRead = config.INBOX_URL !== undefined;
  return { isRead, state: isRead ? await findInboxState(db) : null };
}
