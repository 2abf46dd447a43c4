import type { Setting } from '#contract/rows/settings.ts';
import type { AdminBackend } from '../admin-session.ts';

/** Rows of the settings table by key; a setting that was never saved has no row. */
export type SettingRows = Readonly<Record<string, Setting>>;

export async function readSettings(
  { tables }: AdminBackend,
  keys: readonly string[],
): Promise<SettingRows> {
  const { data } = await tables.from('settings').select().in('key', keys).throwOnError();
  return Object.fromEntries(data.map((row) => [row.key, row]));
}

/**
 * Writes a row, or deletes it if `value` is undefined. `version` is the `updated_at` that was read,
 * undefined without a row; resolves to false when the row has changed since.
 */
export async function writeSetting(
  { tables }: AdminBackend,
  { key, value }: { readonly key: string; readonly value: Setting['value'] | undefined },
  version: string | undefined,
): Promise<boolean> {
  const rows = tables.from('settings');
  if (version === undefined) {
    if (value === undefined) return true;
    const inserted = rows.upsert({ key, value }, { ignoreDuplicates: true });
    return (await inserted.select().throwOnError()).data.length > 0;
  }
  const written = value === undefined ? rows.delete() : rows.update({ value });
  const { data } = await written.eq('key', key).eq('updated_at', version).select().throwOnError();
  return data.length > 0;
}
