import { DEFAULT_BRAND } from '#contract/brand.ts';
import type { PublicConfig } from '#contract/public-config.ts';
import { overrideBrand } from '#server/core/brand-override.ts';
import { publicConfig } from '#server/core/config.ts';
import type { ServerDeps } from '#server/core/deps.ts';

/** The public settings with the admin's changes to the brand; looked up again when anything has changed. */
export function createPublicConfigReader({ config, db }: ServerDeps): () => Promise<PublicConfig> {
  const base = publicConfig(config);
  let known = base;
  let knownAt = -1;
  return async () => {
    const latest = db.latestChangeIdSync?.() ?? (await db.latestChangeId());
    if (latest !== knownAt) {
      const row = await db.kysely
        .selectFrom('settings')
        .select('value')
        .where('key', '=', 'brand')
        .executeTakeFirst();
      known = { ...base, brand: overrideBrand(DEFAULT_BRAND, row?.value) };
      knownAt = latest;
    }
    return known;
  };
}
