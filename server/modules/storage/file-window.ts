import type { FileHandle } from 'node:fs/promises';

const CHUNK = 1024 * 1024;

/** Reads a file front to back in large steps while its parser asks for small pieces. */
export class FileWindow {
  readonly size: number;
  readonly #handle: FileHandle;
  #chunk: Buffer = Buffer.alloc(0);
  #chunkStart = 0;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  /** `length` bytes from `position`, or fewer at the end of the file. */
  async at(position: number, length: number): Promise<Buffer> {
    const end = Math.min(position + length, this.size);
    if (position < this.#chunkStart || end > this.#chunkStart + this.#chunk.length) {
      await this.#load(position, Math.max(length, CHUNK));
    }
    const from = position - this.#chunkStart;
    return this.#chunk.subarray(from, Math.max(from, end - this.#chunkStart));
  }

  async #load(position: number, length: number): Promise<void> {
    const wanted = Math.max(0, Math.min(length, this.size - position));
    const buffer = Buffer.alloc(wanted);
    const { bytesRead } = await this.#handle.read(buffer, 0, wanted, position);
    this.#chunk = buffer.subarray(0, bytesRead);
    this.#chunkStart = position;
  }
}
