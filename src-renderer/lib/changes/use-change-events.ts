import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Person, usePerson } from '../person.ts';
import { backend } from '../requests/backend.ts';
import { invalidateAll } from '../requests/invalidate-all.ts';
import { listenToChanges } from './change-events.ts';
import { createSharedChanges, type SharedChanges } from './shared-changes.ts';

const streams = new WeakMap<Person, SharedChanges>();

/** While mounted, invalidates the queries whose keys begin with one of these when the table changes. */
export function useChangeEvents(table: string, queryKeys: readonly string[]): void {
  const queryClient = useQueryClient();
  const person = usePerson();
  const keys = queryKeys.join(' ');
  useEffect(
    () =>
      changesOf(person).subscribe(table, () => {
        for (const key of keys.split(' ')) invalidateAll(queryClient, [key]);
      }),
    [table, keys, queryClient, person],
  );
}

/** One stream per person, so that it is never shared with the previous user. */
function changesOf(person: Person): SharedChanges {
  const existing = streams.get(person);
  if (existing) return existing;
  const created = createSharedChanges((table, position, onChange) =>
    listenToChanges({ table, position, onChange, fetch: backend().fetch }),
  );
  streams.set(person, created);
  return created;
}
