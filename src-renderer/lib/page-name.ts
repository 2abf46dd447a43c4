import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

/** Name of the page's content, in front of the route's title: 'Evening Scripture Meditation · Player'. */
const pageNameAtom = atom<string | null>(null);

/** Names a page whose route serves several, such as the player. `name` is undefined while the content is loading. */
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
