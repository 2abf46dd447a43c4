import { useState } from 'react';
import { isUrl } from '#renderer/lib/is-url.ts';

interface AvatarProps {
  username: string | null;
  url: string | null;
}

/** Her picture where it lies on this site, else the first letter of her name, else a question mark; also when the picture does not load. */
export function Avatar({ username, url }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className="avatar big" aria-hidden="true">
      {url && isOurs(url) && url !== failed ? (
        <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setFailed(url)} />
      ) : (
        firstLetter(username)
      )}
    </span>
  );
}

/** Another site would learn from the picture when she is here (docs/decisions/0141). */
function isOurs(url: string): boolean {
  return isUrl(url, location.href) && new URL(url, location.href).origin === location.origin;
}

function firstLetter(username: string | null): string {
  const [letter] = username?.trim() ?? '';
  return letter?.toUpperCase() ?? '?';
}
