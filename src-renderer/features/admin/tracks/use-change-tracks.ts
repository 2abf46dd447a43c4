import type { TrackValues } from '#contract/calls/admin/track-changes.ts';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import type { AdminBackend } from '../admin-session.ts';
import { useAdminAction } from '../shared/use-admin-action.ts';

export interface Undoable {
  readonly label: 'Last change' | 'Last move';
  readonly text: string;
  /** Returns the message to show, or the number of tracks not undone because they changed since. */
  readonly undo: (backend: AdminBackend) => Promise<string | number>;
}

interface Change {
  readonly chosen: ReadonlySet<number>;
  readonly text: string;
  readonly values: TrackValues;
}

/** Sets the same values on all selected tracks, or on none if it fails. */
export const useChangeTracks = () =>
  useAdminAction(
    'tracks',
    async ({ call }, { chosen, text, values }: Change): Promise<Undoable> => {
      const { id } = await call('changeTracks', { input: { ids: [...chosen], values } });
      const undo = async (backend: AdminBackend) => {
        const { kept } = await backend.call('undoTrackChange', { params: { id } });
        return kept === 0 ? 'Changes undone' : kept;
      };
      return { label: 'Last change', text, undo };
    },
    { failed: 'Nothing was changed' },
  );

/** The undo restores the tracks under their old ids, so that links work again. */
export const useDeleteTracks = () =>
  useAdminAction(
    'tracks',
    async (backend, { chosen, text }: Omit<Change, 'values'>): Promise<Undoable> => {
      const rows = backend.tables.from('audio_content');
      const { data: deleted }: { data: AudioContent[] } = await rows
        .delete()
        .in('id', [...chosen])
        .select()
        .throwOnError();
      const undo = async ({ tables }: AdminBackend) => {
        await tables.from('audio_content').insert(deleted).throwOnError();
        return 'Changes undone';
      };
      return { label: 'Last change', text, undo };
    },
    { failed: 'Nothing was deleted' },
  );
