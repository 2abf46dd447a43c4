import { isPlanActive } from '#contract/plans.ts';
import type { Actor } from '#server/core/actor.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import type { ObjectName } from './object-name.ts';
import { objectOfAddress } from './stored-object.usecases.ts';

export interface PremiumGate {
  /** Whether the recording belongs to a premium track, so that its plain address must not open it. */
  isPremium(object: ObjectName): Promise<boolean>;
  /** The stored recording of a track, when it has one and is not switched off. */
  recordingOf(trackId: number): Promise<ObjectName | undefined>;
  /** Whether this person has an active subscription; the admin hears everything. */
  mayHear(actor: Actor): Promise<boolean>;
}

/** Knows the premium recordings by heart, and looks again when the change log has moved. */
export function createPremiumGate({ db, clock, settings }: ServerDeps): PremiumGate {
  let known = new Set<string>();
  let knownAt = -1;

  async function premiumObjects(): Promise<Set<string>> {
    const latest = db.latestChangeIdSync?.() ?? (await db.latestChangeId());
    if (latest !== knownAt) {
      const rows = await db.kysely
        .selectFrom('audio_content')
        .select('audio_url')
        .where('is_premium', '=', true)
        .execute();
      const objects = rows.map(({ audio_url }) => objectOfAddress(audio_url));
      known = new Set(objects.flatMap((object) => (object ? [keyOf(object)] : [])));
      knownAt = latest;
    }
    return known;
  }

  return {
    async recordingOf(trackId) {
      const track = await db.kysely
        .selectFrom('audio_content')
        .select('audio_url')
        .where('id', '=', trackId)
        .where('enabled', '=', true)
        .executeTakeFirst();
      return track && objectOfAddress(track.audio_url);
    },
    isPremium: async (object) =>
      object.bucket === 'audio' &&
      (await settings.read()).switches.premium_gate &&
      (await premiumObjects()).has(keyOf(object)),
    async mayHear({ role, userId }) {
      if (role === 'service_role') return true;
      if (userId === null) return false;
      const subscription = await db.kysely
        .selectFrom('subscriptions')
        .select(['status', 'end_date'])
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return subscription !== undefined && isPlanActive(subscription, clock.now());
    },
  };
}

const keyOf = ({ bucket, name }: ObjectName) => `${bucket}/${name}`;
