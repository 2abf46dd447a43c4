import { useState } from 'react';
import { isUrl } from '#renderer/lib/is-url.ts';
import { useAlive } from '#renderer/lib/use-alive.ts';
import { LogoMark } from './logo.tsx';
import './avatar.css';

interface AvatarProps {
  /** null: she has none; undefined: not known yet, and nothing is shown that would be taken back. */
  username: string | null | undefined;
  url?: string | null | undefined;
  /** As on her profile. */
  big?: boolean;
}

/**
 * Her picture where it lies on this site, else the first letter of her name, also when the picture does not load.
 * Without a name it is the light of the logo; on her profile it lies over the specification's question mark (docs/decisions/0196).
 */
export function Avatar({ username, url, big = false }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const hasPicture = url && isOurs(url) && url !== failed;
  const letter = firstLetter(username);
  const isAlive = useAlive();
  const isNameless = !hasPicture && !letter && username !== undefined;
  return (
    <span
      className={`avatar${big ? ' big' : ''}${isNameless ? ' nameless' : ''}${isAlive ? '' : ' served'}`}
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

/** Another site would learn from the picture when she is here (docs/decisions/0141). */
function isOurs(url: string): boolean {
  return isUrl(url, location.href) && new URL(url, location.href).origin === location.origin;
}

function firstLetter(username: string | null | undefined): string | undefined {
  const [letter] = username?.trim() ?? '';
  return letter?.toUpperCase();
}
