import { useEffect, useEffectEvent } from 'react';
import { useAdminId } from '../admin-may.ts';
import { useOpened } from '../resource/use-opened.ts';
import { findDraft } from '../shared/use-saved-draft.ts';

export type OpenTrackId = number | 'new';
export const trackDraftName = (id: OpenTrackId): string => `track:${id}`;

/** The open track, from the URL; on mount without one, opens the track with a saved draft. */
export function useOpenTrack(): [OpenTrackId | undefined, (id: OpenTrackId | undefined) => void] {
  const [opened, setOpened] = useOpened('track');
  const admin = useAdminId();
  const openDraft = useEffectEvent(() => {
    const draftId = opened === undefined ? findDraft('track:', admin) : undefined;
    if (draftId !== undefined) setOpened(draftId);
  });
  useEffect(() => openDraft(), []);
  const id = opened === 'new' || opened === undefined ? opened : Number(opened);
  return [id, (next) => setOpened(next === undefined ? undefined : String(next))];
}
