import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { readTrackForm } from './track-form.ts';
import { changedParts, pickFields } from './track-merge.ts';
import type { TrackDraftState, Working } from './use-track-draft.ts';
import { useCreateTrack, useSaveTrack } from './use-track-writes.ts';

/**
 * Sends what she changed and nothing else. Where somebody else was faster with other parts, it goes
 * on top of theirs; with the same ones, false comes back and the choice is hers.
 */
export function useSaveDraft(
  track: AudioContent | undefined,
  state: TrackDraftState,
): UseMutationResult<boolean, Error, void> {
  const create = useCreateTrack();
  const update = useSaveTrack(track?.id ?? 0);

  async function save(work: Working): Promise<boolean> {
    const { value } = readTrackForm(work.draft);
    if (!value || work.clashes.length > 0) return false;
    if (work.version === null) {
      await create.mutateAsync(value);
      return true;
    }
    const parts = changedParts(work.base, work.draft);
    if (parts.length === 0) return true;
    const values = pickFields(value, parts);
    const { isSaved, track: now } = await update.mutateAsync({ values, version: work.version });
    const next = state.follow(now);
    return isSaved || save(next);
  }

  return useMutation({
    mutationFn: () => save(state),
    onSuccess: (isSaved) => {
      if (isSaved) state.forget();
    },
  });
}
