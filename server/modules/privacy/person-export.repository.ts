import type { PersonExport } from '#contract/calls/person-export.ts';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import type { Executor } from '#db/schema/database.ts';
import { isVerifiable } from './account-deletion.repository.ts';

type Part<Name extends keyof PersonExport> = Promise<PersonExport[Name]>;

/** The parts of an export that need an account. */
export type AccountParts = Omit<
  PersonExport,
  'version' | 'exported_at' | 'email' | 'newsletter' | 'deletion_requests'
>;

export async function readAccount(
  db: Executor,
  userId: string,
  siteUrl: string,
): Promise<AccountParts> {
  return {
    account: await findAccount(db, userId),
    sessions: await listSessions(db, userId),
    profile: await findProfile(db, userId),
    pictures: await listPictures(db, userId, siteUrl),
    favorites: await listFavorites(db, userId),
    plays: await listPlays(db, userId),
    positions: await listPositions(db, userId),
    subscription: await findSubscription(db, userId),
    codes: await listCodes(db, userId),
    tickets: await listTickets(db, userId),
    notifications: await listNotifications(db, userId),
    consents: await listConsents(db, userId),
  };
}

export async function findAddress(db: Executor, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.email;
}

async function findAccount(db: Executor, userId: string): Part<'account'> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email_change', 'created_at', 'updated_at', 'email_confirmed_at', 'invited_at'])
    .select(['confirmation_sent_at', 'recovery_sent_at', 'email_change_sent_at'])
    .select(['reauthentication_sent_at', 'last_sign_in_at', 'banned_until'])
    .select(['user_metadata', 'app_metadata', 'identity_data'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

async function listSessions(db: Executor, userId: string): Part<'sessions'> {
  const rows = await db
    .selectFrom('sessions')
    .select(['device', 'created_at', 'updated_at', 'refreshed_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ ...row, expires_at: new Date(row.expires_at).toISOString() }));
}

async function findProfile(db: Executor, userId: string): Part<'profile'> {
  const row = await db
    .selectFrom('profiles')
    .select(['username', 'avatar_url', 'preferences', 'created_at', 'updated_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

async function listPictures(db: Executor, userId: string, siteUrl: string): Part<'pictures'> {
  const rows = await db
    .selectFrom('storage_objects')
    .select(['bucket', 'path', 'content_type', 'bytes', 'metadata', 'created_at', 'updated_at'])
    .where('owner', '=', userId)
    .orderBy('path')
    .execute();
  return rows.map(({ bucket, path, ...row }) => ({
    address: siteUrl + publicObjectPath(bucket, path),
    path,
    ...row,
  }));
}

async function listFavorites(db: Executor, userId: string): Part<'favorites'> {
  return db
    .selectFrom('favorites')
    .innerJoin('audio_content', 'audio_content.id', 'favorites.content_id')
    .select(['content_id', 'title', 'favorites.created_at'])
    .where('user_id', '=', userId)
    .orderBy('favorites.created_at')
    .execute();
}

/** Rows per transfer from the database thread. */
const PAGE = 1_000;

/** Paged, because a user may have very many plays. */
async function listPlays(db: Executor, userId: string): Part<'plays'> {
  const all: PersonExport['plays'] = [];
  for (let last = { id: 0, created_at: '1970-01-01T00:00:00.000Z' }; ; ) {
    const page = await readPlaysAfter(db, userId, last);
    for (const { id: _id, ...play } of page) all.push(play);
    const end = page.at(-1);
    if (end === undefined || page.length < PAGE) return all;
    last = end;
  }
}

function readPlaysAfter(
  db: Executor,
  userId: string,
  { id, created_at: at }: { id: number; created_at: string },
) {
  return (
    db
      .selectFrom('user_activity as play')
      .innerJoin('audio_content', 'audio_content.id', 'play.content_id')
      .select(['play.id', 'content_id', 'title', 'play.created_at'])
      .where('user_id', '=', userId)
      // Redundant condition, so that the index is used.
      .where('play.created_at', '>=', at)
      .where((eb) => eb.or([eb('play.created_at', '>', at), eb('play.id', '>', id)]))
      .orderBy('play.created_at')
      .orderBy('play.id')
      .limit(PAGE)
      .execute()
  );
}

async function listPositions(db: Executor, userId: string): Part<'positions'> {
  return db
    .selectFrom('playback_positions')
    .innerJoin('audio_content', 'audio_content.id', 'playback_positions.content_id')
    .select([
      'content_id',
      'title',
      'position_seconds',
      'is_playing',
      'playback_positions.updated_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('playback_positions.updated_at')
    .execute();
}

async function findSubscription(db: Executor, userId: string): Part<'subscription'> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['plan_type', 'status', 'start_date', 'end_date', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

async function listCodes(db: Executor, userId: string): Part<'codes'> {
  return db
    .selectFrom('code_redemptions')
    .innerJoin('centre_codes', 'centre_codes.id', 'code_id')
    .select(['centre_name', 'redeemed_at'])
    .where('user_id', '=', userId)
    .orderBy('redeemed_at')
    .execute();
}

async function listTickets(db: Executor, userId: string): Part<'tickets'> {
  const tickets = await db
    .selectFrom('support_tickets')
    .select(['id', 'subject', 'message', 'status', 'answer', 'answered_at'])
    .select(['created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const rows = await db
    .selectFrom('ticket_messages')
    .innerJoin('support_tickets', 'support_tickets.id', 'ticket_id')
    .select(['ticket_id', 'author', 'text', 'ticket_messages.created_at'])
    .where('user_id', '=', userId)
    .orderBy('ticket_messages.id')
    .execute();
  const threads = Map.groupBy(rows, ({ ticket_id }) => ticket_id);
  return tickets.map(({ id, ...ticket }) => ({
    ...ticket,
    messages: (threads.get(id) ?? []).map(({ ticket_id: _ticket, ...message }) => message),
  }));
}

async function listNotifications(db: Executor, userId: string): Part<'notifications'> {
  const rows = await db
    .selectFrom('notifications')
    .leftJoin('notification_reads', (join) =>
      join
        .onRef('notification_reads.notification_id', '=', 'notifications.id')
        .on('notification_reads.user_id', '=', userId),
    )
    .select(['title', 'body', 'publish_at', 'read_at', 'notifications.user_id'])
    .where((eb) => eb.or([eb('notifications.user_id', '=', userId), eb('read_at', 'is not', null)]))
    .orderBy('notifications.id')
    .execute();
  return rows.map(({ user_id, ...row }) => ({ ...row, to_everybody: user_id === null }));
}

async function listConsents(db: Executor, userId: string): Part<'consents'> {
  return db
    .selectFrom('consents')
    .select(['kind', 'text_version', 'granted', 'created_at', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export async function findNewsletter(db: Executor, email: string): Part<'newsletter'> {
  const row = await db
    .selectFrom('newsletter_subscribers')
    .select(['status', 'source', 'text_version', 'created_at', 'confirmed_at', 'unsubscribed_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  return row ?? null;
}

export async function listDeletionRequests(
  db: Executor,
  { userId, email }: { userId: string | null; email: string },
): Part<'deletion_requests'> {
  const rows = await db
    .selectFrom('deletion_requests')
    .select(['reason', 'feedback', 'data_download', 'status', 'refusal', 'created_at'])
    .select(['confirmed_at', 'approved_at', 'due_at', 'refused_at'])
    .where((eb) => {
      // Excludes other accounts' requests under this address.
      const underAddress = eb.and([
        eb('email', '=', email),
        eb('user_id', 'is', null),
        isVerifiable(eb),
      ]);
      return userId === null ? underAddress : eb.or([underAddress, eb('user_id', '=', userId)]);
    })
    .orderBy('id')
    .execute();
  // The database checks the reason against the same list.
  return rows as PersonExport['deletion_requests'];
}
