import { AUDIO_CATEGORIES, AUDIO_KINDS } from '#contract/words/tracks.ts';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { SearchField } from '#renderer/components/field.tsx';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';
import type { TrackView } from './tracks-query.ts';

const STAGES = [
  { value: 'ALL' as const, label: 'ALL', stage: 'all' as const },
  ...AUDIO_CATEGORIES.map((category) => ({
    value: category,
    label: category,
    stage: stageOf(category),
  })),
];
const KINDS: readonly TrackView['kind'][] = ['all', ...AUDIO_KINDS];
const STATES: readonly TrackView['state'][] = ['all', 'active', 'disabled', 'planned'];
const ORDERS: readonly { by: string; label: string }[] = [
  { by: 'position', label: 'In your order' },
  { by: 'title', label: 'By title' },
  { by: 'duration', label: 'By duration' },
  { by: 'updated_at', label: 'By last change' },
];

interface TrackToolsProps {
  view: TrackView;
  onChange: (view: TrackView) => void;
}

export function TrackTools({ view, onChange }: TrackToolsProps) {
  const change = (part: Partial<TrackView>) => onChange({ ...view, page: 0, ...part });
  return (
    <div className="a-tools">
      <SearchField
        placeholder="Search tracks"
        value={view.search}
        onChange={(event) => change({ search: event.target.value })}
      />
      <ChipGroup
        label="Category"
        chips={STAGES}
        value={view.category}
        onChange={(category) => change({ category })}
      />
      <div className="a-picks">
        <Pick
          label="Kind"
          value={view.kind}
          options={KINDS.map((kind) => [kind, kind === 'all' ? 'Every kind' : capital(kind)])}
          onChange={(kind) => change({ kind })}
        />
        <Pick
          label="Status"
          value={view.state}
          options={STATES.map((state) => [state, state === 'all' ? 'On and off' : capital(state)])}
          onChange={(state) => change({ state })}
        />
        <Pick
          label="Order"
          value={view.sort.by}
          options={ORDERS.map(({ by, label }) => [by, label])}
          onChange={(by) => change({ sort: { by, isDescending: by === 'updated_at' } })}
        />
      </div>
    </div>
  );
}

interface PickProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

function Pick<T extends string>({ label, value, options, onChange }: PickProps<T>) {
  return (
    <select
      className="pick"
      aria-label={label}
      value={value}
      onChange={({ target }) =>
        onChange(options.find(([option]) => option === target.value)?.[0] ?? value)
      }
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
