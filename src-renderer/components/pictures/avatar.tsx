import { useState } from 'react';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { LogoMark } from './logo.tsx';
import './avatar.css';

interface AvatarProps {
  /** null: no name, shows a placeholder. undefined: not loaded yet, shows nothing. */
  username: string | null | undefined;
  url?: string | null | undefined;
  /** The size used on the profile. */
  big?: boolean;
}

/**
 * The user's picture if this site hosts it and it loads, otherwise the first letter of the name. Without a name, the
 * logo; on the profile it covers the specified question mark (docs/spec-rows.md, U1).
 */
export function Avatar({ username, url, big = false }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const hasPicture = url && isSameOrigin(url) && url !== failed;
  const letter = firstLetter(username);
  const isHydrated = useHydrated();
  const isNameless = !hasPicture && !letter && username !== undefined;
  return (
    <span
      className={`avatar${big ? ' big' : ''}${isNameless ? ' nameless' : ''}${isHydrated ? '' : ' served'}`}
      aria-hidden="true"
    >
      {hasPicture ? (
        <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setFailed(url)} />
      ) : null}
      {isNameless ? (
        <>
          {big ? <span>?</span> : null}
          <LogoMark />
        </>
      ) : null}
      {hasPicture ? null : letter}
    </span>
  );
}

/** A picture on another site would reveal the user's visits to that site (docs/decisions/0140). */
function isSameOrigin(url: string): boolean {
  try {
    return new URL(url, location.href).origin === location.origin;
  } catch {
    return false;
  }
}

function firstLetter(username: string | null | undefined): string | undefined {
  const [letter] = username?.trim() ?? '';
  return letter?.toUpperCase();
}
