import { useState } from 'react';

interface AvatarProps {
  username: string | null;
  url: string | null;
}

/** Her picture, else the first letter of her name, else a question mark; also when the picture does not load. */
export function Avatar({ username, url }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className="avatar big" aria-hidden="true">
      {url && url !== failed ? (
        <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setFailed(url)} />
      ) : (
        firstLetter(username)
      )}
    </span>
  );
}

function firstLetter(username: string | null): string {
  const [letter] = username?.trim() ?? '';
  return letter?.toUpperCase() ?? '?';
}
