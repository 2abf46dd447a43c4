import { queryOptions } from '@tanstack/react-query';
import { AUDIO_CATEGORIES, type AudioCategory } from '#contract/constants/tracks/tracks.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

/**
 * The user's settings, in `profiles.preferences`; stored per account, not per device. A type alias, because TypeScript
 * does not accept an interface as JSON.
 */
export type Preferences = {
  /** Whether a daily reminder is on, and its local time, 'HH:MM'. */
  readonly reminders: boolean;
  readonly reminderTime: string;
  /** 'Pause everything': no reminders, emails or prompts. */
  readonly paused: boolean;
  /** The user's stage, if stated: selects which broadcasts they receive. */
  readonly stage: AudioCategory | null;
};

const DEFAULT_TIME = '20:00';

export function preferencesQuery(userId: string) {
  return queryOptions({
    queryKey: ['preferences', userId],
    queryFn: async ({ signal }) => {
      const { data } = await backend()
        .tables.from('profiles')
        .select('preferences')
        .eq('id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return readPreferences(data?.preferences);
    },
  });
}

/** Writes all preferences, and creates the profile if needed, in one atomic request. */
export async function savePreferences(userId: string, preferences: Preferences): Promise<void> {
  const profiles = backend().tables.from('profiles');
  await profiles.upsert({ id: userId, preferences }).throwOnError();
}

/** Values of an older version or another client fall back to the defaults. */
export function readPreferences(found: unknown): Preferences {
  const stored: Partial<Record<keyof Preferences, unknown>> =
    typeof found === 'object' && found !== null ? found : {};
  return {
    reminders: stored.reminders === true,
    reminderTime: isTime(stored.reminderTime) ? stored.reminderTime : DEFAULT_TIME,
    paused: stored.paused === true,
    stage: AUDIO_CATEGORIES.find((category) => category === stored.stage) ?? null,
  };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}
