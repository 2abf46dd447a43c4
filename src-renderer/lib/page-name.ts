import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

/** What the page shows, before the name of its kind: 'Evening Scripture Meditation · Player'. */
const pageNameAtom = atom<string | null>(null);

/** For one page of many at the same kind of address; undefined while it does not know yet. */
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
