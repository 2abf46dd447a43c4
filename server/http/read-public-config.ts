import type { PublicConfig } from '#contract/public-config.ts';
import { publicConfig } from '#server/core/config.ts';
import type { ServerDeps } from '#server/core/deps.ts';

/** What a page may know, with the owner's changes as they stand now. */
export function createPublicConfigReader(deps: ServerDeps): () => Promise<PublicConfig> {
  const base = publicConfig(deps.config);
  return async () => {
    const { brand } = await deps.settings.read();
    return { ...base, brand };
  };
}
