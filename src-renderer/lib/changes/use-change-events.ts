import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Person, usePerson } from '../person.ts';
import { backend } from '../requests/backend.ts';
import { invalidateAll } from '../requests/invalidate-all.ts';
import { listenToChanges } from './change-events.ts';
import { createSharedChanges, type SharedChanges } from './shared-changes.ts';

const streams = new WeakMap<Person, SharedChanges>();

/** Invalidates the queries under these first keys when the table changes, while the screen is mounted. */
export function useChangeEvents(table: string, queryKeys: readonly string[]): void {
  const queryClient = useQueryClient();
  const person = usePerson();
  const keys = queryKeys.join(' ');
  useEffect(
    () =>
      changesOf(person).follow(table, () => {
        for (const key of keys.split(' ')) invalidateAll(queryClient, [key]);
      }),
    [table, keys, queryClient, person],
  );
}

/** One stream per person, so that it is never shared with the previous user. */
function changesOf(person: Person): SharedChanges {
  const existing = streams.get(person);
  if (existing) return existing;
  const created = createSharedChanges((table, place, onChange) =>
    listenToChanges({ table, place, onChange, fetch: backend().fetch }),
  );
  streams.set(person, created);
  return created;
}
