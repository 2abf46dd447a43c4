import type { AppDatabase } from '#db/open.ts';

/** Runs `act` right before each transaction: simulates a concurrent change after the first reads of a request. */
export const meanwhile = (db: AppDatabase, act: () => PromiseLike<unknown>): AppDatabase => ({
  ...db,
  async transaction(work) {
    await act();
    return db.transaction(work);
  },
});
