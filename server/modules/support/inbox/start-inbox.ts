import { setTimeout as delay } from 'node:timers/promises';
import { acquireLease, LEASE_MS } from '#db/leases.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { type Bookmark, recordState, scanMailbox } from './inbox.usecases.ts';
import { MailboxError } from './inbox-failure.ts';
import { openMailbox } from './mailbox.ts';

/** Mail servers push new mails; poll in case they do not. */
const POLL_MS = 5 * 60_000;
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 15 * 60_000;

/**
 * Reads the mailbox of INBOX_URL while this process holds the lease (docs/decisions/0087). Returns a stop
 * function.
 */
export function startInbox(
  deps: ServerDeps,
  { firstWaitMs = FIRST_WAIT_MS } = {},
): () => Promise<void> {
  const { INBOX_URL: url } = deps.config;
  if (url === undefined) return async () => undefined;
  const stop = new AbortController();
  const running = runInbox(deps, { url, signal: stop.signal, firstWaitMs });
  return async () => {
    stop.abort();
    await running;
  };
}

export const backoffAfter = (failures: number, firstMs = FIRST_WAIT_MS): number =>
  Math.min(firstMs * 2 ** (failures - 1), MAX_WAIT_MS);

interface RunOptions {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly firstWaitMs: number;
}

async function runInbox(deps: ServerDeps, { url, signal, firstWaitMs }: RunOptions): Promise<void> {
  const { db, logger } = deps;
  const sleep = (ms: number) => delay(ms, undefined, { ref: false, signal }).catch(() => undefined);
  let failures = 0;
  const onScanned = () => {
    failures = 0;
  };
  while (!signal.aborted) {
    const lease = await acquireLease(db, 'inbox').catch(() => undefined);
    if (!lease) {
      await sleep(LEASE_MS);
      continue;
    }
    try {
      const either = AbortSignal.any([signal, lease.lost]);
      await watchMailbox(deps, { url, signal: either, onScanned });
    } catch (error) {
      failures += 1;
      const why = await reportFailure(deps, error);
      logger.warn({ why, failures }, 'inbox: reading the mailbox failed; retrying');
    } finally {
      // After a failure, another machine may take the lease and reach the mail server.
      await lease.release().catch(() => undefined);
    }
    if (failures > 0) await sleep(backoffAfter(failures, firstWaitMs));
  }
}

async function watchMailbox(
  deps: ServerDeps,
  { url, signal, onScanned }: Omit<RunOptions, 'firstWaitMs'> & { onScanned(): void },
) {
  const mailbox = await openMailbox(url);
  try {
    let bookmark: Bookmark | undefined;
    while (!signal.aborted) {
      const { counts, ...rest } = await scanMailbox(deps, mailbox, bookmark, signal);
      bookmark = rest.bookmark;
      const hasMails = Object.values(counts).some((count) => count > 0);
      if (hasMails) deps.logger.info(counts, 'inbox: mails were processed');
      await recordState(deps, { failure: null, unread: await mailbox.countUnseen() });
      onScanned();
      await mailbox.waitForNews(POLL_MS, signal);
    }
  } finally {
    await mailbox.close();
  }
}

/** Stores the failure for admins; returns a short text for the log. */
async function reportFailure(deps: ServerDeps, error: unknown): Promise<string> {
  if (!(error instanceof MailboxError)) return String(Object(error).message);
  const { reason, said } = error;
  await recordState(deps, { failure: reason, ...(said ? { said } : {}) }).catch(() => undefined);
  return error.code === undefined ? reason : `${reason} (${error.code})`;
}
