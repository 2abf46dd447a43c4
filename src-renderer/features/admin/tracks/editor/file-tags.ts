import { atom, useAtomValue } from 'jotai';
import type { FileTags } from '#contract/calls/storage.ts';
import type { TrackDraft } from './track-form.ts';

/** The tags of files uploaded since the area was opened. */
const fileTagsAtom = atom<readonly FileTags[]>([]);

export const rememberTagsAtom = atom(null, (get, set, tags: FileTags | undefined) => {
  if (tags) set(fileTagsAtom, [...get(fileTagsAtom), tags]);
});

/** 'From the file' for fields that still have the value of the file's tags. */
export function useTagHints(draft: TrackDraft) {
  const known = useAtomValue(fileTagsAtom);
  const hintFor = (isFromFile: boolean) => (isFromFile ? 'From the file' : undefined);
  return {
    title: hintFor(known.some(({ title }) => title === draft.title)),
    cover: hintFor(known.some(({ cover }) => cover !== null && cover === draft.image_url)),
    chapters: hintFor(
      draft.chapters !== null &&
        known.some(({ chapters }) => JSON.stringify(chapters) === JSON.stringify(draft.chapters)),
    ),
  };
}
