import { useOpened } from '../resource/use-opened.ts';

export type OpenTrackId = number | 'new';

/** The open track, from the URL. */
export function useOpenTrack(): [OpenTrackId | undefined, (id: OpenTrackId | undefined) => void] {
  const [opened, setOpened] = useOpened('track');
  const id = opened === 'new' || opened === undefined ? opened : Number(opened);
  return [id, (next) => setOpened(next === undefined ? undefined : String(next))];
}
