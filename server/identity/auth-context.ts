import type { ServerDeps } from '#server/core/deps.ts';
import { type AccessTokens, createAccessTokens } from './sessions/access-tokens.ts';
import { createSecretKeys, type SecretKeys } from './sessions/secret-keys.ts';

/** What every part of sign-in works with: the server's parts, the keys, the checked tokens. */
export interface AuthContext extends ServerDeps {
  readonly keys: SecretKeys;
  readonly accessTokens: AccessTokens;
}

const contexts = new WeakMap<ServerDeps, AuthContext>();

/** One per server, so that all doors share the tokens checked lately. */
export function authContextOf(deps: ServerDeps): AuthContext {
  const known = contexts.get(deps);
  if (known) return known;
  const keys = createSecretKeys(deps.config.JWT_SECRET);
  const accessTokens = createAccessTokens(keys.accessTokens, deps.clock);
  const context: AuthContext = { ...deps, keys, accessTokens };
  contexts.set(deps, context);
  return context;
}
