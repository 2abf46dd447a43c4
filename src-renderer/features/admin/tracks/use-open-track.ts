import { useEffect, useRef } from 'react';
import { useOpened } from '../shared/use-opened.ts';
import { type DraftId, findDraft } from './kept-draft.ts';

/** The track whose editor is open, by the address; without one, the track whose draft was left behind. */
export function useOpenTrack(): [DraftId | undefined, (id: DraftId | undefined) => void] {
  const [opened, setOpened] = useOpened('track');
  const isNew = useRef(true);
  useEffect(() => {
    if (!isNew.current) return;
    isNew.current = false;
    const left = opened === undefined ? findDraft() : undefined;
    if (left !== undefined) setOpened(String(left));
  });
  const id = opened === 'new' || opened === undefined ? opened : Number(opened);
  return [id, (next) => setOpened(next === undefined ? undefined : String(next))];
}
