import { type ComponentType, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AdminArea } from '#contract/constants/admin-roles.ts';
import { Link } from '#renderer/components/link.tsx';
import { AdminHead } from '../admin-head.tsx';
import { useMay } from '../admin-may.ts';

interface TabPart {
  /** The value of `part` in the URL. */
  readonly value: string;
  readonly label: string;
  /** Hidden from roles without access to this area. */
  readonly area?: AdminArea;
  readonly Part: ComponentType;
}

interface TabWithPartsProps {
  title: string;
  text?: string;
  /** The first is the default. */
  parts: readonly [TabPart, ...TabPart[]];
}

/** A tab with parts. Each has its own URL, so that Back, a reload and links work. */
export function TabWithParts({ title, text, parts: all }: TabWithPartsProps) {
  const [query] = useSearchParams();
  const may = useMay();
  const parts = all.filter(({ area }) => area === undefined || may(`read ${area}`));
  const open = parts.find(({ value }) => value === query.get('part')) ?? parts[0] ?? all[0];
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab may be outside the visible row
  useEffect(() => {
    const chosen = nav.current?.querySelector('[aria-current]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);

  return (
    <>
      <AdminHead title={title} text={text} part={open === parts[0] ? undefined : open.label} />
      <nav ref={nav} className="admin-parts" aria-label={`Parts of ${title}`}>
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
