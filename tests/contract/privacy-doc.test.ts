import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeBackup } from '#server/modules/backups/backups.usecases.ts';
import { createTestDatabase, ENGINES } from '#tests/support/create-test-db.ts';
import { fetchAdminToken, startServerProcess } from '#tests/support/server-process.ts';

const doc = readFileSync(resolve(import.meta.dirname, '../../docs/privacy.md'), 'utf8');

/** The rows of all tables of the page: what stands first in backticks, and the cells after it. */
const rows = [...doc.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = '', rest = '']) => ({
  name,
  cells: rest.split(' | '),
}));
const tables = rows.filter(({ name }) => /^\w+$/.test(name));
const files = rows.filter(({ name }) => name.startsWith('DATA_DIR/'));

/** Said once for all of them, at the top of the page. */
const EVERYWHERE = ['id', 'created_at', 'updated_at'];
/** A column that can say who it is about. */
const NAMES_SOMEBODY =
  /^(user_id|email|username|avatar_url|actor|subject_hash|ip|user_agent|phone)$/;

const namedIn = (text = '') => [...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);

async function readSchema(engine: (typeof ENGINES)[number]): Promise<Map<string, string[]>> {
  const db = await createTestDatabase(engine);
  const found = await db.kysely.introspection.getTables();
  const ours = found.filter(
    // The index for parts of words repeats titles of tracks and nothing else.
    ({ name, isView }) => !isView && !name.startsWith('audio_content_search'),
  );
  return new Map(ours.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

test('each row of the page says what, why, how long, who and what an erasure does', () => {
  expect(rows.length).toBeGreaterThan(25);
  for (const { name, cells } of rows) {
    expect([name, cells.length]).toEqual([name, 5]);
    expect([name, cells.filter((cell) => cell.trim() === '')]).toEqual([name, []]);
  }
});

describe.each(ENGINES)('on %s', (engine) => {
  test('the page names every table there is, once, and no other', async () => {
    const schema = await readSchema(engine);
    expect(tables.map(({ name }) => name).sort()).toEqual([...schema.keys()].sort());
  });

  test('and every column about a person', async () => {
    const schema = await readSchema(engine);
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
});

test('the page names every file in the data folder, and no other', async () => {
  const server = await startServerProcess();
  const json = { 'Content-Type': 'application/json' };
  await fetch(`${server.url}/newsletter`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'ruth@example.org' }),
  });
  const bearer = { ...json, Authorization: `Bearer ${await fetchAdminToken(server)}` };
  const made = await fetch(`${server.url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: bearer,
    body: JSON.stringify({ email: 'naomi@example.org' }),
  });
  const { id } = await made.json();
  const erased = await fetch(`${server.url}/admin/v1/people/${id}/erase`, {
    method: 'POST',
    headers: bearer,
    body: JSON.stringify({ email: 'naomi@example.org' }),
  });
  expect(erased.status).toBe(200);
  await makeBackup({ DATA_DIR: server.dataDir, DATABASE_URL: undefined }, new Date().toISOString());
  await expect.poll(() => readdirSync(server.dataDir)).toContain('outbox');
  const found = readdirSync(server.dataDir).filter((name) => !/(-wal|-shm|\.lock)$/.test(name));
  const named = files.map(({ name }) => name.replace(/^DATA_DIR\/|\/$/g, ''));
  expect(found.sort()).toEqual(named.sort());
  await server.stop();
});
