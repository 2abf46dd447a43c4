import { readShortage } from '#db/errors.ts';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import type { HostedRow, HostedSource } from '#db/move/hosted-source.ts';
import { inBatches } from '#db/move/in-batches.ts';
import {
  columnsOf,
  continueNumbers,
  fitRow,
  insertMoved,
  type MovedIdentity,
  type MovedRows,
  putIdentities,
  putTrack,
} from '#db/move/insert-moved.ts';
import { withHosted } from '#db/move/with-hosted.ts';
import type { Database } from '#db/schema/database.ts';
import type { ServerDeps } from './core/deps.ts';
import { isUuid } from './core/uuid.ts';
import { parseEmailAddress } from './identity/accounts/email-address.ts';
import { ensureKeepableHash } from './identity/accounts/given-hash.ts';
import { ensureFolder, findInFolder, reasonOf, takeFile } from './move-in-files.ts';

export interface MoveInOptions {
  readonly isDry: boolean;
  /** Where the files of its storage were copied to, by bucket; what is not there is fetched from its address. */
  readonly files?: string | undefined;
  readonly say: (line: string) => void;
}

/** Tables of people's own rows, after the people and the tracks they speak of. */
const OWN_ROWS: readonly { table: keyof Database; key: readonly string[] }[] = [
  { table: 'profiles', key: ['id'] },
  { table: 'favorites', key: ['user_id', 'content_id'] },
  { table: 'subscriptions', key: ['user_id', 'plan_type', 'created_at'] },
  { table: 'support_tickets', key: ['user_id', 'subject', 'created_at'] },
  { table: 'user_activity', key: ['user_id', 'content_id', 'created_at'] },
];

/** What is read, and the columns without which it is not what it is taken for. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'auth.users': ['id', 'email', 'encrypted_password'],
  'auth.identities': ['user_id', 'provider'],
  'public.audio_content': ['id', 'title', 'audio_url'],
  'public.profiles': ['id'],
  'public.favorites': ['user_id', 'content_id'],
  'public.subscriptions': ['user_id', 'plan_type'],
  'public.support_tickets': ['user_id', 'subject', 'message'],
  'public.user_activity': ['user_id', 'content_id'],
  'storage.objects': [],
};
/** Without these it is a dump of a part. */
const IN_EACH_DUMP = ['auth.users', 'auth.identities', 'public.audio_content'];

/**
 * Takes over what the hosted backend has, or a dump of it: people with their ids, passwords and confirmations,
 * tracks with their files, and people's own rows. Some rows at a time, each time whole, so that a move that broke off is
 * begun again and finds what is there; what cannot be taken is counted with its reason. Nothing there is changed.
 */
export async function moveIn(
  deps: ServerDeps,
  where: string,
  { isDry, files, say }: MoveInOptions,
): Promise<void> {
  if (files !== undefined) ensureFolder(files);
  await withHosted(where, Object.keys(NEEDED), async (hosted) => {
    await ensureHosted(hosted);
    say(`Reading ${hosted.about}.`);
    if (isDry) return countHosted(hosted, files, say);
    await migrateToLatest(deps.db);
    await movePeople(deps, hosted, say);
    await moveTracks(deps, hosted, files, say);
    for (const { table, key } of OWN_ROWS) await moveOwnRows(deps, hosted, { table, key }, say);
    await continueNumbers(deps.db, [
      'audio_content',
      ...OWN_ROWS.slice(2).map(({ table }) => table),
    ]);
    await tellWhatStays(hosted, say);
  });
}

/** Before anything is written: what is not what it is taken for is not taken at all. */
async function ensureHosted(hosted: HostedSource): Promise<void> {
  if (!hosted.isDump && !(await hosted.has('auth.users'))) {
    throw new Error(
      'There is no table auth.users: this is not the database of the hosted backend.',
    );
  }
  for (const table of hosted.isDump ? IN_EACH_DUMP : []) {
    if (await hosted.has(table)) continue;
    throw new Error(
      `Rows of ${table} are not in it: this is a dump of a part, or not of the hosted backend. Make one of the schemas auth, public and storage, with their data.`,
    );
  }
  for (const [table, needed] of Object.entries(NEEDED)) {
    const columns = await hosted.columns(table);
    const missing = needed.filter((name) => columns.length > 0 && !columns.includes(name));
    if (missing.length > 0) {
      throw new Error(
        `${table} has no column ${missing.join(', ')}, but ${columns.join(', ')}: this is another version of it than can be moved.`,
      );
    }
  }
}

const tableOf = (table: string) => `public.${table}`;

async function countHosted(
  hosted: HostedSource,
  files: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  const tables = ['auth.users', 'auth.identities', 'public.audio_content'];
  for (const table of [...tables, ...OWN_ROWS.map(({ table }) => tableOf(table))]) {
    const checksum = hosted.checksum(table);
    say(
      (await hosted.has(table))
        ? `${table}: ${await hosted.count(table)} rows${checksum ? `, checksum ${checksum.slice(0, 16)}` : ''}`
        : `${table}: there is no such table, so nothing of it is taken`,
    );
  }
  await tellFiles(hosted, say);
  if (files !== undefined && (await hosted.has('public.audio_content'))) {
    await countFiles(hosted, files, say);
  }
}

async function countFiles(
  hosted: HostedSource,
  folder: string,
  say: (line: string) => void,
): Promise<void> {
  let [found, missing] = [0, 0];
  for await (const track of hosted.rows('public.audio_content')) {
    for (const address of [textOf(track['audio_url']), textOf(track['image_url'])]) {
      if (address === undefined) continue;
      if (findInFolder(folder, address) === undefined) missing += 1;
      else found += 1;
    }
  }
  say(
    `${folder}: ${found} files of tracks are in it, ${missing} would be fetched from their addresses`,
  );
}

/** What became of a table's rows, with how many were left for each reason. */
class Tally {
  #moved = 0;
  #there = 0;
  readonly #left = new Map<string, number>();

  add({ moved, there, left }: MovedRows): void {
    this.#moved += moved;
    this.#there += there;
    for (const error of left) this.leave(error);
  }

  /** Unless it is no row's fault: every other would fail as well. */
  leave(error: unknown): void {
    if (readShortage(error) !== undefined) throw error;
    this.note(`left: ${reasonOf(error)}`);
  }

  /** Those that can be made, of which the others are left. */
  make<T>(given: readonly HostedRow[], toRow: (row: HostedRow) => T): T[] {
    return given.flatMap((row) => {
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

  tell(what: string, say: (line: string) => void): void {
    say(`${what}: ${this.#moved} moved, ${this.#there} there already`);
    for (const [reason, rows] of this.#left) say(`  ${rows} × ${reason}`);
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

async function movePeople(
  deps: ServerDeps,
  hosted: HostedSource,
  say: (line: string) => void,
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
    tally.add(await insertMoved(deps.db, 'users', rows, ['id']));
  }
  const others = tally.moved - (await moveIdentities(deps, hosted));
  if (others > 0) {
    tally.note(
      'moved, but she signed in by another provider: she asks for a mail to sign in',
      others,
    );
  }
  tally.tell('people', say);
}

/** Of each person the one of her address; others are ways to sign in that are not here. Answers how many have one. */
async function moveIdentities({ db }: ServerDeps, hosted: HostedSource): Promise<number> {
  if (!(await hosted.has('auth.identities'))) return 0;
  let moved = 0;
  for await (const given of inBatches(hosted.rows('auth.identities'))) {
    const first = new Map<string, MovedIdentity>();
    for (const { id, user_id: userId, provider, identity_data: data } of given) {
      if (provider !== 'email' || typeof userId !== 'string' || first.has(userId)) continue;
      const known = { id: isUuid(id) ? id : crypto.randomUUID(), data: data ?? {} };
      first.set(userId, { userId, ...known });
    }
    moved += await putIdentities(db, [...first.values()]);
  }
  return moved;
}

function toUserRow(person: HostedRow, note: (text: string) => void): HostedRow {
  const address = textOf(person['email']);
  if (address === undefined) throw new Error('she has no email address (a phone, or nobody yet)');
  if (textOf(person['deleted_at'])) throw new Error('she was deleted there');
  return {
    ...person,
    email: parseEmailAddress(address),
    password_hash: passwordOf(person, note),
    user_metadata: person['raw_user_meta_data'] ?? {},
    app_metadata: person['raw_app_meta_data'] ?? {},
    // Until what her own is comes along.
    identity_id: person['id'],
    identity_data: {},
    // What was on its way ends with the letters that said so.
    email_change: null,
    email_change_sent_at: null,
  };
}

function passwordOf(person: HostedRow, note: (text: string) => void): string | null {
  const hash = textOf(person['encrypted_password']);
  if (hash === undefined) return null;
  try {
    return ensureKeepableHash(hash);
  } catch {
    note('moved, but her password is kept in a way unknown here: she sets a new one by mail');
    return null;
  }
}

async function moveTracks(
  deps: ServerDeps,
  hosted: HostedSource,
  files: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  if (!(await hosted.has(tableOf('audio_content')))) return;
  const columns = await columnsOf(deps.db, 'audio_content');
  await tellColumns(hosted, 'audio_content', columns, say);
  const tally = new Tally();
  for await (const track of hosted.rows(tableOf('audio_content'))) {
    try {
      if (!Number.isSafeInteger(track['id'])) throw new Error('its id is not a number');
      const audio = await takeFile(deps, 'audio', textOf(track['audio_url']), files);
      const image = await takeFile(deps, 'images', textOf(track['image_url']), files);
      for (const problem of [audio.problem, image.problem]) if (problem) tally.note(problem);
      const isHeard = audio.path !== undefined && track['enabled'] !== false;
      await putTrack(
        deps.db,
        fitRow('audio_content', columns, {
          ...track,
          audio_url: audio.path ?? '',
          image_url: image.path ?? null,
          enabled: isHeard,
        }),
      );
      tally.add({ moved: 1, there: 0, left: [] });
    } catch (error) {
      tally.leave(error);
    }
  }
  tally.tell('tracks', say);
}

async function moveOwnRows(
  { db }: ServerDeps,
  hosted: HostedSource,
  { table, key }: { table: keyof Database; key: readonly string[] },
  say: (line: string) => void,
): Promise<void> {
  if (!(await hosted.has(tableOf(table)))) {
    say(`${table}: there is no such table, so nothing of it was taken`);
    return;
  }
  const columns = await columnsOf(db, table);
  await tellColumns(hosted, table, columns, say);
  const tally = new Tally();
  for await (const given of inBatches(hosted.rows(tableOf(table)))) {
    const rows = tally.make(given, (row) => {
      // Numbers are given anew: only people and tracks are known by theirs elsewhere.
      const { id, ...rest } = row;
      return fitRow(table, columns, table === 'profiles' ? row : rest);
    });
    tally.add(await insertMoved(db, table, rows, key));
  }
  tally.tell(table, say);
}

async function tellColumns(
  hosted: HostedSource,
  table: string,
  columns: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const left = (await hosted.columns(tableOf(table))).filter(
    (name) => name !== 'id' && !columns.includes(name),
  );
  if (left.length > 0) say(`${table}: left, as there is no place for it here: ${left.join(', ')}`);
}

async function tellWhatStays(hosted: HostedSource, say: (line: string) => void): Promise<void> {
  say(
    'Left on purpose: sessions (everybody signs in once more) and links in mails that are on their way.',
  );
  await tellFiles(hosted, say);
}

async function tellFiles(hosted: HostedSource, say: (line: string) => void): Promise<void> {
  if (await hosted.has('storage.objects')) {
    const files = await hosted.count('storage.objects');
    say(`storage.objects: ${files} files there; those that tracks point at are taken.`);
  }
  if (hosted.isDump) {
    say(
      'The files are not in a dump: they are taken from the folder in --files, or fetched from the addresses in the tracks.',
    );
  }
}
