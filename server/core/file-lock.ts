import { link, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from './clock.ts';
import { createId } from './ids.ts';

export interface FileLock {
  release(): Promise<void>;
}

const BEAT_MS = 5_000;
/** A holder that has not moved for this long is dead, or on a machine that is. */
const STALE_MS = 30_000;
const LOOK_AGAIN_MS = 50;

/** What this process holds: after a restart its number may be that of a process that died holding. */
const held = new Set<string>();

/**
 * The lock at this path, for one holder among all processes that see the folder; undefined when
 * somebody else still has it after `patienceMs`. The lock of a process that died is broken.
 */
export async function acquireLock(path: string, patienceMs = 0): Promise<FileLock | undefined> {
  const label = `${hostname()} ${process.pid} ${createId('lck')}`;
  const giveUpAt = systemClock.now() + patienceMs;
  while (!(await tryToTake(path, label))) {
    if (await breakStale(path)) continue;
    if (systemClock.now() >= giveUpAt) return undefined;
    await sleep(LOOK_AGAIN_MS);
  }
  held.add(label);
  const beat = setInterval(() => {
    const now = new Date(systemClock.now());
    utimes(path, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  return {
    async release() {
      clearInterval(beat);
      held.delete(label);
      if ((await read(path))?.label === label) await unlink(path).catch(() => undefined);
    },
  };
}

/** A link appears whole, with its label, or not at all. */
async function tryToTake(path: string, label: string): Promise<boolean> {
  const own = `${path}.${createId('lck')}`;
  try {
    await writeFile(own, label);
    await link(own, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** Takes a dead holder's lock away. Two that do so at once cannot take a third one's with it. */
async function breakStale(path: string): Promise<boolean> {
  const seen = await read(path);
  if (!seen) return true;
  if (!isStale(seen)) return false;
  const aside = `${path}.${createId('lck')}`;
  try {
    await rename(path, aside);
  } catch {
    return true;
  }
  const isTheSame = (await read(aside))?.label === seen.label;
  // Somebody was quicker and has it by right: back it goes.
  if (!isTheSame) await link(aside, path).catch(() => undefined);
  await unlink(aside);
  return isTheSame;
}

interface Seen {
  label: string;
  beatAt: number;
}

async function read(path: string): Promise<Seen | undefined> {
  try {
    return { label: await readFile(path, 'utf8'), beatAt: (await stat(path)).mtimeMs };
  } catch {
    return undefined;
  }
}

function isStale({ label, beatAt }: Seen): boolean {
  if (systemClock.now() - beatAt > STALE_MS) return true;
  const [host, pid] = label.split(' ');
  if (host !== hostname()) return false;
  return Number(pid) === process.pid ? !held.has(label) : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
