import { queryOptions } from '@tanstack/react-query';
import { AUDIO_CATEGORIES, type AudioCategory } from '#contract/words/tracks.ts';
import { backend } from '#renderer/lib/backend.ts';

/**
 * What she chose for herself, in `profiles.preferences`; kept for the person, not for the device. A type,
 * since to the compiler no interface is JSON.
 */
export type Preferences = {
  /** Whether a daily reminder is wanted, and at which local time, 'HH:MM'. */
  readonly reminders: boolean;
  readonly reminderTime: string;
  /** 'Pause everything': no reminders, letters or prompts, without a question. */
  readonly paused: boolean;
  /** Where she is on the way, when she has said so: decides which words to all reach her. */
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

/** Writes the whole of it; makes the profile when there is none yet. */
export async function savePreferences(userId: string, preferences: Preferences): Promise<void> {
  const { tables } = backend();
  const { data } = await tables
    .from('profiles')
    .update({ preferences })
    .eq('id', userId)
    .select('id')
    .throwOnError();
  if (data.length === 0) {
    await tables
      .from('profiles')
      .insert([{ id: userId, preferences }])
      .throwOnError();
  }
}

/** Whatever an older version or another client left there reads as the default. */
export function readPreferences(found: unknown): Preferences {
  const kept: Partial<Record<keyof Preferences, unknown>> =
    typeof found === 'object' && found !== null ? found : {};
  return {
    reminders: kept.reminders === true,
    reminderTime: isTime(kept.reminderTime) ? kept.reminderTime : DEFAULT_TIME,
    paused: kept.paused === true,
    stage: AUDIO_CATEGORIES.find((category) => category === kept.stage) ?? null,
  };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}
