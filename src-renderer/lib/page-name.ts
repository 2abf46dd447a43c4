import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

/** Name of the page's content, in front of the route's title: 'Evening Scripture Meditation · Player'. */
const pageNameAtom = atom<string | null>(null);

/** Names a page whose route has several, such as a player's; undefined while its content is loading. */
export function useNamePage(name: string | undefined): void {
  const setName = useSetAtom(pageNameAtom);
  useEffect(() => {
    if (name === undefined) return;
    setName(name);
    return () => setName((now) => (now === name ? null : now));
  }, [name, setName]);
}

export function usePageName(): string | null {
  return useAtomValue(pageNameAtom);
}
