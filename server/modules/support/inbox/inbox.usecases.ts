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
import { findInboxState, saveInboxState } from './inbox-state.repository.ts';
import type { MailWork } from './mail-worker.ts';
import type { ListedMail, Mailbox } from './mailbox.ts';
import type { Reply } from './read-mail.ts';

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
  const { logger, mailbox, reader } = scan;
  const skip = () => logger.warn('inbox: a mail could not be read and is left in the mailbox');
  const head = await reader.run('readHead', mail.head).catch(skip);
  if (!head) return 'left';
  if (head.isAutomatic) return 'automatic';
  const ticketId = await findAnsweredTicket(scan, head);
  if (ticketId === undefined) return 'left';
  if (await isReplyStored(scan, head.key)) return markTaken(mailbox, mail, 'known');
  const source = await mailbox.fetchSource(mail.uid);
  const reply = source && (await reader.run('readReply', source.content).catch(skip));
  const text = reply && messageOf(reply, source.isCut);
  if (!text) return 'left';
  const outcome = await storeMailedReply(scan, { ticketId, mailKey: head.key, text });
  // If the process dies here, the next run finds the reply stored and marks the mail as seen.
  return outcome === 'taken' || outcome === 'known' ? markTaken(mailbox, mail, outcome) : 'left';
}

async function markTaken<T extends Outcome>(
  mailbox: Mailbox,
  { uid, isSeen }: ListedMail,
  outcome: T,
): Promise<T> {
  if (!isSeen) await mailbox.markSeen(uid);
  return outcome;
}

const LISTED_FILES = 10;
const REST = '(This mail is longer. The rest of it is in our mailbox.)';

/** Text of the ticket message; undefined if empty. */
function messageOf({ text, attachments }: Reply, isCut: boolean): string | undefined {
  const names = attachments.slice(0, LISTED_FILES).join(', ');
  const more = attachments.length > LISTED_FILES ? ' and more' : '';
  const files = names && `(Attached to this mail, in our mailbox: ${names}${more})`;
  const message = [text, isCut && REST, files].filter(Boolean).join('\n\n');
  if (message.length <= TICKET_REPLY_LENGTH) return message || undefined;
  const notes = ['', REST, files].filter((it, at) => at === 0 || it).join('\n\n');
  return text.slice(0, TICKET_REPLY_LENGTH - notes.length).trimEnd() + notes;
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
