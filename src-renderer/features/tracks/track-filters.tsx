import { useAtom } from 'jotai';
import { ChipGroup } from '#renderer/components/forms/chip-group.tsx';
import { SearchField } from '#renderer/components/forms/search-field.tsx';
import { STAGE_CHIPS } from '#renderer/track-parts/stage-mark.tsx';
import { categoryAtom, searchAtom } from './library.atoms.ts';

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
      <ChipGroup label="Category" chips={STAGE_CHIPS} value={category} onChange={setCategory} />
    </search>
  );
}
