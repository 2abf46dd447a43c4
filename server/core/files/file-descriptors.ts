import { readdirSync, readFileSync } from 'node:fs';

const MIN_LIMIT = 4_096;
const COUNT_INTERVAL_MS = 1_000;

/** Number of open descriptors; undefined if the system does not report it. */
export function countOpenFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}

/** Descriptor limit; undefined if unlimited or unknown. */
export function findOpenFilesLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** A warning for the startup log; undefined if the limit is high enough. */
export function describeLowFileLimit(): string | undefined {
  const limit = findOpenFilesLimit();
  if (limit === undefined || limit >= MIN_LIMIT) return undefined;
  return `only ${limit} files and connections may be open at once; every open page needs one. Raise the limit to ${MIN_LIMIT} or more (LimitNOFILE= in the unit, ulimit -n)`;
}

/**
 * Returns whether a long-lived connection may be accepted. Keeps the last descriptors for the database, files
 * and short requests. Counts at most once a second.
 */
export function createDescriptorGuard(): () => boolean {
  const limit = findOpenFilesLimit();
  if (limit === undefined) return () => true;
  const maxOpen = limit - Math.max(16, Math.ceil(limit / 50));
  let open = 0;
  let countedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - countedAt > COUNT_INTERVAL_MS) {
      open = countOpenFiles() ?? 0;
      countedAt = performance.now();
    }
    open += 1;
    return open <= maxOpen;
  };
}
