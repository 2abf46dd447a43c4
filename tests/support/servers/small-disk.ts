import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Large blocks first, for speed; then the smallest unit of the file system. */
const BLOCKS = [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)];

export interface SmallDisk {
  readonly folder: string;
  /** Writes until no block fits. */
  fill(): void;
  /** Deletes what `fill` wrote. */
  makeRoom(): void;
  remove(): void;
}

/** Linux lets only root mount a disk; elsewhere the tests of a full disk are skipped. */
export const CAN_MOUNT = process.platform === 'linux' && process.getuid?.() === 0;

/** A separate disk in memory that can be filled. */
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
    remove: () => unmount(folder),
  };
}

/** Lazily, because a process that is ending may still have a file open. */
const unmount = (folder: string) => void execFileSync('umount', ['--lazy', folder]);

function writeUntilFull(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

export interface BreakableDisk {
  readonly folder: string;
  /** Fails every further write, including to open files, like a disk that the kernel remounted after an error. */
  becomeReadOnly(): void;
  /** Simulates a reboot. */
  mountAgain(): void;
  remove(): void;
}

/** A loop-mounted file system requires Linux, root, ext4 and a loop device. */
export const CAN_BREAK_DISK =
  CAN_MOUNT && existsSync('/dev/loop-control') && existsSync('/sys/fs/ext4/features');

export function mountBreakableDisk(bytes: number): BreakableDisk {
  const home = mkdtempSync(join(tmpdir(), 'breakable-disk-'));
  const [image, folder] = [join(home, 'image'), join(home, 'disk')];
  execFileSync('truncate', ['-s', String(bytes), image]);
  execFileSync('mkfs.ext4', ['-q', '-F', image]);
  execFileSync('mkdir', [folder]);
  const mount = () => execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, folder]);
  mount();
  return {
    folder,
    becomeReadOnly() {
      const df = execFileSync('df', ['--output=source', folder], { encoding: 'utf8' });
      const device = basename(df.trim().split('\n').at(-1) ?? '');
      writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, 'a test');
    },
    mountAgain() {
      execFileSync('umount', [folder]);
      mount();
    },
    remove: () => unmount(folder),
  };
}
