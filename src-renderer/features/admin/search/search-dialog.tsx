import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Dialog, FIRST_FOCUS } from '#renderer/components/dialog.tsx';
import { SearchField } from '#renderer/components/forms/search-field.tsx';
import { Link } from '#renderer/components/link.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { AFTER_TYPING_MS, useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { formatCount } from '../shared/format.ts';
import { type Group, useSearchResults } from './use-search-results.ts';

/** A field with links below it; Enter opens the first. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { groups, isPending, error } = useSearchResults(text);
  const first = groups[0]?.hits[0]?.to;
  const summary = error ? null : describeCounts(groups);
  useAnnounced(isPending || text.trim() === '' ? null : summary, { afterMs: AFTER_TYPING_MS });

  // Enter pressed while loading opens the first result when it arrives.
  const [isOpening, setOpening] = useState(false);
  useEffect(() => {
    if (!isOpening || isPending) return;
    setOpening(false);
    if (first === undefined) return;
    navigate(first);
    onClose();
  }, [isOpening, isPending, first, navigate, onClose]);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setOpening(true);
  };

  return (
    <Dialog open onOpenChange={onClose} title="Search the admin area">
      <form onSubmit={handleSubmit}>
        <SearchField
          placeholder="Tracks, people, tickets, settings"
          autoComplete="off"
          maxLength={200}
          {...{ [FIRST_FOCUS]: '' }}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setOpening(false);
          }}
        />
      </form>
      {error ? <Banner tone="bad">{error.message}</Banner> : null}
      <p className="small quiet">{isPending ? 'Searching...' : summary}</p>
      <nav aria-label="Search results" className="admin-found">
        {groups.map(({ name, hits }) => (
          <section key={name} aria-label={name}>
            <p className="small quiet" aria-hidden="true">
              {name}
            </p>
            {hits.map(({ to, label, about }) => (
              <Link key={to} to={to} onClick={onClose}>
                <span>{label}</span>
                <span className="small quiet">{about}</span>
              </Link>
            ))}
          </section>
        ))}
      </nav>
    </Dialog>
  );
}

/** '2 tracks, 1 part of this area' */
function describeCounts(groups: readonly Group[]): string {
  if (groups.length === 0) return 'No results';
  return groups
    .map(({ one, name, hits }) => formatCount(hits.length, one, name.toLowerCase()))
    .join(', ');
}
