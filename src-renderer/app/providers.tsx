import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { usePerson } from '#renderer/lib/person.ts';

/** A new person mounts every screen anew, so no form, list or ref of the one before is left. */
export function PersonProvider({ children }: { children: ReactNode }) {
  const person = usePerson();
  return (
    <Provider key={person.number} store={person.store}>
      {children}
    </Provider>
  );
}
