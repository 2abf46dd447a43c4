import { spawn } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';

/** The SQL of a dump, from a byte of it on; never the whole of it at once. */
export type DumpText = (from: number) => AsyncIterable<Buffer>;

type Kind = 'plain' | 'gzip' | 'zstd' | 'archive';

const AT_ONCE = 128 * 1024;
/** Where tar says that it is one. */
const TAR = { at: 257, magic: 'ustar' };
const UNKNOWN_PACKINGS = ['PK\x03\x04', '\xfd7zXZ', 'BZh', '7z\xbc\xaf', '\x04"M\x18'];
const WIDE_LETTERS = ['\xff\xfe', '\xfe\xff'];

/** What a file is shows in its first bytes; only pg_restore can read what pg_dump packs its own way. */
export async function openDumpText(file: string, tables: readonly string[]): Promise<DumpText> {
  const kind = await kindOf(file);
  if (kind === 'plain')
    return (from) => createReadStream(file, { start: from, highWaterMark: AT_ONCE });
  if (kind === 'archive') return (from) => skipped(readArchive(file, tables), from);
  return (from) => skipped(unpack(file, kind), from);
}

async function kindOf(file: string): Promise<Kind> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (statSync(file).isDirectory()) {
    if (existsSync(join(file, 'toc.dat'))) return 'archive';
    throw new Error(`${file} is a folder, and not one that pg_dump made.`);
  }
  const head = await firstBytes(file);
  const is = (magic: string) => head.startsWith(magic);
  if (is('PGDMP') || head.startsWith(TAR.magic, TAR.at)) return 'archive';
  if (is('\x1f\x8b')) return 'gzip';
  if (is('(\xb5/\xfd')) return 'zstd';
  if (UNKNOWN_PACKINGS.some(is)) {
    throw new Error(
      `${file} is packed in a way not known here. Unpack it first, or pack it with gzip.`,
    );
  }
  if (WIDE_LETTERS.some(is)) {
    throw new Error(
      `${file} is in UTF-16, as PowerShell’s “>” writes it. Let pg_dump write the file itself: pg_dump --file=dump.sql`,
    );
  }
  return 'plain';
}

async function firstBytes(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function* unpack(file: string, kind: 'gzip' | 'zstd'): AsyncGenerator<Buffer> {
  const options = { chunkSize: AT_ONCE };
  const unpacked = kind === 'gzip' ? createGunzip(options) : createZstdDecompress(options);
  // What goes wrong is thrown where it is read.
  pipeline(createReadStream(file, { highWaterMark: AT_ONCE }), unpacked, () => undefined);
  let isFirst = true;
  try {
    for await (const chunk of unpacked) {
      if (isFirst && chunk.subarray(0, 5).toString('latin1') === 'PGDMP') {
        throw new Error('Packed twice: unpack it once, what is in it is read as it is.');
      }
      isFirst = false;
      yield chunk;
    }
  } catch (error) {
    throw isOfPacking(error)
      ? new Error('It is cut off or damaged: it could not be unpacked to its end.')
      : error;
  }
}

const isOfPacking = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(Z|ZSTD|ERR_ZSTD)_?/.test(String(error.code));

/** Only the rows that are asked for; pg_restore finds them without reading the others. */
async function* readArchive(file: string, tables: readonly string[]): AsyncGenerator<Buffer> {
  const parts = tables.map((table) => table.split('.'));
  const flags = [
    ...new Set(parts.flatMap(([schema, name]) => [`--schema=${schema}`, `--table=${name}`])),
  ];
  const child = spawn('pg_restore', ['--data-only', '--file=-', ...flags, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    if (said.length < 2000) said += String(chunk);
  });
  const ended = new Promise<number | NodeJS.ErrnoException | null>((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  try {
    yield* child.stdout;
    const end = await ended;
    if (end instanceof Error) {
      throw new Error(
        `It is in pg_dump’s own format, which only pg_restore reads, and that is not installed here. Make it plain SQL where it is: pg_restore --file=dump.sql ${file}`,
      );
    }
    if (end !== 0) throw new Error(`pg_restore could not read it: ${said.split('\n')[0]}`);
  } finally {
    child.kill();
  }
}

async function* skipped(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}
