import { Link } from '#renderer/components/link.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';

export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <circle cx="16" cy="13" r="6" fill="var(--clay)" />
      <g stroke="currentColor" strokeLinecap="round">
        <path d="M3 15.5C4.5 23.5 9.8 27.5 16 27.5S27.5 23.5 29 15.5" strokeWidth="1.8" />
        <path d="M8.5 19.5C10.4 22 13 23 16 23s5.6-1 7.5-3.5" strokeWidth="1.2" opacity=".55" />
      </g>
    </svg>
  );
}

/** The product's name, linked to the landing page. */
export function Logo() {
  const { name } = useBrand();
  return (
    <Link className="logo" to="/">
      <LogoMark />
      {name}
    </Link>
  );
}
