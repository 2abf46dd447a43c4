import { useEffect, useRef } from 'react';
import { useAdminId } from '../admin-may.ts';
import { useOpened } from '../resource/use-opened.ts';
import { findDraft } from '../shared/use-saved-draft.ts';

export type OpenTrackId = number | 'new';
export const draftName = (id: OpenTrackId): string => `track:${id}`;

/** The track in the URL whose editor is open; without one, the track with a saved draft. */
export function useOpenTrack(): [OpenTrackId | undefined, (id: OpenTrackId | undefined) => void] {
  const [opened, setOpened] = useOpened('track');
  const admin = useAdminId();
  const isNew = useRef(true);
  useEffect(() => {
    if (!isNew.current) return;
    isNew.current = false;
    const left = opened === undefined ? findDraft('track:', admin) : undefined;
    if (left !== undefined) setOpened(left);
  });
  const id = opened === 'new' || opened === undefined ? opened : Number(opened);
  return [id, (next) => setOpened(next === undefined ? undefined : String(next))];
}
