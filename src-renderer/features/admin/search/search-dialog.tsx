import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Dialog, FIRST_FOCUS } from '#renderer/components/dialog.tsx';
import { SearchField } from '#renderer/components/forms/search-field.tsx';
import { Link } from '#renderer/components/link.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { AFTER_TYPING_MS, useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { formatCount } from '../shared/format.ts';
import { type Group, useSearchResults } from './use-search-results.ts';

/** A combobox with a list of links, as in the ARIA APG; the focus stays in the field. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const id = useId();
  const { groups, isPending, error } = useSearchResults(text);
  const hits = groups.flatMap((group) => group.hits);
  const chosenHit = hits[chosen];
  const summary = error ? null : describeCounts(groups);
  useAnnounced(isPending || text.trim() === '' ? null : summary, { afterMs: AFTER_TYPING_MS });

  // Enter pressed while loading opens the first result when it arrives.
  const [isOpening, setOpening] = useState(false);
  useEffect(() => {
    if (!isOpening || isPending) return;
    setOpening(false);
    if (!chosenHit) return;
    navigate(chosenHit.to);
    onClose();
  }, [isOpening, isPending, chosenHit, navigate, onClose]);

  const handleKey = (event: KeyboardEvent) => {
    const next = stepOf(event.key, chosen, hits.length);
    if (next !== undefined) {
      event.preventDefault();
      setChosen(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setOpening(true);
    }
  };

  return (
    <Dialog open onOpenChange={onClose} title="Search the admin area">
      <SearchField
        placeholder="Tracks, people, tickets, settings"
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosenHit && `${id}-${chosen}`}
        autoComplete="off"
        maxLength={200}
        {...{ [FIRST_FOCUS]: '' }}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
          setOpening(false);
        }}
        onKeyDown={handleKey}
      />
      {error ? <Banner tone="bad">{error.message}</Banner> : null}
      <p className="small quiet">{isPending ? 'Searching...' : summary}</p>
      <Hits id={id} groups={groups} chosen={chosen} onGo={onClose} />
    </Dialog>
  );
}

interface HitsProps {
  id: string;
  groups: readonly Group[];
  /** Index over all groups. */
  chosen: number;
  onGo: () => void;
}

function Hits({ id, groups, chosen, onGo }: HitsProps) {
  let before = 0;
  return (
    <div role="listbox" id={`${id}-list`} aria-label="Search results" className="admin-found">
      {groups.map(({ name, hits }) => {
        const first = before;
        before += hits.length;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
          <div key={name} role="group" aria-label={name}>
            <p className="small quiet" aria-hidden="true">
              {name}
            </p>
            {hits.map(({ to, label, about }, index) => (
              <Link
                key={to}
                id={`${id}-${first + index}`}
                role="option"
                aria-selected={first + index === chosen}
                tabIndex={-1}
                to={to}
                onClick={onGo}
              >
                <span>{label}</span>
                <span className="small quiet">{about}</span>
              </Link>
            ))}
          </div>
        );
      })}
    </div>
  );
}

/** The index after an arrow key; wraps at both ends. */
function stepOf(key: string, chosen: number, length: number): number | undefined {
  if (length === 0) return undefined;
  if (key === 'ArrowDown') return (chosen + 1) % length;
  if (key === 'ArrowUp') return (chosen - 1 + length) % length;
  return undefined;
}

/** '2 tracks, 1 part of this area' */
function describeCounts(groups: readonly Group[]): string {
  if (groups.length === 0) return 'No results';
  return groups
    .map(({ one, name, hits }) => formatCount(hits.length, one, name.toLowerCase()))
    .join(', ');
}
