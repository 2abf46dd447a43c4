import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AppDatabase } from '#db/open.ts';
import type { Database } from '#db/schema/database.ts';
import type { Logger } from '#server/core/logger.ts';
import type { Mail } from '#server/core/mailer.ts';
import { createSecretKeys } from '#server/identity/sessions/secret-keys.ts';
import { openMail, sealMail } from './sealed-mail.ts';
import { createSendQueue, LeftError, type SendQueue } from './send-queue.ts';
import {
  beginTry,
  claimWaitingMails,
  deleteWaitingMails,
  holdOn,
  insertWaitingMail,
  letGo,
} from './waiting-mails.repository.ts';

/** Of all machines together. */
const CAPACITY = 2_000;
const CLAIMED_AT_ONCE = 200;
const BEAT_MS = 4_000;
/** By then the transaction that promised a mail has nearly always ended. */
const AFTER_COMMIT_MS = 200;

export interface WaitingMailsOptions {
  db: AppDatabase;
  secret: string;
  logger: Logger;
  deliver(mail: Mail): Promise<void>;
  waits?: readonly number[];
}

interface Held {
  readonly id: string;
  readonly mail: Mail;
  readonly tries: number;
}

/**
 * Mails that were promised are rows until the mail server has them. The process that took one over sends it
 * and says every four seconds that it lives; after fifteen seconds of silence another one does (`db/leases.ts`).
 */
export class WaitingMails {
  readonly #options: WaitingMailsOptions;
  readonly #key;
  readonly #holder = randomUUID();
  readonly #queue: SendQueue<Held>;
  readonly #held = new Set<string>();
  /** The mail server has them, or has refused them: never to be sent again, also while the rows cannot be removed. */
  readonly #done = new Set<string>();
  #failed = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;

  constructor(options: WaitingMailsOptions) {
    this.#options = options;
    this.#key = createSecretKeys(options.secret).waitingMails;
    const { logger, waits } = options;
    this.#queue = createSendQueue<Held>({
      deliver: (held) => this.#deliver(held),
      // The error's text may hold the address, so only its codes are written down.
      onRetry: ({ mail: { kind } }, error) =>
        logger.warn({ kind, ...codesOf(error) }, 'mail: trying again'),
      onGiveUp: async ({ id, mail: { kind } }, error) => {
        this.#failed += 1;
        logger.error({ kind, ...codesOf(error) }, 'mail: given up');
        await this.#remove(id);
      },
      onLeave: async ({ id }) => {
        this.#held.delete(id);
        await letGo(options.db, [id], this.#holder).catch(() => undefined);
      },
      ...(waits ? { waits } : {}),
    });
  }

  get failed(): number {
    return this.#failed;
  }

  get inHand(): number {
    return this.#queue.size;
  }

  /** Resolves when the row is written; with a transaction it is part of that and sent after its commit. */
  async add(mail: Mail, trx?: Kysely<Database>): Promise<void> {
    const { db } = this.#options;
    const id = randomUUID();
    const sealed = sealMail(this.#key, id, mail);
    const holder = trx ? undefined : this.#holder;
    const row = { id, sealed, holder, capacity: CAPACITY };
    if (!(await insertWaitingMail(db, row, trx))) {
      throw new Error('Too many mails are waiting to be sent.');
    }
    if (trx) setTimeout(() => void this.beat(), AFTER_COMMIT_MS).unref();
    else this.#take({ id, mail, tries: 0 });
  }

  /** From here on also what others left. */
  follow(): void {
    void this.beat();
    this.#startBeating();
  }

  settle(): Promise<void> {
    return this.#queue.settle();
  }

  /** What is being sent may end; the rest is left to whoever comes next. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosed = true;
    await this.#beating;
    await this.#queue.close();
    await this.#removeDone().catch(() => undefined);
  }

  beat(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#beating ??= this.#beatOnce()
      // The database is away, which others report; the next beat asks again.
      .catch(() => undefined)
      .finally(() => {
        this.#beating = undefined;
      });
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    const { db } = this.#options;
    await this.#removeDone();
    await holdOn(db, [...this.#held], this.#holder);
    for (const { id, sealed, tries } of await claimWaitingMails(
      db,
      this.#holder,
      CLAIMED_AT_ONCE,
    )) {
      const mail = openMail(this.#key, id, sealed);
      if (mail && !this.#held.has(id) && !this.#done.has(id)) this.#take({ id, mail, tries });
      else if (!mail) await this.#giveUpClosed(id);
    }
  }

  /** Made with another JWT_SECRET: its links would be refused by now as well. */
  async #giveUpClosed(id: string): Promise<void> {
    this.#failed += 1;
    this.#options.logger.error('mail: given up, it was sealed with another JWT_SECRET');
    await this.#remove(id);
  }

  #take(held: Held): void {
    this.#startBeating();
    this.#held.add(held.id);
    this.#queue.add(held, held.tries);
  }

  #startBeating(): void {
    if (this.#isClosed) return;
    this.#timer ??= setInterval(() => void this.beat(), BEAT_MS).unref();
  }

  async #deliver({ id, mail }: Held): Promise<void> {
    const { db, deliver } = this.#options;
    const isMine = await beginTry(db, id, this.#holder).catch((cause) => {
      // No fault of the mail: it waits in its row for a database that answers.
      throw new LeftError('mail: the database is away', { cause });
    });
    if (!isMine) {
      this.#held.delete(id);
      return;
    }
    await deliver(mail);
    await this.#remove(id);
  }

  /** At once where that is possible, by a later beat otherwise. */
  async #remove(id: string): Promise<void> {
    this.#held.delete(id);
    this.#done.add(id);
    await this.#removeDone().catch(() => undefined);
  }

  async #removeDone(): Promise<void> {
    const ids = [...this.#done];
    await deleteWaitingMails(this.#options.db.kysely, ids);
    for (const id of ids) this.#done.delete(id);
  }
}

function codesOf(error: unknown): { code: unknown; responseCode: unknown } {
  const { code, responseCode } = Object(error);
  return { code, responseCode };
}
