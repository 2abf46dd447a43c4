import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { AFTER_TYPING_MS, useAnnounced } from '#renderer/lib/hooks/use-announced.ts';

interface PagerProps {
  /** Zero-based. */
  page: number;
  perPage: number;
  total: number;
  /** 'tracks', 'people'. */
  what: string;
  onPage: (page: number) => void;
}

export function Pager({ page, perPage, total, what, onPage }: PagerProps) {
  const pages = Math.ceil(total / perPage);
  const first = page * perPage + 1;
  const last = Math.min(total, first + perPage - 1);
  const text = describePage();
  useAnnounced(text, { afterMs: AFTER_TYPING_MS, isOnlyNews: true });
  return (
    <nav className="pager" aria-label={`Pages of ${what}`}>
      <p className="small quiet tabular-numbers">{text}</p>
      {pages > 1 || page > 0 ? (
        <span>
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            disabled={page === 0}
            onClick={() => onPage(Math.min(page, pages) - 1)}
          />
          <IconButton
            icon={ChevronRight}
            label="Next page"
            disabled={last >= total}
            onClick={() => onPage(page + 1)}
          />
        </span>
      ) : null}
    </nav>
  );

  function describePage(): string {
    // All rows of the last page may have been deleted meanwhile.
    if (page > 0 && page >= pages) return `Page ${page + 1} is empty, ${total} ${what} in all`;
    return pages > 1 ? `${first}–${last} of ${total} ${what}` : `${total} ${what}`;
  }
}
