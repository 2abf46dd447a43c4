import { Readable } from 'node:stream';
import type { Bucket } from '#contract/calls/storage.ts';
import { LIMITS } from '#contract/words/limits.ts';
import { type HostedRow, type HostedSource, withHosted } from '#db/move/hosted-source.ts';
import {
  columnsOf,
  continueNumbers,
  fitRow,
  insertMoved,
  putTrack,
} from '#db/move/insert-moved.ts';
import type { Database } from '#db/schema/database.ts';
import type { ServerDeps } from './core/deps.ts';
import { AppError } from './core/errors.ts';
import { isUuid } from './core/uuid.ts';
import { parseEmailAddress } from './identity/accounts/email-address.ts';
import { ensureKeepableHash } from './identity/accounts/given-hash.ts';
import { enqueueRecording } from './modules/recordings/recordings.usecases.ts';
import { storeUpload } from './modules/storage/upload.usecases.ts';

export interface MoveInOptions {
  readonly isDry: boolean;
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

/**
 * Takes over what the hosted backend has: people with their ids, passwords and confirmations, tracks with
 * their files, and people's own rows. Each row by itself, so that a move that broke off is begun again and
 * finds what is there; what cannot be taken is counted with its reason. Nothing there is changed.
 */
export async function moveIn(deps: ServerDeps, url: string, options: MoveInOptions): Promise<void> {
  await withHosted(url, async (hosted) => {
    if (!(await hosted.has('auth.users'))) {
      throw new Error(
        'There is no table auth.users: this is not the database of the hosted backend.',
      );
    }
    if (options.isDry) return countHosted(hosted, options.say);
    await movePeople(deps, hosted, options.say);
    await moveTracks(deps, hosted, options.say);
    for (const { table, key } of OWN_ROWS)
      await moveOwnRows(deps, hosted, { table, key }, options.say);
    await continueNumbers(deps.db, [
      'audio_content',
      ...OWN_ROWS.slice(2).map(({ table }) => table),
    ]);
    await tellWhatStays(hosted, options.say);
  });
}

const tableOf = (table: string) => `public.${table}`;

async function countHosted(hosted: HostedSource, say: (line: string) => void): Promise<void> {
  const tables = ['auth.users', 'auth.identities', 'public.audio_content'];
  for (const table of [...tables, ...OWN_ROWS.map(({ table }) => tableOf(table))]) {
    say(
      (await hosted.has(table))
        ? `${table}: ${await hosted.count(table)} rows`
        : `${table}: there is no such table, so nothing of it is taken`,
    );
  }
}

/** What became of a table's rows, with how many were left for each reason. */
class Tally {
  #moved = 0;
  #there = 0;
  readonly #left = new Map<string, number>();

  async count(work: () => Promise<'moved' | 'there'>): Promise<void> {
    try {
      if ((await work()) === 'moved') this.#moved += 1;
      else this.#there += 1;
    } catch (error) {
      this.note(reasonOf(error));
    }
  }

  note(reason: string): void {
    this.#left.set(reason, (this.#left.get(reason) ?? 0) + 1);
  }

  tell(what: string, say: (line: string) => void): void {
    say(`${what}: ${this.#moved} moved, ${this.#there} there already`);
    for (const [reason, rows] of this.#left) say(`  ${rows} × ${reason}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return `left: ${error.publicMessage}`;
  return `left: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

async function movePeople(
  deps: ServerDeps,
  hosted: HostedSource,
  say: (line: string) => void,
): Promise<void> {
  const identities = await readIdentities(hosted);
  const columns = await columnsOf(deps.db, 'users');
  const tally = new Tally();
  for await (const person of hosted.rows('auth.users')) {
    await tally.count(async () => {
      const row = toUserRow(person, identities.get(String(person['id'])), (note) =>
        tally.note(note),
      );
      return insertMoved(deps.db, 'users', fitRow('users', columns, row), ['id']);
    });
  }
  tally.tell('people', say);
}

/** Of each person the one of her address; others are ways to sign in that are not here. */
async function readIdentities(hosted: HostedSource): Promise<Map<string, HostedRow>> {
  const found = new Map<string, HostedRow>();
  if (!(await hosted.has('auth.identities'))) return found;
  for await (const identity of hosted.rows('auth.identities')) {
    if (identity['provider'] === 'email') found.set(String(identity['user_id']), identity);
  }
  return found;
}

function toUserRow(
  person: HostedRow,
  identity: HostedRow | undefined,
  note: (text: string) => void,
): HostedRow {
  const address = textOf(person['email']);
  if (address === undefined) throw new Error('she has no email address (a phone, or nobody yet)');
  if (textOf(person['deleted_at'])) throw new Error('she was deleted there');
  if (!identity)
    note('moved, but she signed in by another provider: she asks for a mail to sign in');
  const identityId = identity?.['id'];
  return {
    ...person,
    email: parseEmailAddress(address),
    password_hash: passwordOf(person, note),
    user_metadata: person['raw_user_meta_data'] ?? {},
    app_metadata: person['raw_app_meta_data'] ?? {},
    identity_id: isUuid(identityId) ? identityId : crypto.randomUUID(),
    identity_data: identity?.['identity_data'] ?? {},
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
  say: (line: string) => void,
): Promise<void> {
  if (!(await hosted.has(tableOf('audio_content')))) return;
  const columns = await columnsOf(deps.db, 'audio_content');
  const tally = new Tally();
  for await (const track of hosted.rows(tableOf('audio_content'))) {
    await tally.count(async () => {
      if (!Number.isSafeInteger(track['id'])) throw new Error('its id is not a number');
      const audio = await takeFile(deps, 'audio', textOf(track['audio_url']));
      const image = await takeFile(deps, 'images', textOf(track['image_url']));
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
      return 'moved';
    });
  }
  tally.tell('tracks', say);
}

const FETCH_MS = 10 * 60_000;

/** Fetches a public file into our store, which names it by its content: the same file is kept once. */
async function takeFile(
  deps: ServerDeps,
  bucket: Bucket,
  address: string | undefined,
): Promise<{ path?: string; problem?: string }> {
  if (address === undefined) return {};
  const failed = (why: string) => ({
    problem: `moved without its ${bucket === 'audio' ? 'recording, so it is switched off' : 'picture'}: ${address} ${why}`,
  });
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_MS) });
    if (!answer.ok || !answer.body) return failed(`answered ${answer.status}`);
    const name = decodeURIComponent(new URL(address).pathname).split('/').at(-1) || 'file';
    const stored = await storeUpload(
      {
        ...deps,
        limitBytes: LIMITS.resumableBytes,
        onStored: (file) => enqueueRecording(deps, file),
      },
      { bucket, name },
      Readable.from(answer.body),
    );
    return { path: stored.path };
  } catch (error) {
    return failed(reasonOf(error).replace('left: ', 'was not taken: '));
  }
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
  const tally = new Tally();
  for await (const given of hosted.rows(tableOf(table))) {
    await tally.count(() => {
      // Numbers are given anew: only people and tracks are known by theirs elsewhere.
      const { id, ...rest } = given;
      const row = fitRow(table, columns, table === 'profiles' ? given : rest);
      // A table without the moment still knows its rows by the rest.
      return insertMoved(
        db,
        table,
        row,
        key.filter((name) => row[name] !== undefined),
      );
    });
  }
  tally.tell(table, say);
}

async function tellWhatStays(hosted: HostedSource, say: (line: string) => void): Promise<void> {
  say(
    'Left on purpose: sessions (everybody signs in once more) and links in mails that are on their way.',
  );
  if (!(await hosted.has('storage.objects'))) return;
  const files = await hosted.count('storage.objects');
  say(`storage.objects: ${files} files there; those that tracks point at were taken.`);
}
