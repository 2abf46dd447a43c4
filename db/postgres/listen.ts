import pg from 'pg';
import type { ConnectionWatchdog } from './connection-watchdog.ts';

const CHANGE_CHANNEL = 'cradlesong_changes';

/** Polls in addition: some poolers accept LISTEN and never deliver. */
const FALLBACK_POLL_MS = 5_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/**
 * Keeps one connection listening, reconnecting with backoff, and calls `check` for every notification and after every
 * (re)connection, so that nothing is missed. In between it probes the connection for the watchdog.
 */
export function listenForChanges(
  connection: pg.ClientConfig,
  watchdog: ConnectionWatchdog,
  check: () => Promise<void>,
): () => void {
  let isStopped = false;
  let client: pg.Client | undefined;
  let retryMs = FIRST_RETRY_MS;
  let retry: NodeJS.Timeout | undefined;
  let isChecking = false;
  let isCheckWanted = false;
  let isConnected = false;

  async function checkOnce(): Promise<void> {
    isCheckWanted = true;
    if (isChecking) return;
    isChecking = true;
    while (isCheckWanted && !isStopped) {
      isCheckWanted = false;
      // A failure here is a lost connection; the next connection checks again.
      await check().catch(() => {});
    }
    isChecking = false;
  }

  async function connect(): Promise<void> {
    const candidate = new pg.Client({
      ...connection,
      // The watchdog must time out first: then it closes every connection, not only this one.
      connectionTimeoutMillis: 0,
      stream: watchdog.openProbe,
      keepAlive: true,
    });
    client = candidate;
    isConnected = false;
    candidate.on('notification', checkOnce);
    candidate.on('error', () => candidate.end());
    candidate.on('end', planRetry);
    try {
      await watchdog.awaitReply(candidate.connect());
      await watchdog.awaitReply(candidate.query(`listen ${CHANGE_CHANNEL}`));
      retryMs = FIRST_RETRY_MS;
      isConnected = true;
      await checkOnce();
    } catch {
      planRetry();
      await candidate.end().catch(() => {});
    }
  }

  /** A failure needs no handling: the connection's own events trigger the reconnect. */
  async function ping(): Promise<void> {
    if (client && isConnected) await watchdog.awaitReply(client.query('select 1')).catch(() => {});
  }

  function planRetry(): void {
    isConnected = false;
    if (isStopped || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      void connect();
    }, retryMs);
    retry.unref();
  }

  void connect();
  const poll = setInterval(() => {
    void ping();
    void checkOnce();
  }, FALLBACK_POLL_MS);
  poll.unref();

  return () => {
    isStopped = true;
    clearInterval(poll);
    clearTimeout(retry);
    void client?.end().catch(() => {});
  };
}
