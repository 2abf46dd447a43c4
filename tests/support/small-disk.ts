import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Large ones first, for speed; then by the smallest that a file system gives out. */
const BLOCKS = [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)];

export interface SmallDisk {
  readonly folder: string;
  /** Writes until not one more block fits. */
  fill(): void;
  /** Takes away what `fill` wrote. */
  makeRoom(): void;
  remove(): void;
}

/** Linux lets only root mount a disk; elsewhere the tests of a full one cannot be had. */
export const CAN_MOUNT = process.platform === 'linux' && process.getuid?.() === 0;

/** A disk of its own in memory, so that it can really be full. */
export function mountSmallDisk(bytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a');
      for (const block of BLOCKS) writeUntilFull(file, block);
      closeSync(file);
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove() {
      // Lazily: a process that is only just ending may still hold a file.
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
