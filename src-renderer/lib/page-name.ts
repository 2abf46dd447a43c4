import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

/** Name of the content, before the kind of page: 'Evening Scripture Meditation · Player'. */
const pageNameAtom = atom<string | null>(null);

/** Sets the name of a page among others with the same route; undefined while it is loading. */
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
