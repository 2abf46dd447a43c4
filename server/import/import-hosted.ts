import { readTransientFailure } from '#db/errors.ts';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { inBatches } from '#db/move/batches.ts';
import { type HostedDatabase, type HostedRow, withHosted } from '#db/move/hosted-database.ts';
import {
  advanceSequences,
  columnsOf,
  fitRow,
  type ImportedIdentity,
  type ImportedRows,
  insertRows,
  saveIdentities,
  saveTrack,
} from '#db/move/insert-rows.ts';
import type { Database } from '#db/schema/database.ts';
import type { ServerDeps } from '../core/deps.ts';
import { isUuid } from '../core/ids.ts';
import { parseEmailAddress } from '../modules/auth/accounts/email-address.ts';
import { ensureSupportedHash } from '../modules/auth/accounts/hash-schemes.ts';
import { ensureFolder, reasonOf, takeFile } from './import-files.ts';

export interface ImportHostedOptions {
  readonly isDry: boolean;
  /** Folder with a copy of its storage, by bucket; missing files are downloaded. */
  readonly files?: string | undefined;
  readonly printLine: (line: string) => void;
}

/** Tables of users' rows, after the users and tracks they reference. */
const USER_TABLES: readonly { table: keyof Database; key: readonly string[] }[] = [
  { table: 'profiles', key: ['id'] },
  { table: 'favorites', key: ['user_id', 'content_id'] },
  { table: 'subscriptions', key: ['user_id', 'plan_type', 'created_at'] },
  { table: 'support_tickets', key: ['user_id', 'subject', 'created_at'] },
  { table: 'user_activity', key: ['user_id', 'content_id', 'created_at'] },
];

/**
 * Imports a hosted backend: users with ids, passwords and confirmations, tracks with files, and users' rows.
 * Works in batches, each in a transaction, so that an interrupted import can be repeated; skipped rows are
 * counted by reason. Only reads the source.
 */
export async function importHosted(
  deps: ServerDeps,
  where: string,
  { isDry, files, printLine }: ImportHostedOptions,
): Promise<void> {
  if (files !== undefined) ensureFolder(files);
  await withHosted(where, async (hosted) => {
    if (!(await hosted.has('auth.users'))) {
      throw new Error(
        'There is no table auth.users: this is not the database of the hosted backend.',
      );
    }
    printLine('Reading a running PostgreSQL.');
    if (isDry) return countHosted(hosted, printLine);
    await migrateToLatest(deps.db);
    await movePeople(deps, hosted, printLine);
    await moveTracks(deps, hosted, files, printLine);
    for (const { table, key } of USER_TABLES)
      await moveUserRows(deps, hosted, { table, key }, printLine);
    await advanceSequences(deps.db, deps.db.kysely, [
      'audio_content',
      ...USER_TABLES.slice(2).map(({ table }) => table),
    ]);
    await reportOmissions(hosted, printLine);
  });
}

const tableOf = (table: string) => `public.${table}`;

async function countHosted(
  hosted: HostedDatabase,
  printLine: (line: string) => void,
): Promise<void> {
  const tables = ['auth.users', 'auth.identities', 'public.audio_content'];
  for (const table of [...tables, ...USER_TABLES.map(({ table }) => tableOf(table))]) {
    printLine(
      (await hosted.has(table))
        ? `${table}: ${await hosted.count(table)} rows`
        : `${table}: there is no such table, so nothing of it is taken`,
    );
  }
  await reportFiles(hosted, printLine);
}

/** Counts imported rows, existing rows, and skipped rows by reason. */
class Tally {
  #moved = 0;
  #there = 0;
  readonly #left = new Map<string, number>();

  add({ inserted, existing, rejected }: ImportedRows): void {
    this.#moved += inserted;
    this.#there += existing;
    for (const error of rejected) this.leave(error);
  }

  /** Rethrows errors that would affect every row. */
  leave(error: unknown): void {
    if (readTransientFailure(error) !== undefined) throw error;
    this.note(`left: ${reasonOf(error)}`);
  }

  /** Converts rows and counts failures. */
  make<T>(batch: readonly HostedRow[], toRow: (row: HostedRow) => T): T[] {
    return batch.flatMap((row) => {
      try {
        return [toRow(row)];
      } catch (error) {
        this.leave(error);
        return [];
      }
    });
  }

  note(reason: string, rows = 1): void {
    this.#left.set(reason, (this.#left.get(reason) ?? 0) + rows);
  }

  get moved(): number {
    return this.#moved;
  }

  report(what: string, printLine: (line: string) => void): void {
    printLine(`${what}: ${this.#moved} moved, ${this.#there} there already`);
    for (const [reason, rows] of this.#left) printLine(`  ${rows} × ${reason}`);
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

async function movePeople(
  deps: ServerDeps,
  hosted: HostedDatabase,
  printLine: (line: string) => void,
): Promise<void> {
  const columns = await columnsOf(deps.db, 'users');
  const tally = new Tally();
  for await (const people of inBatches(hosted.rows('auth.users'))) {
    const rows = tally.make(people, (person) =>
      fitRow(
        'users',
        columns,
        toUserRow(person, (note) => tally.note(note)),
      ),
    );
    tally.add(await insertRows(deps.db, 'users', rows, ['id']));
  }
  const others = tally.moved - (await moveIdentities(deps, hosted));
  if (others > 0) {
    tally.note(
      'moved, but signed in through another provider until now: can sign in by mail',
      others,
    );
  }
  tally.report('people', printLine);
}

/**
 * Imports each user's email identity, because other sign-in methods are not supported. Returns the number of users with
 * one.
 */
async function moveIdentities({ db }: ServerDeps, hosted: HostedDatabase): Promise<number> {
  if (!(await hosted.has('auth.identities'))) return 0;
  let moved = 0;
  for await (const batch of inBatches(hosted.rows('auth.identities'))) {
    const first = new Map<string, ImportedIdentity>();
    for (const { id, user_id: userId, provider, identity_data: data } of batch) {
      if (provider !== 'email' || typeof userId !== 'string' || first.has(userId)) continue;
      const known = { id: isUuid(id) ? id : crypto.randomUUID(), data: data ?? {} };
      first.set(userId, { userId, ...known });
    }
    moved += await saveIdentities(db, [...first.values()]);
  }
  return moved;
}

function toUserRow(person: HostedRow, note: (text: string) => void): HostedRow {
  const address = textOf(person['email']);
  if (address === undefined) throw new Error('no email address (a phone number, or anonymous)');
  if (textOf(person['deleted_at'])) throw new Error('deleted there');
  return {
    ...person,
    email: parseEmailAddress(address),
    password_hash: passwordOf(person, note),
    email_proved_at: person['email_confirmed_at'] ?? null,
    // Omitted for an unverified address, which may be another person's.
    user_metadata: person['email_confirmed_at'] ? (person['raw_user_meta_data'] ?? {}) : {},
    app_metadata: person['raw_app_meta_data'] ?? {},
    // Placeholders until the identity is imported.
    identity_id: person['id'],
    identity_data: {},
    // Pending address changes are dropped, because the links in their mails become invalid.
    email_change: null,
    email_change_sent_at: null,
  };
}

function passwordOf(person: HostedRow, note: (text: string) => void): string | null {
  const hash = textOf(person['encrypted_password']);
  if (hash === undefined) return null;
  try {
    return ensureSupportedHash(hash);
  } catch {
    note('moved, but the password has an unknown hash: the user sets a new one by mail');
    return null;
  }
}

async function moveTracks(
  deps: ServerDeps,
  hosted: HostedDatabase,
  files: string | undefined,
  printLine: (line: string) => void,
): Promise<void> {
  if (!(await hosted.has(tableOf('audio_content')))) return;
  const columns = await columnsOf(deps.db, 'audio_content');
  await reportOmittedColumns(hosted, 'audio_content', columns, printLine);
  const tally = new Tally();
  for await (const track of hosted.rows(tableOf('audio_content'))) {
    try {
      if (!Number.isSafeInteger(track['id'])) throw new Error('its id is not a number');
      const audio = await takeFile(deps, 'audio', textOf(track['audio_url']), files);
      const image = await takeFile(deps, 'images', textOf(track['image_url']), files);
      for (const problem of [audio.problem, image.problem]) if (problem) tally.note(problem);
      const isEnabled = audio.path !== undefined && track['enabled'] !== false;
      await saveTrack(
        deps.db,
        fitRow('audio_content', columns, {
          ...track,
          audio_url: audio.path ?? '',
          image_url: image.path ?? null,
          enabled: isEnabled,
        }),
      );
      tally.add({ inserted: 1, existing: 0, rejected: [] });
    } catch (error) {
      tally.leave(error);
    }
  }
  tally.report('tracks', printLine);
}

async function moveUserRows(
  { db }: ServerDeps,
  hosted: HostedDatabase,
  { table, key }: { table: keyof Database; key: readonly string[] },
  printLine: (line: string) => void,
): Promise<void> {
  if (!(await hosted.has(tableOf(table)))) {
    printLine(`${table}: there is no such table, so nothing of it was taken`);
    return;
  }
  const columns = await columnsOf(db, table);
  await reportOmittedColumns(hosted, table, columns, printLine);
  const tally = new Tally();
  for await (const batch of inBatches(hosted.rows(tableOf(table)))) {
    const rows = tally.make(batch, (row) => {
      // Ids are reassigned: only users and tracks keep theirs.
      const { id, ...rest } = row;
      return fitRow(table, columns, table === 'profiles' ? row : rest);
    });
    tally.add(await insertRows(db, table, rows, key));
  }
  tally.report(table, printLine);
}

async function reportOmittedColumns(
  hosted: HostedDatabase,
  table: string,
  columns: readonly string[],
  printLine: (line: string) => void,
): Promise<void> {
  const left = (await hosted.columns(tableOf(table))).filter(
    (name) => name !== 'id' && !columns.includes(name),
  );
  if (left.length > 0)
    printLine(`${table}: not imported, because no column matches: ${left.join(', ')}`);
}

async function reportOmissions(
  hosted: HostedDatabase,
  printLine: (line: string) => void,
): Promise<void> {
  printLine(
    'Not imported: sessions, so that every user signs in again, and links in mails sent before.',
  );
  await reportFiles(hosted, printLine);
}

async function reportFiles(
  hosted: HostedDatabase,
  printLine: (line: string) => void,
): Promise<void> {
  if (await hosted.has('storage.objects')) {
    const files = await hosted.count('storage.objects');
    printLine(`storage.objects: ${files} files there; the files of tracks are taken.`);
  }
}
