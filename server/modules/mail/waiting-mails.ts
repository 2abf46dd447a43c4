import { type KeyObject, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppDatabase } from '#db/open.ts';
import type { Executor } from '#db/schema/database.ts';
import { createSecretKeys } from '#server/core/config/secret-keys.ts';
import { decrypt, encrypt } from '#server/core/config/secrets.ts';
import type { Mail } from '#server/core/mail/mailer.ts';
import type { Logger } from '#server/core/telemetry/logger.ts';
import {
  beginTry,
  claimWaitingMails,
  deleteWaitingMails,
  extendLeases,
  insertWaitingMail,
  releaseWaitingMail,
} from './waiting-mails.repository.ts';

/** Queued mails of all machines. */
const CAPACITY = 2_000;
const CLAIM_LIMIT = 200;
const HEARTBEAT_MS = 4_000;
/** Delay after which the transaction that queued a mail has usually ended. */
const AFTER_COMMIT_MS = 200;
const RETRY_WAITS_MS = [2_000, 15_000, 60_000, 300_000];

export interface WaitingMailsOptions {
  db: AppDatabase;
  secret: string;
  logger: Logger;
  /** `id` is the same for each try. */
  deliver(mail: Mail, id: string): Promise<void>;
  /** Called for each mail that is given up, with the last error. */
  onFailed?(error: unknown): Promise<void>;
  /** Retry delays in milliseconds. */
  waits?: readonly number[];
}

interface Held {
  readonly id: string;
  readonly mail: Mail;
  readonly tries: number;
}

/** A queued mail; undefined if encrypted with another server secret. */
export function decryptMail(key: KeyObject, id: string, sealed: string): Mail | undefined {
  const text = decrypt(key, id, sealed);
  // Authenticated by the key, so it is a mail of this server.
  return text === undefined ? undefined : (JSON.parse(text) as Mail);
}

/**
 * A queued mail is a row until the mail server accepts it. Its process sends it and renews the lease every four
 * seconds; fifteen seconds after the last renewal another process takes over (`db/leases.ts`).
 */
export class WaitingMails {
  readonly #options: WaitingMailsOptions;
  readonly #key;
  readonly #holder = randomUUID();
  /** Mails being sent or waiting for a retry, by id. */
  readonly #held = new Map<string, Promise<void>>();
  /** Sent or refused mails, never to be sent again even while their rows cannot be deleted. */
  readonly #done = new Set<string>();
  readonly #closing = new AbortController();
  #failed = 0;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;

  constructor(options: WaitingMailsOptions) {
    this.#options = options;
    this.#key = createSecretKeys(options.secret).waitingMails;
  }

  get failed(): number {
    return this.#failed;
  }

  get heldCount(): number {
    return this.#held.size;
  }

  /** Resolves when the row is written. A mail queued in a transaction is sent after the commit. */
  async add(mail: Mail, trx?: Executor): Promise<void> {
    const id = randomUUID();
    // Encrypted, because mails contain sign-in links.
    const sealed = encrypt(this.#key, id, JSON.stringify(mail));
    const holder = trx ? undefined : this.#holder;
    const row = { id, sealed, holder, capacity: CAPACITY };
    if (!(await insertWaitingMail(this.#options.db, row, trx))) {
      throw new Error('Too many mails are waiting to be sent.');
    }
    if (trx) setTimeout(() => void this.beat(), AFTER_COMMIT_MS).unref();
    else this.#take({ id, mail, tries: 0 });
  }

  /** Also takes over mails of other processes from now on. */
  takeOverQueue(): void {
    void this.beat();
    this.#startBeating();
  }

  /** Resolves when every held mail was sent, refused or released. */
  async settle(): Promise<void> {
    while (this.#held.size > 0) await Promise.all(this.#held.values());
  }

  /** Waits for mails being sent; releases the rest. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#beating;
    await this.settle();
    await this.#removeDone().catch(() => undefined);
  }

  /** Renews the leases and takes over mails without a holder. */
  beat(): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    this.#beating ??= this.#beatOnce()
      // A database outage is reported elsewhere; the next heartbeat retries.
      .catch(() => undefined)
      .finally(() => {
        this.#beating = undefined;
      });
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    const { db } = this.#options;
    await this.#removeDone();
    await extendLeases(db, [...this.#held.keys()], this.#holder);
    for (const { id, sealed, tries } of await claimWaitingMails(db, this.#holder, CLAIM_LIMIT)) {
      const mail = decryptMail(this.#key, id, sealed);
      if (mail && !this.#held.has(id) && !this.#done.has(id)) this.#take({ id, mail, tries });
      else if (!mail)
        await this.#giveUp(id, 'mail: given up, it was encrypted with another JWT_SECRET');
    }
  }

  #startBeating(): void {
    if (this.#closing.signal.aborted) return;
    this.#timer ??= setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
  }

  #take(held: Held): void {
    this.#startBeating();
    const sending = this.#send(held).finally(() => this.#held.delete(held.id));
    this.#held.set(held.id, sending);
  }

  async #send({ id, mail, tries }: Held): Promise<void> {
    const { db, deliver, logger, waits = RETRY_WAITS_MS } = this.#options;
    const { kind } = mail;
    for (const wait of [...waits.slice(tries), undefined]) {
      if (this.#closing.signal.aborted) break;
      const isHeld = await beginTry(db, id, this.#holder).catch(() => undefined);
      // Another process has taken the mail.
      if (isHeld === false) return;
      // A database outage: the mail stays queued.
      if (isHeld === undefined) break;
      try {
        await deliver(mail, id);
        return await this.#remove(id);
      } catch (error) {
        // Logs only the error's codes, since its text may contain the address.
        const { code, responseCode } = Object(error);
        const entry = { kind, code, responseCode };
        // 5xx is permanent; other errors are temporary.
        if (wait === undefined || responseCode >= 500) {
          return await this.#giveUp(id, 'mail: given up', { entry, error });
        }
        logger.warn(entry, 'mail: sending failed; retrying');
        const { signal } = this.#closing;
        await delay(wait, undefined, { ref: false, signal }).catch(() => undefined);
      }
    }
    await releaseWaitingMail(db, id, this.#holder).catch(() => undefined);
  }

  async #giveUp(
    id: string,
    message: string,
    { entry = {}, error }: { entry?: object; error?: unknown } = {},
  ): Promise<void> {
    this.#failed += 1;
    this.#options.logger.error(entry, message);
    await this.#remove(id);
    // A failure to record this is ignored, because it only informs the owner.
    await this.#options.onFailed?.(error).catch(() => undefined);
  }

  /** Deletes the row now, or on a later heartbeat if the database fails. */
  async #remove(id: string): Promise<void> {
    this.#done.add(id);
    await this.#removeDone().catch(() => undefined);
  }

  async #removeDone(): Promise<void> {
    const ids = [...this.#done];
    await deleteWaitingMails(this.#options.db.kysely, ids);
    for (const id of ids) this.#done.delete(id);
  }
}
