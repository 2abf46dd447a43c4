import type { Insertable } from 'kysely';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import type { AppDatabase } from '../open.ts';
import type { Database } from '../schema/database.ts';
import { buildProfile, buildSubscription, buildUser } from './builders/build-person.ts';
import {
  buildCentreCode,
  buildDeletionRequest,
  buildFavorite,
  buildNewsletterSubscriber,
  buildNotification,
  buildPlay,
  buildTicket,
} from './builders/build-service-rows.ts';
import { sampleUuid } from './sample-uuid.ts';

const PEOPLE = 48;
const DAYS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Sample users and their activity in the days before `now`, for screens that are empty otherwise; deterministic. Every
 * name, address and text is marked as a sample. Returns false when the samples exist already.
 */
export async function seedDemo(db: AppDatabase, now: number): Promise<boolean> {
  return db.transaction(async (trx) => {
    const known = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', sampleUuid('user', 1))
      .executeTakeFirst();
    if (known) return false;
    const tracks = await trx.selectFrom('audio_content').select('id').orderBy('id').execute();
    const demo = createDemo(
      now,
      tracks.map(({ id }) => id),
    );
    for (const [table, rows] of Object.entries(demo)) {
      if (rows.length === 0) continue;
      // Object.entries loses the row types; createDemo's type has checked them.
      await trx
        .insertInto(table as keyof Database)
        .values(rows as never[])
        .execute();
    }
    return true;
  });
}

type Rows = { [Table in keyof Database]?: Insertable<Database[Table]>[] };

/** Parents before children: this is the order of insertion. */
function createDemo(now: number, trackIds: readonly number[]): Rows {
  const random = createRandom();
  const pick = <T>(values: readonly T[]): T | undefined =>
    values[Math.floor(random() * values.length)];
  /** A random time in the last days, more often a recent one. */
  const randomTime = (days = DAYS) => new Date(now - random() ** 1.5 * days * DAY_MS).toISOString();
  const inDays = (days: number) => new Date(now + days * DAY_MS).toISOString();
  const people = Array.from({ length: PEOPLE }, (_, index) => index + 1);
  const joinedAt = people.map(() => randomTime());

  return {
    users: people.map((number, index) => {
      const created_at = joinedAt[index] ?? '';
      return buildUser(number, {
        created_at,
        updated_at: created_at,
        email_confirmed_at: number % 9 === 0 ? null : created_at,
        email_proved_at: number % 9 === 0 ? null : created_at,
        last_sign_in_at: number % 9 === 0 ? null : later(created_at, randomTime(7)),
      });
    }),
    profiles: people.map((number, index) => {
      const created_at = joinedAt[index] ?? '';
      const username = number % 7 === 0 ? null : `Sample Mother ${number}`;
      return buildProfile(number, { username, created_at, updated_at: created_at });
    }),
    subscriptions: people
      .filter((number) => number % 3 === 0)
      .map((number) => createSubscription(number, now)),
    consents: people.map((number, index) => ({
      user_id: sampleUuid('user', number),
      kind: 'play_log',
      text_version: currentConsentText('play_log').version,
      granted: true,
      created_at: joinedAt[index] ?? '',
      withdrawn_at: null,
    })),
    user_activity: people.flatMap((number, index) =>
      trackIds.length === 0
        ? []
        : Array.from({ length: Math.floor(random() * 60) }, () =>
            buildPlay(number, {
              content_id: pick(trackIds) ?? 0,
              created_at: later(joinedAt[index] ?? '', randomTime()),
            }),
          ),
    ),
    favorites: people.flatMap((number) =>
      trackIds
        .filter(() => random() < 0.25)
        .map((content_id) => buildFavorite(number, { content_id, created_at: randomTime() })),
    ),
    playback_positions: people
      .filter((number) => number % 4 === 0)
      .flatMap((number) =>
        trackIds.slice(0, 1).map((content_id) => ({
          user_id: sampleUuid('user', number),
          content_id,
          position_seconds: Math.floor(random() * 500),
          updated_at: randomTime(7),
        })),
      ),
    support_tickets: TICKETS.map(({ subject, message, answer }, index) => {
      const created_at = randomTime(14);
      return buildTicket(index * 3 + 1, {
        subject,
        message,
        created_at,
        updated_at: created_at,
        ...(answer === undefined
          ? {}
          : { status: 'answered', answer, answered_at: later(created_at, randomTime(2)) }),
      });
    }),
    notifications: NOTIFICATIONS.map(({ title, body, withdrawn }, index) => {
      const publish_at = new Date(now - (index * 6 + 1) * DAY_MS).toISOString();
      return buildNotification({
        title,
        body,
        publish_at,
        created_at: publish_at,
        withdrawn_at: withdrawn ? new Date(now - DAY_MS).toISOString() : null,
      });
    }),
    newsletter_subscribers: people.slice(0, 20).map((number) => {
      const created_at = randomTime();
      return number % 4 === 0
        ? buildNewsletterSubscriber(number, { created_at })
        : buildNewsletterSubscriber(number, {
            created_at,
            status: number % 7 === 0 ? 'unsubscribed' : 'confirmed',
            confirmed_at: created_at,
            unsubscribed_at: number % 7 === 0 ? later(created_at, randomTime(7)) : null,
          });
    }),
    centre_codes: [
      buildCentreCode({ uses_allowed: 40, used_count: 17, valid_until: inDays(90) }),
      buildCentreCode({
        centre_name: 'Sample Midwives by the River',
        code: 'SAMP7654',
        plan_type: 'Lifetime',
        plan_length: null,
        used_count: 20,
        valid_until: inDays(30),
      }),
    ],
    deletion_requests: [
      buildDeletionRequest(11, { created_at: randomTime(10) }),
      buildDeletionRequest(22, {
        reason: 'privacy-concerns',
        feedback: 'Sample: I would like to start again later.',
        data_download: true,
        status: 'approved',
        created_at: new Date(now - 6 * DAY_MS).toISOString(),
        confirmed_at: new Date(now - 6 * DAY_MS).toISOString(),
        approved_at: new Date(now - 5 * DAY_MS).toISOString(),
        due_at: inDays(25),
      }),
    ],
  };
}

/** One third are lifetime plans, one third are active, and one third have ended. */
function createSubscription(number: number, now: number) {
  const days = [null, 120, -20][(number / 3) % 3] ?? null;
  return buildSubscription(number, {
    plan_type: days === null ? 'Lifetime (sample)' : 'Premium (sample)',
    status: days !== null && days < 0 ? 'expired' : 'active',
    start_date: new Date(now - 150 * DAY_MS).toISOString(),
    end_date: days === null ? null : new Date(now + days * DAY_MS).toISOString(),
  });
}

/** RFC 3339 in one time zone sorts as text. */
function later(first: string, second: string): string {
  return first > second ? first : second;
}

/** Mulberry32: small and deterministic. */
function createRandom(): () => number {
  let state = 0x5eed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TICKETS: { subject: string; message: string; answer?: string }[] = [
  {
    subject: 'Sample: the sound stops when my screen locks',
    message: 'A sample message. After about ten minutes with a locked screen the sound stops.',
  },
  {
    subject: 'Sample: can I change the order of the tracks?',
    message: 'A sample message. I would like the psalms first.',
    answer: 'A sample answer. Yes: open Tracks and drag them, or use the arrows beside each track.',
  },
  {
    subject: 'Sample: I cannot find my favorites',
    message: 'A sample message. I marked three meditations yesterday and the list is empty today.',
    answer: 'A sample answer. You were signed in with another address; both lists are still there.',
  },
  {
    subject: 'Sample: a wish for labor',
    message: 'A sample message. Could there be a longer track for labor, about an hour?',
  },
  {
    subject: 'Sample: text is small on my phone',
    message: 'A sample message. At night I cannot read the descriptions without my glasses.',
  },
  {
    subject: 'Sample: thank you',
    message: 'A sample message. The evening reading has become a part of our day.',
    answer: 'A sample answer. Thank you for telling us.',
  },
  {
    subject: 'Sample: invoice for my subscription',
    message: 'A sample message. Where can I see when my subscription ends?',
  },
];

const NOTIFICATIONS: { title: string; body: string; withdrawn?: boolean }[] = [
  {
    title: 'Sample: a new evening reading',
    body: 'A sample notification. Ten quiet minutes before you sleep are in the library now.',
  },
  {
    title: 'Sample: the sleep timer',
    body: 'A sample notification. The player can fade out after the time you choose.',
  },
  {
    title: 'Sample: maintenance',
    body: 'A sample notification that was withdrawn and is not shown.',
    withdrawn: true,
  },
];
