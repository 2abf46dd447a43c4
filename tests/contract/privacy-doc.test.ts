import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { makeBackup } from '#server/modules/backups/backups.usecases.ts';
import { makeFullBackupKey } from '#server/modules/backups/full-backup-key.ts';
import { startServer } from '#server/start.ts';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { prepareEmptyLibrary } from '#tests/support/databases/empty-library.ts';
import { send } from '#tests/support/servers/send.ts';
import { ADMIN_PASSWORD, fetchAdminToken } from '#tests/support/servers/server-process.ts';

const doc = readFileSync(resolve(import.meta.dirname, '../../docs/privacy.md'), 'utf8');

/** The rows of all tables in the document: the first cell's code and the cells after it. */
const rows = [...doc.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = '', rest = '']) => ({
  name,
  cells: rest.split(' | '),
}));
const tables = rows.filter(({ name }) => /^\w+$/.test(name));
const files = rows.filter(({ name }) => name.startsWith('DATA_DIR/'));

/** Described once for all tables, at the top of the document. */
const EVERYWHERE = ['id', 'created_at', 'updated_at'];
/** A column that can identify a person. */
const NAMES_SOMEBODY =
  /^(user_id|email|username|avatar_url|actor|subject_hash|ip|user_agent|phone)$/;

const namedIn = (text = '') => [...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);

async function readSchema(): Promise<Map<string, string[]>> {
  const db = await createTestDatabase('sqlite');
  const found = await db.kysely.introspection.getTables();
  const ours = found.filter(
    // The trigram index contains only track titles.
    ({ name, isView }) => !isView && !name.startsWith('audio_content_search'),
  );
  return new Map(ours.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

test('each row of the document fills every column: what, why, how long, who, erasure', () => {
  expect(rows.length).toBeGreaterThan(25);
  for (const { name, cells } of rows) {
    expect([name, cells.length]).toEqual([name, 5]);
    expect([name, cells.filter((cell) => cell.trim() === '')]).toEqual([name, []]);
  }
});

test('the document names every table exactly once, and every column about a person', async () => {
  const schema = await readSchema();
  expect(tables.map(({ name }) => name).sort()).toEqual([...schema.keys()].sort());
  for (const { name, cells } of tables) {
    const [holds = ''] = cells;
    const columns = schema.get(name) ?? [];
    const named = namedIn(holds);
    if (holds.startsWith('Nothing about a person')) {
      expect([name, columns.filter((column) => NAMES_SOMEBODY.test(column))]).toEqual([name, []]);
      expect([name, named.filter((word) => !columns.includes(word))]).toEqual([name, []]);
    } else {
      const expected = columns.filter((column) => !EVERYWHERE.includes(column));
      expect([name, named.sort()]).toEqual([name, expected.sort()]);
    }
  }
});

test('the document names every file in the data folder, and no other', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'cradlesong-kept-'));
  await prepareEmptyLibrary(DATA_DIR);
  const config = parseConfig({ DATA_DIR, HOST: '127.0.0.1', PORT: '0', ADMIN_PASSWORD });
  const logger = createLogger({ level: 'silent', isTerminal: false });
  const server = await startServer(config, { logger, printLine: () => undefined });
  const email = 'naomi@example.org';
  const bearer = await fetchAdminToken(server);
  const made = await send(server, '/auth/v1/admin/users', { bearer, body: { email } });
  const { id } = await made.json();
  const erased = await send(server, `/admin/v1/people/${id}/erase`, { bearer, body: { email } });
  expect(erased.status).toBe(200);
  await send(server, '/newsletter', { body: { email: 'ruth@example.org' } });
  await makeBackup(config, new Date().toISOString());
  await makeFullBackupKey(DATA_DIR);
  await expect.poll(() => readdirSync(DATA_DIR)).toContain('outbox');

  const found = readdirSync(DATA_DIR).filter((name) => !/(-wal|-shm|-journal|\.lock)$/.test(name));
  const named = files.map(({ name }) => name.replace(/^DATA_DIR\/|\/$/g, ''));
  expect(found.sort()).toEqual(named.sort());
  await server.close();
});
