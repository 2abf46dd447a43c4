import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { linesOf } from './dump-lines.ts';
import { openDump } from './dump-source.ts';

/** Made by pg_dump 15 of a PostgreSQL 15 in which hosted.sql had been run. */
const dumpOf = (name: string) => resolve('tests/support/hosted-dump', name);
const folder = mkdtempSync(join(tmpdir(), 'cradlesong-dump-'));
afterAll(() => rmSync(folder, { recursive: true }));

const COPIED = readFileSync(dumpOf('copy.sql'));
const INSERTED = readFileSync(dumpOf('inserts.sql'));
const TABLES = [
  'auth.users',
  'auth.identities',
  'public.audio_content',
  'public.profiles',
  'public.favorites',
  'public.subscriptions',
  'public.support_tickets',
  'public.user_activity',
  'storage.objects',
];
const ADDRESS = 'http://127.0.0.1:9/storage/v1/object/public/tracks';

async function all<T>(given: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of given) found.push(each);
  return found;
}

function keep(content: string | Buffer): string {
  const file = join(folder, 'given');
  writeFileSync(file, content);
  return file;
}

async function readAll(file: string) {
  const dump = await openDump(file, TABLES);
  const found: Record<string, unknown> = {};
  for (const table of TABLES) {
    const rows = await all(dump.rows(table));
    expect(await dump.count(table)).toBe(rows.length);
    found[table] = { checksum: dump.checksum(table), rows };
  }
  return found;
}

const hasPgRestore = (() => {
  try {
    return execFileSync('pg_restore', ['--version']).length > 0;
  } catch {
    return false;
  }
})();

describe('[X1] a dump of the hosted backend', () => {
  test('is read with every sign, moment and document that was in the database', async () => {
    const found = await readAll(dumpOf('copy.sql'));
    expect(found['auth.users']).toMatchObject({
      rows: [
        {
          email: 'Ruth@Example.com',
          email_confirmed_at: '2025-03-01T10:00:00.123456+00:00',
          raw_user_meta_data: { name: 'Ruth "of Moab" \\ 😴\n\tזאת', email_verified: true },
          phone: null,
        },
        {},
        {},
        {},
      ],
    });
    expect(found['public.audio_content']).toMatchObject({
      rows: [
        {
          id: 1,
          description: "Begin.\nThen\trest \\ “so”; it's\r\n\\N\b\fv \\. ",
          audio_url: `${ADDRESS}/morning%20prayer.mp3`,
          enabled: true,
          is_premium: true,
        },
        { id: 2, description: null, is_premium: false },
        { id: 3, description: '\\N', enabled: false, audio_url: null },
      ],
    });
    // What stands like a row in a comment, a function and another text is none.
    expect(found['public.favorites']).toMatchObject({
      rows: [{ content_id: '1', created_at: '2025-03-02T12:00:00+00:00' }, {}],
    });
    expect(found['public.profiles']).toMatchObject({ rows: [{ username: 'ruth\n\\.' }] });
    expect(found['public.user_activity']).toMatchObject({ rows: [] });
  });

  const lines = (text: Buffer) => Buffer.from(text.toString().replaceAll('\n', '\r\n'));
  test.each([
    ['INSERT statements of many rows', INSERTED],
    ['COPY, gzipped', gzipSync(COPIED)],
    ['INSERT, in zstd', zstdCompressSync(INSERTED)],
    ['COPY, with the line ends of Windows', lines(COPIED)],
    [
      'one of all databases',
      `-- PostgreSQL database cluster dump\n\\connect app\n${COPIED}\n-- PostgreSQL database cluster dump complete\n`,
    ],
  ])('is the same as %s', async (_, content) => {
    expect(await readAll(keep(content))).toEqual(await readAll(dumpOf('copy.sql')));
  });

  test.skipIf(!hasPgRestore)('is the same in pg_dump’s own format', async () => {
    expect(await readAll(dumpOf('custom.dump'))).toEqual(await readAll(dumpOf('copy.sql')));
  });

  test('comes in pieces that end anywhere', async () => {
    async function* pieces() {
      for (let at = 0; at < COPIED.length; at += 7) yield COPIED.subarray(at, at + 7);
    }
    const found = (await all(linesOf(pieces(), 0))).flat();
    expect(found.map(({ text }) => `${text}\n`).join('')).toBe(COPIED.toString('latin1'));
    expect(found.every(({ at }, i) => at === (found[i - 1]?.until ?? 0))).toBe(true);
  });
});

describe('[X1] what is no whole dump is refused', () => {
  test.each([
    ['COPY', COPIED],
    ['INSERT', INSERTED],
    ['a gzipped one', gzipSync(COPIED)],
  ])('cut off at any place: %s', async (_, whole) => {
    const isPacked = whole[0] === 0x1f;
    const end = isPacked ? whole.length : whole.lastIndexOf('dump complete');
    for (let at = 1; at < end; at += Math.ceil(end / 60)) {
      await expect(openDump(keep(whole.subarray(0, at)), TABLES), `at ${at}`).rejects.toThrow(
        /cut off|not a dump/,
      );
    }
  });

  const copied = COPIED.toString();
  const change = (from: string | RegExp, to: string) => {
    const changed = copied.replace(from, to);
    expect(changed).not.toBe(copied);
    return changed;
  };
  const HEAD = '--\n-- PostgreSQL database dump\n--\n';
  const END = '--\n-- PostgreSQL database dump complete\n--\n';
  test.each<[string, () => string | Buffer, string]>([
    ['nothing', () => '', 'not a dump'],
    ['something else', () => Buffer.alloc(300_000, 'song\n'), 'not a dump'],
    ['one line without an end', () => Buffer.alloc(135_000_000, 1), 'not a dump'],
    [
      'another program’s dump',
      () => '-- MySQL dump 10.13\nCREATE TABLE a (b int);\n',
      'not a dump',
    ],
    [
      'PowerShell’s letters',
      () => Buffer.from('\ufeff-- PostgreSQL database dump', 'utf16le'),
      'UTF-16',
    ],
    ['a ZIP', () => 'PK\x03\x04...', 'Unpack it first'],
    ['packed twice', () => gzipSync(readFileSync(dumpOf('custom.dump'))), 'unpack it once'],
    ['damaged', () => gzipSync(COPIED).fill(0, 900, 920), 'cut off or damaged'],
    ['other letters', () => change("'UTF8'", "'LATIN1'"), 'Its letters are LATIN1'],
    ['old strings', () => change('strings = on', 'strings = off'), 'standard_conforming_strings'],
    ['not UTF-8', () => Buffer.from(copied, 'latin1'), 'not UTF-8'],
    ['a value too few', () => change('Lifetime\tactive', 'Lifetime'), 'has 6 values for 7 columns'],
    ['no JSON', () => change('{"theme": "dark"}', '{"theme"'), 'public.profiles.preferences has'],
    ['no truth', () => change(/\tt\tt\tcalm/, '\tyes?\tt\tcalm'), 'should be true or false'],
    ['no schema', () => change(/COPY public\./g, 'COPY '), 'before 2018'],
    [
      'no names',
      () => `${HEAD}INSERT INTO public.favorites VALUES (1, 2);\n${END}`,
      '--column-inserts',
    ],
    [
      'a call',
      () => `${HEAD}INSERT INTO public.favorites (user_id, content_id) VALUES (me(), 2);\n${END}`,
      'not as pg_dump writes it: me()',
    ],
    [
      'two databases',
      () => `\\connect one\n${copied}\\connect two\n${copied}`,
      'in the databases one and two',
    ],
  ])('%s', async (_, content, why) => {
    await expect(openDump(keep(content()), TABLES)).rejects.toThrow(why);
  });

  test('no file, a folder', async () => {
    await expect(openDump(join(folder, 'none'), TABLES)).rejects.toThrow('There is no file');
    await expect(openDump(folder, TABLES)).rejects.toThrow('is a folder');
  });

  test('changed between its two readings', async () => {
    const file = keep(copied);
    const dump = await openDump(file, TABLES);
    writeFileSync(file, copied.replace('naomi@', 'Naomi@'));
    await expect(all(dump.rows('auth.users'))).rejects.toThrow('was changed while');
  });
});
