import { type ComponentType, useEffect, useRef } from 'react';
import type { AdminArea } from '#contract/words/admin-roles.ts';
import { Link, useSearchParams } from '#renderer/lib/router.tsx';
import { AdminHead } from '../admin-head.tsx';
import { useMay } from '../admin-may.ts';
import './parted-tab.css';

interface TabPart {
  /** `part` in the address. */
  readonly value: string;
  readonly label: string;
  /** Whose role does not open it is not shown it. */
  readonly area?: AdminArea;
  readonly Part: ComponentType;
}

interface PartedTabProps {
  title: string;
  text?: string;
  /** The first is shown where the address names none. */
  parts: readonly [TabPart, ...TabPart[]];
}

/** A tab in parts. Each has its address, so that Back, a reload and a link lead to it. */
export function PartedTab({ title, text, parts: all }: PartedTabProps) {
  const query = useSearchParams();
  const may = useMay();
  const parts = all.filter(({ area }) => area === undefined || may('read', area));
  const open = parts.find(({ value }) => value === query.get('part')) ?? parts[0] ?? all[0];
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one may stand beyond the edge
  useEffect(() => {
    const chosen = nav.current?.querySelector('[aria-current]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);

  return (
    <>
      <AdminHead title={title} text={text} part={open === parts[0] ? undefined : open.label} />
      <nav ref={nav} className="a-parts" aria-label={`Parts of ${title}`}>
        {parts.map((part) => (
          <Link
            key={part.value}
            to={part === parts[0] ? '?' : `?part=${part.value}`}
            aria-current={part === open ? 'page' : undefined}
          >
            {part.label}
          </Link>
        ))}
      </nav>
      <open.Part />
    </>
  );
}
