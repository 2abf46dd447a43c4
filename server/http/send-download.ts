import type { Response } from 'express';

interface Download {
  /** The name under which a browser keeps it; ASCII. */
  readonly name: string;
  readonly type: 'json' | 'html';
  readonly body: string;
}

/** A file to keep: never shown in place, never kept by anything on the way. */
export function sendDownload(res: Response, { name, type, body }: Download): void {
  res
    .set({
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Robots-Tag': 'noindex',
    })
    .type(type)
    .send(body);
}
