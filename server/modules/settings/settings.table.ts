import { SETTING_VALUES, type Setting } from '#contract/rows/settings.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { settingsPolicy } from './settings.policy.ts';

const KEYS = Object.keys(SETTING_VALUES);

export const settingsTable = defineTable<Setting>({
  name: 'settings',
  policy: settingsPolicy,
  primaryKey: ['key'],
  touchedColumn: 'updated_at',
  isLogged: true,
  findFault: ({ key, value }) => {
    if (!KEYS.includes(key)) return `There is no setting ${key}; there are ${KEYS.join(', ')}.`;
    // One of the schema's own keys, as was just seen.
    const checked = SETTING_VALUES[key as keyof typeof SETTING_VALUES].safeParse(value);
    return checked.success ? undefined : describeFault(key, checked.error.issues);
  },
  columns: {
    key: column.text(),
    value: column.json(),
    updated_at: column.now(),
  },
});

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** 'brand.social.tiktok: A link starts with https://…' */
function describeFault(key: string, [issue]: readonly Issue[]): string {
  const place = [key, ...(issue?.path ?? [])].map(String).join('.');
  return `${place}: ${issue?.message ?? 'This value is not allowed'}.`;
}
