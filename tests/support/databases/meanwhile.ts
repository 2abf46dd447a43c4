import type { AppDatabase } from '#db/open.ts';

/** Runs `act` right before each transaction: what another request changes after this one's first reads. */
export const meanwhile = (db: AppDatabase, act: () => PromiseLike<unknown>): AppDatabase => ({
  ...db,
  async transaction(work) {
    await act();
    return db.transaction(work);
  },
});
