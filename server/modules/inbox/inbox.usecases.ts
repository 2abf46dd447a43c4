import type { InboxState } from '#contract/calls/inbox.ts';
import { TICKET_REPLY_LENGTH } from '#contract/calls/ticket-thread.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import {
  findAnsweredTicket,
  findOwnAddresses,
  takeMailedReply,
  wasMailTaken,
} from '#server/modules/support/mailed-replies.usecases.ts';
import { findInboxState, saveInboxState } from './inbox-state.repository.ts';
import { LARGEST_MAIL, type ListedMail, type Mailbox } from './mailbox.ts';
import { ownWords } from './own-words.ts';
import type { MailBody } from './read-mail.ts';

/** What takes mails apart is loaded with the first: a server without a mailbox never has it in memory. */
const reading = () => import('./read-mail.ts');

const DAY_MS = 24 * 60 * 60_000;
/** At the first look: what came while no server ran, and what a restored backup does not know any more. */
const LOOKS_BACK_MS = 14 * DAY_MS;

/** Up to which mail was looked at; in memory, since looking twice costs time and nothing else. */
export interface Bookmark {
  readonly validity: string;
  readonly uid: number;
}

/** Counts alone: a log tells of no person. */
export interface LookedThrough {
  taken: number;
  /** What belongs to no ticket and is untouched. */
  left: number;
  /** The same, of what no person wrote. */
  automatic: number;
}

type InboxDeps = Pick<ServerDeps, 'clock' | 'config' | 'db' | 'logger' | 'settings'>;

/**
 * Each mail that came since the bookmark: a reply to a ticket becomes a message of it and is marked as seen, anything
 * else is left as it is. Nothing is ever sent because of a mail, so no two machines can write to each other.
 */
export async function lookThrough(
  deps: InboxDeps,
  mailbox: Mailbox,
  bookmark: Bookmark | undefined,
  signal?: AbortSignal,
): Promise<{ looked: LookedThrough; bookmark: Bookmark }> {
  const { validity } = mailbox;
  const isKnown = bookmark?.validity === validity;
  let uid = isKnown ? bookmark.uid : mailbox.lastUid;
  const since = new Date(deps.clock.now() - LOOKS_BACK_MS);
  const looked: LookedThrough = { taken: 0, left: 0, automatic: 0 };
  for (const mail of await mailbox.list(isKnown ? { uid } : { since })) {
    // What was not looked at before an end is looked for again by whoever begins.
    if (signal?.aborted) break;
    const outcome = await lookAt(deps, mailbox, mail);
    if (outcome !== 'known') looked[outcome] += 1;
    uid = Math.max(uid, mail.uid);
  }
  return { looked, bookmark: { validity, uid } };
}

type Outcome = keyof LookedThrough | 'known';

async function lookAt(deps: InboxDeps, mailbox: Mailbox, mail: ListedMail): Promise<Outcome> {
  const head = await tryToRead(deps, async () => (await reading()).readHead(mail.head));
  if (!head) return 'left';
  if (head.isAutomatic) return 'automatic';
  const ticketId = await findAnsweredTicket(deps, head);
  if (ticketId === undefined || mail.size > LARGEST_MAIL) return 'left';
  if (await wasMailTaken(deps, head.key)) return concludeTaken(mailbox, mail, 'known');
  const source = await mailbox.fetch(mail.uid);
  const body = source && (await tryToRead(deps, async () => (await reading()).readBody(source)));
  const text = body && messageOf(body, await findOwnAddresses(deps));
  if (!text) return 'left';
  const outcome = await takeMailedReply(deps, { ticketId, mailKey: head.key, text });
  // Should this process die here, the next one finds it taken.
  return outcome === 'taken' || outcome === 'known'
    ? concludeTaken(mailbox, mail, outcome)
    : 'left';
}

async function concludeTaken<T extends Outcome>(
  mailbox: Mailbox,
  { uid, isSeen }: ListedMail,
  outcome: T,
): Promise<T> {
  if (!isSeen) await mailbox.markSeen(uid);
  return outcome;
}

/** What is no mail to the library, or too deeply nested, stays for a person to look at. */
async function tryToRead<T>({ logger }: InboxDeps, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    logger.warn('inbox: a mail could not be read and was left in the mailbox');
    return undefined;
  }
}

/** Longer than any message may be, with what is quoted below it. */
const LONGEST_READ = 100_000;
const LISTED_FILES = 10;
const REST = '(This mail is longer. The rest of it is in our mailbox.)';

/** What the thread shows of a mail; undefined when it is empty. */
function messageOf({ text, attachments }: MailBody, ownAddresses: string[]): string | undefined {
  const words = ownWords(text.slice(0, LONGEST_READ), ownAddresses);
  const names = attachments.slice(0, LISTED_FILES).join(', ');
  const more = attachments.length > LISTED_FILES ? ' and more' : '';
  const files = names && `(With this mail came ${names}${more}: to be found in our mailbox.)`;
  const isWhole = [words, files].filter(Boolean).join('\n\n');
  if (isWhole.length <= TICKET_REPLY_LENGTH) return isWhole || undefined;
  const notes = ['', REST, files].filter((it, at) => at === 0 || it).join('\n\n');
  return words.slice(0, TICKET_REPLY_LENGTH - notes.length).trimEnd() + notes;
}

/** Written down only when it is different: each is a change that open pages hear of. */
export async function noteState(
  { clock, db }: Pick<ServerDeps, 'clock' | 'db'>,
  news: Pick<InboxState, 'failure'> & Partial<Pick<InboxState, 'unread'>>,
): Promise<void> {
  const now = isoNow(clock);
  const before = await findInboxState(db);
  const { failure, unread = before?.unread ?? 0 } = news;
  const isAsBefore = before?.failure === failure;
  if (isAsBefore && before.unread === unread) return;
  await saveInboxState(db, { failure, unread, since: isAsBefore ? before.since : now }, now);
}

/** What the admin is told of it. */
export async function readInbox({ config, db }: Pick<ServerDeps, 'config' | 'db'>) {
  const isRead = config.INBOX_URL !== undefined;
  return { isRead, state: isRead ? await findInboxState(db) : null };
}
