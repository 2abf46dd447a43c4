import type { z } from 'zod';
import { MAIL_TEXTS_BY_NAME } from '#contract/constants/texts/mail-texts.ts';
import { TEXT_KEY_PREFIX, TEXTS_BY_NAME } from '#contract/constants/texts/site-texts.ts';
import {
  PUBLIC_SETTING_KEYS,
  SETTING_VALUES,
  type Setting,
  settings,
  textSchema,
} from '#contract/rows/settings.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly, always, byRole, columnIn } from '#server/tables/rules.ts';

const VALUES: Readonly<Record<string, z.ZodType>> = {
  ...SETTING_VALUES,
  ...Object.fromEntries(
    [...TEXTS_BY_NAME, ...MAIL_TEXTS_BY_NAME].map(([name, text]) => [
      TEXT_KEY_PREFIX + name,
      textSchema(text),
    ]),
  ),
};

const isPublic = columnIn<Setting, 'key'>('key', PUBLIC_SETTING_KEYS);

/** Public keys are readable by everyone, others by admins. */
export const settingsTable = registerTable(settings, {
  policy: {
    select: byRole({ anon: isPublic, authenticated: isPublic, service_role: always }),
    insert: adminOnly,
    update: adminOnly,
    delete: adminOnly,
  },
  findFault: ({ key, value }) => {
    const schema = Object.hasOwn(VALUES, key) ? VALUES[key] : undefined;
    if (!schema) return `There is no setting ${key}; there are ${Object.keys(VALUES).join(', ')}.`;
    const checked = schema.safeParse(value);
    return checked.success ? undefined : describeFault(key, checked.error.issues);
  },
});

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** 'brand.social.tiktok: A link starts with https://…' */
function describeFault(key: string, [issue]: readonly Issue[]): string {
  const path = [key, ...(issue?.path ?? [])].map(String).join('.');
  return `${path}: ${issue?.message ?? 'This value is not allowed'}.`;
}
