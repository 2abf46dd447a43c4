import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { sendFile } from './send-file.ts';

const RANGE = { start: 0, end: 256 * 1024 - 1 };

/** An answer of which nothing is taken until she listens on. */
function createListener() {
  const pieces: number[] = [];
  let goOn: (() => void) | undefined;
  let isTaking = false;
  const line = new Writable({
    highWaterMark: 1,
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece.length);
      if (isTaking) done();
      else goOn = done;
    },
  });
  return {
    // of an answer it is told only what every stream can do
    res: line as unknown as ServerResponse,
    pieces,
    listenOn() {
      isTaking = true;
      goOn?.();
    },
  };
}

test('of many listeners who take nothing, those above some hundred keep a small piece in memory each, and all get all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-send-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a.mp3');
  writeFileSync(path, Buffer.alloc(RANGE.end + 1, 'x'));
  const handle = await open(path);
  onTestFinished(() => handle.close());
  const file = { fd: handle.fd, bytes: RANGE.end + 1, modifiedAt: new Date() };

  const listeners = Array.from({ length: 300 }, createListener);
  const sent = listeners.map(({ res }) => sendFile(file, RANGE, res));
  await expect.poll(() => listeners.every(({ pieces }) => pieces.length === 1)).toBe(true);
  const held = listeners.map(({ pieces }) => pieces[0] ?? 0);
  expect(held.filter((bytes) => bytes === 256 * 1024)).toHaveLength(256);
  expect(held.filter((bytes) => bytes === 64 * 1024)).toHaveLength(44);

  for (const { listenOn } of listeners) listenOn();
  await Promise.all(sent);
  const totals = listeners.map(({ pieces }) => pieces.reduce((sum, bytes) => sum + bytes, 0));
  expect(new Set(totals)).toEqual(new Set([RANGE.end + 1]));
});
