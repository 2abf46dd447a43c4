import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../inspection/file-kind.ts';
import { createTooManyPartsError } from '../storage.errors.ts';

const ZERO_CHUNK = 1024 * 1024;
/** More than a day-long recording needs; a malicious file of tiny parts would need millions. */
const MAX_SOUND_READS = 150_000;

/** Overwrites parts of a file in place without moving offsets; counts only actual changes. */
export class FilePatcher {
  readonly file: FileHandle;
  isChanged = false;
  /** Whether the file ends before the end of a part that it announces. */
  isTruncated = false;
  maxReads = MAX_SOUND_READS;
  #reads = 0;

  constructor(file: FileHandle) {
    this.file = file;
  }

  async read(position: number, length: number): Promise<Buffer> {
    this.#reads += 1;
    if (this.#reads > this.maxReads) throw createTooManyPartsError();
    return readAt(this.file, position, length);
  }

  async write(position: number, bytes: Buffer): Promise<void> {
    if (bytes.equals(await this.read(position, bytes.length))) return;
    this.isChanged = true;
    await this.file.write(bytes, 0, bytes.length, position);
  }

  async zero(position: number, length: number): Promise<void> {
    for (let done = 0; done < length; done += ZERO_CHUNK) {
      await this.write(position + done, Buffer.alloc(Math.min(ZERO_CHUNK, length - done)));
    }
  }

  /** Writes these bytes and pads with zeros. */
  async fill(position: number, length: number, bytes: Buffer = Buffer.alloc(0)): Promise<void> {
    await this.write(position, bytes);
    await this.zero(position + bytes.length, length - bytes.length);
  }

  async truncate(bytes: number): Promise<void> {
    if ((await this.file.stat()).size <= bytes) return;
    this.isChanged = true;
    await this.file.truncate(bytes);
  }
}
