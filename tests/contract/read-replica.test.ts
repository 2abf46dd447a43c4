import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_ANON_KEY } from '#contract/words/public-config.ts';
import { toJson } from '#db/codecs.ts';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { type AppDatabase, openDatabase } from '#db/open.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { type RunningProcess, startProcess } from '#tests/support/child-process.ts';
import { insertRows } from '#tests/support/create-test-db.ts';
import { signUpMother } from '#tests/support/mother.ts';
import { runSql } from '#tests/support/run-sql.ts';
import { ADMIN_PASSWORD, fetchAdminToken } from '#tests/support/server-process.ts';
import { hasReplica, startWithReplica } from '#tests/support/streaming-replica.ts';

const ENTRY = resolve(import.meta.dirname, '../../server/index.ts');
const LIST = '/rest/v1/audio_content?select=title&order=id';

let pair: Awaited<ReturnType<typeof startWithReplica>>;
let db: AppDatabase;
let server: RunningProcess;
let dataDir: string;
let asked = 0;

const headers = { apikey: DEFAULT_ANON_KEY };
const readTitles = async (path = LIST): Promise<string> => {
  const answer = await fetch(server.url + path, { headers });
  expect(answer.status).toBe(200);
  return answer.text();
};
/** Never the same address twice, so that no kept answer stands in. */
const readAnew = () => {
  asked += 1;
  return readTitles(`${LIST}&id=lt.${1_000 + asked}`);
};
const figure = async (name: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^database_replica_${name} (\\S+)$`, 'm').exec(text)?.[1]);
};
const whileUsed = (isUsed: boolean) =>
  vi.waitFor(async () => expect(await figure('used')).toBe(isUsed ? 1 : 0), { timeout: 20_000 });
/** Straight into the database, as another machine's program would. */
const rename = (title: string) =>
  db.kysely.updateTable('audio_content').set({ title }).where('id', '=', 1).execute();
const onReplica = (statement: string) => runSql(pair.replica.url, statement);

/** Without the PostgreSQL from npm there is no replica to try it with. */
describe.skipIf(!hasReplica)('a streaming replica', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    pair = await startWithReplica();
    await runSql(pair.primary.url, 'create database cradlesong');
    db = await openDatabase({ url: `${pair.primary.url}/cradlesong` });
    await migrateToLatest(db);
    await insertRows(db, {
      settings: [{ key: 'library.seeded', value: toJson(true) }],
      audio_content: [buildTrack({ title: 'first' })],
    });
    dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-replica-data-'));
    server = await startProcess(process.execPath, [ENTRY], {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      DATABASE_URL: `${pair.primary.url}/cradlesong`,
      DATABASE_REPLICA_URL: `${pair.replica.url}/cradlesong`,
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_PASSWORD,
    });
  });
  afterAll(async () => {
    await server?.stop();
    await db?.close();
    await pair?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  beforeEach(() => whileUsed(true));

  test('answers what everybody may read, and nothing that is somebody’s own or the admin’s', async () => {
    const before = await figure('reads_total');
    await readAnew();
    expect(await figure('reads_total')).toBe(before + 1);
    // Not known to be cheap beforehand, so it goes by connections of its own.
    expect(await readTitles(`${LIST}&title=match.f.rst`)).toBe('[{"title":"first"}]');
    expect(await figure('reads_total')).toBe(before + 2);

    const { client, id } = await signUpMother(server);
    await client.from('favorites').insert({ user_id: id, content_id: 1 });
    const { data } = await client.from('favorites').select('content_id');
    expect(data).toEqual([{ content_id: 1 }]);
    const authorization = `Bearer ${await fetchAdminToken(server)}`;
    await fetch(server.url + LIST, { headers: { ...headers, authorization } });
    expect(await figure('reads_total')).toBe(before + 2);
  });

  test('what anybody has written is in the next answer, by whichever of the two, and is the one that is kept', async () => {
    for (let round = 0; round < 40; round += 1) {
      await rename(`round ${round}`);
      const expected = `[{"title":"round ${round}"}]`;
      expect([await readTitles(), await readTitles(), await readAnew()]).toEqual(
        Array(3).fill(expected),
      );
    }
    expect(await figure('reads_total')).toBeGreaterThan(0);
  });

  test('that falls behind is left alone, and no answer from before is given or kept', async () => {
    await rename('before');
    for (let time = 0; time < 3; time += 1) expect(await readTitles()).toContain('before');
    await onReplica('select pg_wal_replay_pause()');
    const [reads, sentOn] = [await figure('reads_total'), await figure('sent_on_total')];
    await rename('while it stands still');
    for (let time = 0; time < 3; time += 1) {
      expect(await readTitles()).toContain('while it stands still');
      expect(await readAnew()).toContain('while it stands still');
    }
    expect(await figure('reads_total')).toBe(reads);
    expect(await figure('sent_on_total')).toBeGreaterThanOrEqual(sentOn);

    await whileUsed(false);
    expect(await figure('lag_seconds')).toBeGreaterThan(1);
    expect(await readAnew()).toContain('while it stands still');
    expect(server.output()).toContain('it is more than a second behind');

    await onReplica('select pg_wal_replay_resume()');
    await whileUsed(true);
    expect(await readTitles()).toContain('while it stands still');
    expect(await readAnew()).toContain('while it stands still');
    expect(await figure('reads_total')).toBeGreaterThan(reads);
  });

  test('that is gone is no failure, is told once, and is used again when it is back', async () => {
    const lines = () => server.output().split('the replica is not used').length;
    const before = lines();
    const reading = Array.from({ length: 20 }, readAnew);
    await pair.replica.kill();
    await Promise.all([...reading, ...Array.from({ length: 20 }, readAnew)]);
    await whileUsed(false);
    await rename('while it is gone');
    expect(await readAnew()).toContain('while it is gone');
    expect(lines()).toBe(before + 1);

    await pair.replica.start();
    await whileUsed(true);
    const reads = await figure('reads_total');
    expect(await readAnew()).toContain('while it is gone');
    expect(await figure('reads_total')).toBe(reads + 1);
  });
});
