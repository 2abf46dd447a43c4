import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';

interface Download {
  /** File name of the download; ASCII. */
  readonly name: string;
  readonly type: 'json' | 'html';
  /** Generated lazily, written in order. */
  readonly pieces: Iterable<string>;
}

/** Sends an attachment that is never displayed inline or cached. */
export async function sendDownload(res: Response, { name, type, pieces }: Download): Promise<void> {
  res
    .set({
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Robots-Tag': 'noindex',
    })
    .type(type);
  await pipeline(Readable.from(yieldBetweenPieces(pieces)), res);
}

/** Yields to the event loop between pieces. */
async function* yieldBetweenPieces(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece;
    await nextTurn();
  }
}
