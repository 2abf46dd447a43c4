import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { toJson } from '#db/codecs.ts';
import { createTestDatabase, urlOf } from '#tests/support/databases/create-test-db.ts';
import { tone } from '#tests/support/sample-files.ts';
import { uploadFile } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/servers/server-process.ts';
import { startFromSource } from '#tests/support/servers/source-server.ts';

const IS_FFMPEG_THERE = spawnSync('ffmpeg', ['-version']).status === 0;
const RECORDINGS = 4;

/** Two servers that share only one PostgreSQL and one recordings folder, without a lock file. */
async function startTwo() {
  const root = mkdtempSync(join(tmpdir(), 'cradlesong-shared-'));
  const db = await createTestDatabase('postgres', {
    settings: [{ key: 'library.seeded', value: toJson(true) }],
  });
  const log = join(root, 'ffmpeg.log');
  writeFileSync(log, '');
  const recordings = join(root, 'recordings');
  mkdirSync(recordings);
  const start = async (name: string) => {
    const ffmpeg = join(root, `ffmpeg-${name}`);
    // A measurement slow enough to interrupt, which records its caller; uploads decode with ffmpeg as well.
    writeFileSync(
      ffmpeg,
      `#!/bin/sh\ncase "$*" in *ebur128*) echo ${name} >> '${log}'; sleep 0.7 ;; esac\nexec ffmpeg "$@"\n`,
    );
    chmodSync(ffmpeg, 0o755);
    const dataDir = join(root, name);
    mkdirSync(join(dataDir, 'storage'), { recursive: true });
    symlinkSync(recordings, join(dataDir, 'storage/audio'));
    // Machines that share a PostgreSQL share a key.
    writeFileSync(join(dataDir, 'tombstone-key'), 'one key for both of the two machines');
    const server = await startFromSource({
      DATA_DIR: dataDir,
      DATABASE_URL: await urlOf(db),
      JWT_SECRET: 'one secret for both of the two machines',
      FFMPEG: ffmpeg,
    });
    return { name, server };
  };
  const runs = () => readFileSync(log, 'utf8').split('\n').filter(Boolean);
  return { db, runs, servers: [await start('first'), await start('second')] as const };
}

test.skipIf(!IS_FFMPEG_THERE)(
  'two machines measure each recording once, and when one is killed the other takes over',
  { timeout: 90_000 },
  async () => {
    const { db, runs, servers } = await startTwo();
    const { server } = servers[0];
    const token = await fetchAdminToken(server);
    for (let seconds = 1; seconds <= RECORDINGS; seconds += 1) {
      const body = tone(seconds, { amplitude: 0.1 });
      const answer = await uploadFile(server, token, `audio/tone-${seconds}.wav`, body);
      expect(answer.status).toBe(200);
    }
    const states = async () =>
      (await db.kysely.selectFrom('recordings').select('state').execute()).map(
        ({ state }) => state,
      );

    await vi.waitFor(() => expect(runs().length).toBeGreaterThanOrEqual(2), { timeout: 20_000 });
    // Between the first two uploads the task may have gone to the other machine.
    const worker = runs().at(-1);
    const busy = servers.find(({ name }) => name === worker);
    await busy?.server.stop('SIGKILL');
    const atDeath = runs();
    expect(await states()).toContain('measuring');

    await vi.waitFor(
      async () => expect(await states()).toEqual(Array(RECORDINGS).fill('measured')),
      { timeout: 40_000, interval: 200 },
    );
    const later = runs().slice(atDeath.length);
    expect(later).not.toContain(worker);
    // Only the task in progress was restarted.
    expect(runs()).toHaveLength(RECORDINGS + 1);
  },
);
