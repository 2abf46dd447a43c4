import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRows } from '#tests/support/databases/create-test-db.ts';
import { mp3, PNG, wav } from '#tests/support/sample-files.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { findFfmpeg } from '../core/files/find-ffmpeg.ts';
import { importFolder } from './import-folder.ts';

/** An ID3v2.3 tag with a title and a picture. */
function tagged(title: string, picture: Buffer, sound: Buffer): Buffer {
  const frames = Buffer.concat([
    id3Frame('TIT2', Buffer.from(`\0${title}`, 'latin1')),
    id3Frame('APIC', Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), picture])),
  ]);
  const size = [frames.length >> 14, (frames.length >> 7) & 0x7f, frames.length & 0x7f];
  return Buffer.concat([Buffer.from([...Buffer.from('ID3'), 3, 0, 0, 0, ...size]), frames, sound]);
}

function id3Frame(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.write(name);
  head.writeUInt32BE(content.length, 4);
  return Buffer.concat([head, content]);
}

test('a folder is imported once: a disabled track for each recording, named after its tags', async () => {
  const server = await createTestServer();
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-import-'));
  mkdirSync(join(folder, 'night'));
  writeFileSync(join(folder, 'a.mp3'), tagged('Psalm 23', PNG, mp3(200)));
  writeFileSync(join(folder, 'night', 'Evening_hymn 02.wav'), wav(4));
  writeFileSync(join(folder, 'letter.mp3'), 'Dear reader');
  writeFileSync(join(folder, 'notes.txt'), 'not sound');

  const lines: string[] = [];
  const options = {
    category: 'BIRTHING',
    kind: 'music',
    printLine: (line: string) => void lines.push(line),
  } as const;
  expect(await importFolder(server.deps, folder, options)).toEqual({
    added: 2,
    present: 0,
    failed: 1,
  });
  expect(await importFolder(server.deps, folder, options)).toEqual({
    added: 0,
    present: 2,
    failed: 1,
  });
  expect(lines.join('\n')).toMatch(/not added: .*letter\.mp3: The content of this file is none of/);
  const tracks = await readRows(server.db, 'audio_content', {}, [
    'title',
    'category',
    'kind',
    'duration',
    'enabled',
    'image_url',
  ]);
  // Only ffmpeg extracts a cover from a recording.
  const cover = (await findFfmpeg('ffmpeg')) ? expect.stringMatching(/images\/.*\.png$/) : null;
  expect(tracks).toMatchObject([
    { title: 'Psalm 23', category: 'BIRTHING', kind: 'music', duration: 5, image_url: cover },
    { title: 'Evening hymn 02', category: 'BIRTHING', kind: 'music', duration: 4 },
  ]);
  expect(tracks.map(({ enabled }) => Boolean(enabled))).toEqual([false, false]);
});
