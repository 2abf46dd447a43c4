import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { withTimeout } from '#server/core/with-timeout.ts';
import { MailboxError } from './inbox-failure.ts';

export interface ListedMail {
  readonly uid: number;
  readonly isSeen: boolean;
  /** The header, truncated if long. */
  readonly head: Buffer;
}

/** Methods throw a `MailboxError` if communication with the mail server fails. */
export interface Mailbox {
  /** UIDVALIDITY: if it changes, all known UIDs are invalid. */
  readonly validity: string;
  /** The newest UID when the mailbox was opened. */
  readonly lastUid: number;
  /** Lists mails above a UID or since a day, in order. Does not mark them as seen. */
  list(from: { readonly uid: number } | { readonly since: Date }): Promise<ListedMail[]>;
  /** The beginning of the mail, `isCut` if there is more; undefined if the mail is gone. */
  fetchSource(uid: number): Promise<{ content: Buffer; isCut: boolean } | undefined>;
  markSeen(uid: number): Promise<void>;
  countUnseen(): Promise<number>;
  /** Resolves on new mail since the last `list`, on timeout or on the signal. */
  waitForNews(ms: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const HEADERS_PER_FETCH = 50;
/** Limits the memory per mail; usual headers and replies are far smaller. */
const MAX_HEAD_BYTES = 64 * 1024;
const MAX_SOURCE_BYTES = 200 * 1024;
const TIMEOUT_MS = 20_000;
/** Renews IDLE this often, because routers drop idle connections. */
const IDLE_MS = 4 * 60_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** The only user of the IMAP library, which takes 30 MB and is loaded only if a mailbox is configured. */
export async function openMailbox(url: string): Promise<Mailbox> {
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow(optionsOf(url));
  let lastError: unknown;
  let hasNews = false;
  client.on('error', (error: unknown) => {
    lastError = error;
  });
  client.on('exists', () => {
    hasNews = true;
  });
  const withClient = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new MailboxError(lastError ?? error, url);
    }
  };
  const path = decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX';
  const close = async () => {
    await withTimeout(CLOSE_TIMEOUT_MS, () => client.logout());
    client.close();
  };
  const { uidNext, uidValidity } = await withClient(async () => {
    await client.connect();
    return client.mailboxOpen(path);
  }).catch(async (error: unknown) => {
    client.close();
    throw error;
  });

  return {
    validity: String(uidValidity),
    lastUid: uidNext - 1,
    list: (from) =>
      withClient(async () => {
        hasNews = false;
        const criteria = 'since' in from ? { since: from.since } : { uid: `${from.uid + 1}:*` };
        const found = (await client.search(criteria, { uid: true })) || [];
        // An open range always includes the last mail, even if its number is lower.
        const uids = 'uid' in from ? found.filter((uid) => uid > from.uid) : found;
        return readHeads(
          client,
          uids.sort((one, other) => one - other),
        );
      }),
    fetchSource: (uid) =>
      withClient(async () => {
        const source = { start: 0, maxLength: MAX_SOURCE_BYTES };
        const mail = await client.fetchOne(uid, { source }, { uid: true });
        const content = mail ? mail.source : undefined;
        // Some servers only estimate the size of a mail.
        return content && { content, isCut: content.length >= MAX_SOURCE_BYTES };
      }),
    markSeen: (uid) =>
      withClient(async () => void (await client.messageFlagsAdd([uid], ['\\Seen'], { uid: true }))),
    countUnseen: () =>
      withClient(async () => ((await client.search({ seen: false }, { uid: true })) || []).length),
    waitForNews: (ms, signal) =>
      withClient(async () => {
        if (!hasNews && client.usable && !signal.aborted) {
          client.idle().catch(() => undefined);
          const done = new AbortController();
          const options = { signal: AbortSignal.any([signal, done.signal]) };
          const events = ['exists', 'close'].map((event) => once(client, event, options));
          await Promise.race([delay(ms, undefined, options), ...events]).catch(() => undefined);
          done.abort();
        }
        if (!client.usable) throw lastError ?? { code: 'EConnectionClosed' };
      }),
    close,
  };
}

function optionsOf(url: string): ConstructorParameters<typeof ImapFlow>[0] {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'imaps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? (isSecure ? 993 : 143) : Number(port),
    secure: isSecure,
    // Requires TLS for the password, except on this machine.
    doSTARTTLS: isSecure ? undefined : !isThisMachine(host),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    clientInfo: { name: 'Cradlesong' },
    logger: false,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    maxIdleTime: IDLE_MS,
    maxLiteralSize: 1024 * 1024,
  };
}

const isThisMachine = (host: string) =>
  host === 'localhost' || host === '::1' || /^127\./.test(host);

async function readHeads(client: ImapFlow, uids: readonly number[]): Promise<ListedMail[]> {
  const mails: ListedMail[] = [];
  for (let at = 0; at < uids.length; at += HEADERS_PER_FETCH) {
    const some = uids.slice(at, at + HEADERS_PER_FETCH);
    const bodyParts = [{ key: 'HEADER', start: 0, maxLength: MAX_HEAD_BYTES }];
    const query = { uid: true, flags: true, bodyParts };
    for (const { uid, flags, headers: head } of await client.fetchAll(some, query, { uid: true })) {
      if (head) mails.push({ uid, head, isSeen: flags?.has('\\Seen') ?? false });
    }
  }
  return mails;
}
