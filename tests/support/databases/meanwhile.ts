import type { AppDatabase } from '#db/open.ts';

/** Something that happens once a request has read what it needs, before it begins its transaction. */
export const meanwhile = (db: AppDatabase, act: () => PromiseLike<unknown>): AppDatabase => ({
  ...db,
  async transaction(work) {
    await act();
    return db.transaction(work);
  },
});
