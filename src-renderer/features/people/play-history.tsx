import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { formatDay } from '#renderer/lib/format.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

const SHOWN = 10;

export const playHistoryKey = (userId: string) => ['play-history', userId];

/** The user's latest plays; fetched only when opened. */
export function PlayHistory({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="accordion plain">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>What you played</summary>
        <div className="accordion-body">{isOpen ? <LatestPlays userId={userId} /> : null}</div>
      </details>
    </div>
  );
}

function LatestPlays({ userId }: { userId: string }) {
  const plays = useQuery({
    queryKey: playHistoryKey(userId),
    queryFn: async () => {
      const { data, count } = await backend()
        .tables.from('user_activity')
        .select('id, created_at, audio_content(title)', { count: 'exact' })
        .order('id', { ascending: false })
        .limit(SHOWN)
        .throwOnError();
      return { rows: data.map(readPlay), total: count ?? data.length };
    },
  });
  if (plays.isPending) return <SkeletonRows rows={2} />;
  if (plays.isError) return <p>We couldn’t load your history. It has not changed.</p>;
  const { rows, total } = plays.data;
  if (total === 0) return <p>Your history is empty.</p>;
  return (
    <>
      <ul className="plays">
        {rows.map(({ id, title, at }) => (
          <li key={id}>
            <span>{title}</span>
            <time className="small quiet" dateTime={at}>
              {formatDay(at)}
            </time>
          </li>
        ))}
      </ul>
      {total > rows.length ? (
        <p className="small quiet">
          The latest {rows.length} of {total}.
        </p>
      ) : null}
    </>
  );
}

interface PlayRow {
  id: number;
  created_at: string;
  audio_content: unknown;
}

/** The title is missing if the track was disabled since. */
function readPlay({ id, created_at, audio_content }: PlayRow) {
  const { title } = Object(audio_content);
  return { id, at: created_at, title: String(title ?? 'A track that is no longer available') };
}
