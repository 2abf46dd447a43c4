import { DEFAULT_BRAND } from '#contract/brand.ts';
import type { PublicConfig } from '#contract/public-config.ts';
import { overrideBrand } from '#server/core/brand-override.ts';
import { publicConfig } from '#server/core/config.ts';
import type { ServerDeps } from '#server/core/deps.ts';

/**
 * The public settings with the admin's changes to the brand; looked up again when anything has
 * changed. A database that does not answer costs a page its newest name, not its life.
 */
export function createPublicConfigReader(deps: ServerDeps): () => Promise<PublicConfig> {
  const { config, db, logger } = deps;
  const base = publicConfig(config);
  let known = base;
  let knownAt = -1;
  async function refresh(): Promise<void> {
    const latest = db.latestChangeIdSync?.() ?? (await db.latestChangeId());
    if (latest === knownAt) return;
    const row = await db.kysely
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'brand')
      .executeTakeFirst();
    known = { ...base, brand: overrideBrand(DEFAULT_BRAND, row?.value) };
    knownAt = latest;
  }

  return async () => {
    await refresh().catch((err) => logger.warn({ err }, 'the brand could not be read'));
    return known;
  };
}
