import { setTimeout as sleep } from 'node:timers/promises';
import type { WholeStates } from '#contract/calls/whole-backups.ts';
import type { AuditActor } from '#contract/words/audit.ts';
import { LEASE_MS, type Lease, takeLease } from '#db/leases.ts';
import { type AppDatabase, openDatabase } from '#db/open.ts';
import { recordInAuditLog } from '#server/core/audit-log.repository.ts';
import type { BlobPlace } from '#server/core/blob-place.ts';
import { isoNow } from '#server/core/clock.ts';
import { findLeap } from '#server/core/clock-doubt.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createBusyError, isBusyError } from './backups.errors.ts';
import { type MadeWhole, makeWholeBackup, type OnProgress } from './whole-backup.usecases.ts';
import { removeOldWholeBackups } from './whole-old.usecases.ts';
import { openWholePlace } from './whole-place.ts';
import { type CheckedWhole, checkWholeBackup } from './whole-restore.usecases.ts';
import { findWholeStates, type KeptState, saveWholeState } from './whole-state.repository.ts';

export const WHOLE_TASKS = { backup: 'whole-backup', check: 'whole-check' } as const;

const DAY_MS = 24 * 60 * 60_000;
/** Each is a write of the database. */
const PROGRESS_EVERY_MS = 2_000;
const ASK_EVERY_MS = 500;
const EXAMPLES = 10;
const LONGEST_WHY = 500;

export type WholeRunDeps = Pick<ServerDeps, 'config' | 'db' | 'store' | 'clock' | 'logger'>;

export interface WholeSetup {
  readonly place: BlobPlace;
  readonly secret: Buffer;
}

interface Running {
  /** Waits for as long as it may take until a holder that died is known to be dead. */
  readonly isPatient?: boolean;
  /** When it is this process that does it. */
  readonly onBegin?: (() => void) | undefined;
  /** Breaks it off; that is no failure. */
  readonly stop?: AbortSignal | undefined;
  /** Asked when no other can do it any more. */
  readonly isWanted?: (states: WholeStates) => boolean;
}

/**
 * A whole backup by one of all machines, and then the old ones go. Undefined when it is not wanted; throws when
 * another is made.
 */
export async function runWholeBackup(
  deps: WholeRunDeps,
  setup: WholeSetup,
  running: Running,
): Promise<MadeWhole | undefined> {
  const { config, clock, store, logger } = deps;
  const done = await run(deps, 'backup', running, async ({ signal, onProgress }) => {
    const at = isoNow(clock);
    const made = await withPatience(deps, (db) => {
      const whole = { ...setup, dataDir: config.DATA_DIR, db, store, signal, onProgress };
      return makeWholeBackup(whole, at);
    });
    const { name, files, bytes, added } = made;
    return {
      answer: made,
      last: { at, name, files, bytes, added },
      afterwards: async () => {
        if ((await findLeap(deps)) > 0) return;
        const before = new Date(clock.now() - config.BACKUP_KEEP_DAYS * DAY_MS).toISOString();
        const whole = await openWholePlace(setup.place, setup.secret, signal);
        const removed = await removeOldWholeBackups(whole, before);
        if (removed > 0) logger.info({ removed }, 'whole backups that were too old were removed');
      },
    };
  });
  return done?.answer;
}

interface Checking extends Running {
  /** By default the newest. */
  readonly wanted?: string | undefined;
  /** Who asked for it; by default the server itself. */
  readonly by?: AuditActor;
}

/**
 * The drill, by one of all machines, and a line in the audit log of what it found. Undefined when it is not wanted; throws
 * when another is under way.
 */
export async function runWholeCheck(
  deps: WholeRunDeps,
  setup: WholeSetup,
  { wanted, by = 'system', ...running }: Checking,
): Promise<CheckedWhole | undefined> {
  const { clock, config, db } = deps;
  const note = (after: object) =>
    recordInAuditLog(db.kysely, {
      actor: by,
      action: 'check',
      on: 'backups',
      which: 'whole',
      after,
      now: isoNow(clock),
    });
  const done = await run(deps, 'check', running, async ({ signal, onProgress }) => {
    const source = { ...setup, dataDir: config.DATA_DIR, signal, onProgress };
    const found = await checkWholeBackup(source, wanted).catch(async (error: unknown) => {
      if (!signal.aborted) await note({ failed: wordsOf(error) });
      throw error;
    });
    const { name, people, tracks, files, bytes, problems } = found;
    const examples = problems.slice(0, EXAMPLES);
    const counts = { name, people, tracks, files, bytes, problems: problems.length, examples };
    await note(counts);
    return { answer: found, last: { at: isoNow(clock), ...counts } };
  });
  return done?.answer;
}

interface Task {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

interface Outcome<Answer> {
  readonly answer: Answer;
  readonly last: WholeStates[keyof WholeStates]['last'];
  /** What may fail without it having failed. */
  readonly afterwards?: () => Promise<void>;
}

async function run<Done extends Outcome<unknown>>(
  { db, clock, logger }: WholeRunDeps,
  kind: keyof WholeStates,
  { stop, isPatient = false, onBegin, isWanted = () => true }: Running,
  work: (task: Task) => Promise<Done>,
): Promise<Done | undefined> {
  const lease = await waitForLease(db, WHOLE_TASKS[kind], isPatient ? LEASE_MS : 0);
  onBegin?.();
  const signal = AbortSignal.any(stop ? [lease.lost, stop] : [lease.lost]);
  try {
    const states = await findWholeStates(db);
    if (!isWanted(states)) return undefined;
    const { last } = states[kind];
    const save = (change: Partial<KeptState>) =>
      saveWholeState(db, kind, { last, failed: null, progress: null, ...change }, isoNow(clock));
    try {
      const done = await work({
        signal,
        onProgress: limitProgress((it) => save({ progress: it })),
      });
      await save({ last: done.last });
      await done.afterwards?.().catch((err: unknown) => {
        logger.warn({ err }, 'what is too old could not be removed from the whole backups');
      });
      return done;
    } catch (error) {
      // Broken off, or another's by now: not for this process to tell.
      const isOwn = !signal.aborted && !isBusyError(error);
      if (isOwn) await save({ failed: { at: isoNow(clock), why: wordsOf(error) } });
      throw error;
    }
  } finally {
    await lease.release();
  }
}

async function waitForLease(db: AppDatabase, task: string, patienceMs: number): Promise<Lease> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const lease = await takeLease(db, task);
    if (lease) return lease;
    if (performance.now() > until) throw createBusyError();
    await sleep(ASK_EVERY_MS);
  }
}

function limitProgress(
  save: (progress: { done: number; of: number }) => Promise<void>,
): OnProgress {
  let savedAt = Number.NEGATIVE_INFINITY;
  return async (done, of) => {
    if (performance.now() - savedAt < PROGRESS_EVERY_MS) return;
    savedAt = performance.now();
    await save({ done, of });
  };
}

/** Reading a large PostgreSQL whole takes longer than a request's statement may. */
async function withPatience<T>(
  { config, db }: WholeRunDeps,
  work: (db: AppDatabase) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL === undefined) return work(db);
  const own = await openDatabase({ url: config.DATABASE_URL, statementMs: 0 });
  return work(own).finally(() => own.close());
}

const wordsOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_WHY);
