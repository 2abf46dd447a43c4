import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockFile } from '#db/sqlite/handle.ts';
import { type Config, ConfigError } from './core/config/config.ts';
import { startDiskReserve } from './core/files/disk-reserve.ts';
import { describeLowFileLimit } from './core/files/file-descriptors.ts';
import type { Logger } from './core/telemetry/logger.ts';

const LOCK_FILE = '.server-lock';
/** The previous process may still be shutting down. */
const TRIES = 50;
const RETRY_MS = 100;

/** Locks and prepares the data folder for a server and its workers. Returns the release function. */
export async function lockDataFolder(config: Config, logger: Logger): Promise<() => void> {
  const warning = describeLowFileLimit();
  if (warning) logger.warn(warning);
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  // Several servers with one PostgreSQL may share a folder.
  const lock = config.DATABASE_URL === undefined ? await lockFolder(config.DATA_DIR) : undefined;
  const stopReserve = startDiskReserve(config.DATA_DIR, logger);
  return () => {
    stopReserve();
    lock?.release();
  };
}

export function isServerRunning(dataDir: string): boolean {
  const lock = tryLockFile(join(dataDir, LOCK_FILE));
  lock?.release();
  return lock === undefined;
}

async function lockFolder(dataDir: string) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const lock = tryLockFile(join(dataDir, LOCK_FILE));
    if (lock) return lock;
    await sleep(RETRY_MS);
  }
  throw new ConfigError([
    `DATA_DIR: another server already uses "${dataDir}". Stop it first. Several servers need PostgreSQL (DATABASE_URL).`,
  ]);
}
