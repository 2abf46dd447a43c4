import { useAtom } from 'jotai';
import { AUDIO_CATEGORIES } from '#contract/constants/tracks/tracks.ts';
import { ChipGroup } from '#renderer/components/forms/chip-group.tsx';
import { SearchField } from '#renderer/components/forms/search-field.tsx';
import { type Stage, stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { categoryAtom, searchAtom } from './library.atoms.ts';
import type { CategoryFilter } from './search.ts';

const CHIPS: { value: CategoryFilter; label: string; stage: Stage }[] = [
  { value: 'ALL', label: 'ALL', stage: 'all' },
  ...AUDIO_CATEGORIES.map((value) => ({ value, label: value, stage: stageOf(value) })),
];

export function TrackFilters() {
  const [words, setWords] = useAtom(searchAtom);
  const [category, setCategory] = useAtom(categoryAtom);
  return (
    <search className="find">
      <SearchField
        placeholder="Search meditations"
        value={words}
        enterKeyHint="search"
        onChange={(event) => setWords(event.target.value)}
      />
      <ChipGroup label="Category" chips={CHIPS} value={category} onChange={setCategory} />
    </search>
  );
}
