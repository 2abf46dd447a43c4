import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface LogFileOptions {
  dir: string;
  name: string;
  maxBytes?: number;
  /** Number of older files next to the current one: name.1.log is the newest. */
  keep?: number;
  now?: () => Date;
}

/**
 * Timestamped lines in a file of limited size. A full or broken disk must not stop playback: lines that cannot be
 * written are dropped.
 */
export function openLogFile(options: LogFileOptions) {
  const { dir, name, maxBytes = 1024 * 1024, keep = 4, now = () => new Date() } = options;
  const fileAt = (age: number) => join(dir, age === 0 ? `${name}.log` : `${name}.${age}.log`);
  const path = fileAt(0);
  let size: number | undefined;

  const rotate = () => {
    for (let age = keep - 1; age >= 0; age -= 1) {
      if (existsSync(fileAt(age))) renameSync(fileAt(age), fileAt(age + 1));
    }
    size = 0;
  };
  return {
    path,
    write(line: string) {
      const text = `${now().toISOString()} ${line.trimEnd()}\n`;
      try {
        if (size === undefined) mkdirSync(dir, { recursive: true, mode: 0o700 });
        size ??= existsSync(path) ? statSync(path).size : 0;
        if (size > 0 && size + Buffer.byteLength(text) > maxBytes) rotate();
        appendFileSync(path, text, { mode: 0o600 });
        size += Buffer.byteLength(text);
      } catch {
        size = undefined;
      }
    },
  };
}
