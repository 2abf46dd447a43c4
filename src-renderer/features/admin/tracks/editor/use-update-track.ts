import type { AudioContent } from '#contract/rows/audio-content.ts';
import { useAdminAction } from '#renderer/features/admin/shared/use-admin-action.ts';

/** Switches a track on or off, and clears the time scheduled for the same change. */
export const enabledValues = (enabled: boolean): Partial<AudioContent> =>
  enabled ? { enabled, publish_at: null } : { enabled, unpublish_at: null };

export const useUpdateTrack = (id: number) =>
  useAdminAction(
    'tracks',
    ({ tables }, values: Partial<AudioContent>) =>
      tables.from('audio_content').update(values).eq('id', id).throwOnError(),
    { failed: 'Nothing was changed' },
  );
