import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startRecordingWorker } from '#server/modules/recordings/recording-worker.ts';
import {
  createTestDatabase,
  insertRows,
  readRows,
} from '#tests/support/databases/create-test-db.ts';
import { IS_FFMPEG_THERE } from '#tests/support/listening/sound-formats.ts';
import { tone } from '#tests/support/sample-files.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { uploadFile } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

test.skipIf(!IS_FFMPEG_THERE)(
  'two machines on one PostgreSQL measure each recording once, after the lease of a dead machine has ended',
  { timeout: 60_000 },
  async () => {
    const db = await createTestDatabase('postgres');
    const first = await createTestServer({ deps: { db } });
    const second = await createTestServer({ deps: { db, store: first.deps.store } });
    const log = join(first.deps.config.DATA_DIR, 'ffmpeg.log');
    const ffmpeg = join(first.deps.config.DATA_DIR, 'ffmpeg');
    // Uploads decode with ffmpeg as well.
    const record = `case "$*" in *ebur128*) echo "$*" >> '${log}' ;; esac`;
    writeFileSync(ffmpeg, `#!/bin/sh\n${record}\nexec ffmpeg "$@"\n`);
    chmodSync(ffmpeg, 0o755);
    writeFileSync(log, '');
    const token = await fetchAdminToken(first);
    for (const seconds of [1, 2, 3]) {
      const sound = tone(seconds, { amplitude: 0.1 });
      await uploadFile(first, token, `audio/tone-${seconds}.wav`, sound);
    }
    const held_until = new Date(Date.now() + 2_000).toISOString();
    await insertRows(db, { leases: [{ task: 'levelling', holder: 'dead', held_until }] });
    for (const { deps } of [first, second]) {
      const config = { ...deps.config, FFMPEG: ffmpeg };
      onTestFinished(startRecordingWorker({ ...deps, db, config }));
    }
    const states = async () => (await readRows(db, 'recordings')).map(({ state }) => state);
    await expect.poll(states, { timeout: 40_000 }).toEqual(Array(3).fill('measured'));
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(3);
  },
);
