import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { usePerson } from '#renderer/lib/person.ts';

/** A new person remounts every page, so that no form, list or ref of the previous one remains. */
export function PersonProvider({ children }: { children: ReactNode }) {
  const person = usePerson();
  return (
    <Provider key={person.number} store={person.store}>
      {children}
    </Provider>
  );
}
