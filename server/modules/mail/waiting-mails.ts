import { type KeyObject, randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import type { AppDatabase } from '#db/open.ts';
import type { Executor } from '#db/schema/database.ts';
import { createSecretKeys } from '#server/core/config/secret-keys.ts';
import { decrypt, encrypt } from '#server/core/config/secrets.ts';
import type { Mail } from '#server/core/mail/mailer.ts';
import type { Logger } from '#server/core/telemetry/logger.ts';
import {
  claimWaitingMail,
  deleteWaitingMails,
  insertWaitingMail,
  postponeWaitingMail,
  type WaitingMailRow,
} from './waiting-mails.repository.ts';

/** Queued mails of all machines. */
const CAPACITY = 2_000;
/** As many as Nodemailer has connections. */
const CONCURRENCY = 5;
const POLL_MS = 4_000;
/** Delay after which the transaction that queued a mail has usually ended. */
const AFTER_COMMIT_MS = 200;
/** The database's clock decides when a mail is due. */
const CLOCK_MARGIN_MS = 50;
const RETRY_WAITS_MS = [2_000, 15_000, 60_000, 300_000];

export interface WaitingMailsOptions {
  db: AppDatabase;
  secret: string;
  logger: Logger;
  /** `id` is the same for each attempt. */
  deliver(mail: Mail, id: string): Promise<void>;
  /** Called for each mail that is given up, with the last error. */
  onFailed?(error: unknown): Promise<void>;
  /** Retry delays in milliseconds. */
  waits?: readonly number[];
}

/** A queued mail; undefined if encrypted with another server secret. */
export function decryptMail(key: KeyObject, id: string, sealed: string): Mail | undefined {
  const text = decrypt(key, id, sealed);
  // Authenticated by the key, so it is a mail of this server.
  return text === undefined ? undefined : (JSON.parse(text) as Mail);
}

/**
 * A queued mail is a row until the mail server accepts it. Any process claims it for one attempt; the claim of a killed
 * process runs out.
 */
export class WaitingMails {
  readonly #options: WaitingMailsOptions;
  readonly #key;
  readonly #holder = randomUUID();
  readonly #queue = new PQueue({ concurrency: CONCURRENCY });
  /** Mails that were sent or given up. They are not sent again, even if their rows cannot be deleted. */
  readonly #done = new Set<string>();
  #isClosing = false;
  #failed = 0;
  #poll: NodeJS.Timeout | undefined;

  constructor(options: WaitingMailsOptions) {
    this.#options = options;
    this.#key = createSecretKeys(options.secret).waitingMails;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Resolves when the row is written. A mail queued in a transaction is sent after the commit. */
  async add(mail: Mail, trx?: Executor): Promise<void> {
    const id = randomUUID();
    // Encrypted, because mails contain sign-in links.
    const sealed = encrypt(this.#key, id, JSON.stringify(mail));
    if (!(await insertWaitingMail(this.#options.db, { id, sealed, capacity: CAPACITY }, trx))) {
      throw new Error('Too many mails are waiting to be sent.');
    }
    this.#sendAfter(trx ? AFTER_COMMIT_MS : 0);
    this.#startPolling();
  }

  /** Also sends mails of other processes from now on. */
  takeOverQueue(): void {
    void this.sendDue();
    this.#startPolling();
  }

  /** Waits for the mails being sent. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#poll);
    await this.#queue.onIdle();
  }

  /** Sends one due mail after another. A database outage is reported elsewhere; the next poll retries. */
  sendDue(): Promise<void> {
    // A queued call will find these mails too.
    if (this.#queue.size > 0) return Promise.resolve();
    const work = async () => {
      while (!this.#isClosing) {
        const row = await claimWaitingMail(this.#options.db, this.#holder);
        if (!row) return;
        await this.#send(row);
      }
    };
    return this.#queue.add(work).catch(() => undefined);
  }

  #startPolling(): void {
    if (!this.#isClosing) this.#poll ??= setInterval(() => void this.sendDue(), POLL_MS).unref();
  }

  #sendAfter(ms: number): void {
    setTimeout(() => void this.sendDue(), ms).unref();
  }

  async #send({ id, sealed, tries }: WaitingMailRow): Promise<void> {
    const { db, deliver, logger, waits = RETRY_WAITS_MS } = this.#options;
    if (this.#done.has(id)) return this.#remove(id);
    const mail = decryptMail(this.#key, id, sealed);
    if (!mail) return this.#giveUp(id, 'mail: given up, it was encrypted with another JWT_SECRET');
    try {
      await deliver(mail, id);
      this.#done.add(id);
    } catch (error) {
      // Logs only the error's codes, since its text may contain the address.
      const { code, responseCode } = Object(error);
      const entry = { kind: mail.kind, code, responseCode };
      const wait = waits[tries - 1];
      // 5xx is permanent; other errors are temporary.
      if (wait === undefined || responseCode >= 500) {
        return this.#giveUp(id, 'mail: given up', { entry, error });
      }
      logger.warn(entry, 'mail: sending failed; retrying');
      const waitMs = this.#isClosing ? 0 : wait;
      await postponeWaitingMail(db, { id, holder: this.#holder, waitMs });
      return this.#sendAfter(wait + CLOCK_MARGIN_MS);
    }
    await this.#remove(id);
  }

  async #giveUp(
    id: string,
    message: string,
    { entry = {}, error }: { entry?: object; error?: unknown } = {},
  ): Promise<void> {
    this.#done.add(id);
    this.#failed += 1;
    this.#options.logger.error(entry, message);
    // A failure to record this is ignored, because it only informs the owner.
    await this.#options.onFailed?.(error).catch(() => undefined);
    await this.#remove(id);
  }

  async #remove(id: string): Promise<void> {
    await deleteWaitingMails(this.#options.db.kysely, [id]);
    this.#done.delete(id);
  }
}
