import { setTimeout as delay } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { MailboxError } from './inbox-failure.ts';

export interface ListedMail {
  readonly uid: number;
  readonly size: number;
  readonly isSeen: boolean;
  /** Of its head what is asked for. */
  readonly head: Buffer;
}

/** Every method throws a `MailboxError` when the mail server cannot be spoken with. */
export interface Mailbox {
  /** With another one the numbers of mails mean other mails. */
  readonly validity: string;
  /** The number of the newest when it was opened. */
  readonly lastUid: number;
  /** Those above a number, or that came since a day, in their order. Reading marks none as seen. */
  list(from: { readonly uid: number } | { readonly since: Date }): Promise<ListedMail[]>;
  /** Undefined when it is not there any more. */
  fetch(uid: number): Promise<Buffer | undefined>;
  markSeen(uid: number): Promise<void>;
  countUnseen(): Promise<number>;
  /** Until something came since the last `list`, the time is over or the signal comes. */
  waitForNews(ms: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const HEADERS = [
  ...['from', 'to', 'date', 'subject', 'message-id', 'in-reply-to', 'references', 'content-type'],
  ...['auto-submitted', 'precedence', 'return-path', 'list-id', 'list-unsubscribe', 'x-loop'],
  ...['x-autoreply', 'x-autorespond', 'x-auto-response-suppress', 'x-failed-recipients'],
];
/** Each head is some hundred bytes, and may be much more. */
const HEADS_AT_ONCE = 50;
export const LARGEST_MAIL = 30 * 1024 * 1024;
const PATIENCE_MS = 20_000;
/** Routers forget connections on which nothing is said. */
const IDLE_MS = 4 * 60_000;
const CLOSE_PATIENCE_MS = 2_000;

/** The one place that knows the library, which is loaded when there is a mailbox to read: it takes 30 MB. */
export async function openMailbox(url: string): Promise<Mailbox> {
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow(optionsOf(url));
  let lastError: unknown;
  let hasNews = false;
  const wakers = new Set<() => void>();
  const wake = () => wakers.forEach((waker) => void waker());
  client.on('error', (error: unknown) => {
    lastError = error;
  });
  client.on('close', wake);
  client.on('exists', () => {
    hasNews = true;
    wake();
  });
  const speak = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new MailboxError(lastError ?? error);
    }
  };
  const path = decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX';
  const close = async () => {
    const isOver = client.logout().catch(() => undefined);
    await Promise.race([isOver, delay(CLOSE_PATIENCE_MS, undefined, { ref: false })]);
    client.close();
  };
  const { uidNext, uidValidity } = await speak(async () => {
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
      speak(async () => {
        hasNews = false;
        const asked = 'since' in from ? { since: from.since } : { uid: `${from.uid + 1}:*` };
        const found = (await client.search(asked, { uid: true })) || [];
        // A range without an end has the last mail in it, whatever its number.
        const uids = 'uid' in from ? found.filter((uid) => uid > from.uid) : found;
        return readHeads(
          client,
          uids.sort((one, other) => one - other),
        );
      }),
    fetch: (uid) =>
      speak(async () => {
        const mail = await client.fetchOne(uid, { source: true }, { uid: true });
        return mail ? mail.source : undefined;
      }),
    markSeen: (uid) =>
      speak(async () => void (await client.messageFlagsAdd([uid], ['\\Seen'], { uid: true }))),
    countUnseen: () =>
      speak(async () => ((await client.search({ seen: false }, { uid: true })) || []).length),
    waitForNews: (ms, signal) =>
      speak(async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        wakers.add(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
        if (!hasNews && client.usable && !signal.aborted) {
          client.idle().catch(() => undefined);
          await promise;
        }
        clearTimeout(timer);
        wakers.delete(resolve);
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
    // A password goes over no line unencrypted; within this machine there is none.
    doSTARTTLS: isSecure ? undefined : !isThisMachine(host),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    clientInfo: { name: 'Cradlesong' },
    logger: false,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    maxIdleTime: IDLE_MS,
    maxLiteralSize: LARGEST_MAIL + 1024,
  };
}

const isThisMachine = (host: string) =>
  host === 'localhost' || host === '::1' || /^127\./.test(host);

async function readHeads(client: ImapFlow, uids: readonly number[]): Promise<ListedMail[]> {
  const mails: ListedMail[] = [];
  for (let at = 0; at < uids.length; at += HEADS_AT_ONCE) {
    const some = uids.slice(at, at + HEADS_AT_ONCE);
    const query = { uid: true, size: true, flags: true, headers: HEADERS };
    for (const { uid, size = 0, flags, headers } of await client.fetchAll(some, query, {
      uid: true,
    }))
      if (headers) mails.push({ uid, size, head: headers, isSeen: flags?.has('\\Seen') ?? false });
  }
  return mails;
}
