import type { Executor } from '#db/schema/database.ts';

/** Values as JSON text. */
export async function findSettingTexts(db: Executor): Promise<string[]> {
  const settings = await db.selectFrom('settings').select('value').execute();
  return settings.map(({ value }) => JSON.stringify(value));
}
