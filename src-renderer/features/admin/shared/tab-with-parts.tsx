import { type ComponentType, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '#renderer/components/link.tsx';
import { AdminHead } from '../admin-head.tsx';
import { usePermissions } from '../admin-permissions.ts';
import type { TabPart } from '../tab-parts.ts';

interface TabWithPartsProps<Name extends string> {
  title: string;
  text?: string;
  /** The first is the default. */
  parts: readonly [TabPart<Name>, ...TabPart<Name>[]];
  components: Readonly<Record<Name, ComponentType>>;
}

/** A tab with parts. Each has its own URL, so that Back, a reload and links work. */
export function TabWithParts<Name extends string>(props: TabWithPartsProps<Name>) {
  const { title, text, parts: all, components } = props;
  const [query] = useSearchParams();
  const may = usePermissions();
  const parts = all.filter(([, , , area]) => area === undefined || may(`read ${area}`));
  const open = parts.find(([name]) => name === query.get('part')) ?? parts[0] ?? all[0];
  const Part: ComponentType = components[open[0]];
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the link of each newly opened part
  useEffect(() => {
    const chosen = nav.current?.querySelector('[aria-current]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);

  return (
    <>
      <AdminHead title={title} text={text} part={open === parts[0] ? undefined : open[1]} />
      <nav ref={nav} className="admin-parts" aria-label={`Parts of ${title}`}>
        {parts.map((part) => (
          <Link
            key={part[0]}
            to={part === parts[0] ? '?' : `?part=${part[0]}`}
            aria-current={part === open ? 'page' : undefined}
          >
            {part[1]}
          </Link>
        ))}
      </nav>
      <Part />
    </>
  );
}
