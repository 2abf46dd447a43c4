import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';

interface Download {
  /** The name under which a browser keeps it; ASCII. */
  readonly name: string;
  readonly type: 'json' | 'html';
  /** Written one after the other, and made only then. */
  readonly pieces: Iterable<string>;
}

/** A file to keep: never shown in place, never kept by anything on the way. */
export async function sendDownload(res: Response, { name, type, pieces }: Download): Promise<void> {
  res
    .set({
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Robots-Tag': 'noindex',
    })
    .type(type);
  await pipeline(Readable.from(inTurns(pieces)), res);
}

/** Whoever waits for something small is answered between two pieces. */
async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece;
    await nextTurn();
  }
}
