import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 1024 * 1024;
/** Number of older files next to the current one: name.1.log is the newest. */
const KEPT_FILES = 4;

/**
 * Writes timestamped lines to a file of limited size. A full or broken disk must not stop playback: lines that cannot
 * be written are dropped.
 */
export function openLogFile(dir: string, name: string): (line: string) => void {
  const fileAt = (age: number) => join(dir, age === 0 ? `${name}.log` : `${name}.${age}.log`);
  const path = fileAt(0);

  const rotate = () => {
    for (let age = KEPT_FILES - 1; age >= 0; age -= 1) {
      if (existsSync(fileAt(age))) renameSync(fileAt(age), fileAt(age + 1));
    }
  };
  return (line) => {
    const text = `${new Date().toISOString()} ${line.trimEnd()}\n`;
    try {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > 0 && size + Buffer.byteLength(text) > MAX_BYTES) rotate();
      appendFileSync(path, text, { mode: 0o600 });
    } catch {}
  };
}
