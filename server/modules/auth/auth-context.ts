import type { Request } from 'express';
import { createSecretKeys, type SecretKeys } from '#server/core/config/secret-keys.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { addressOf, isThisMachine } from '#server/http/network/network-address.ts';
import { deviceName } from './sessions/device-name.ts';
import { createSessions, type Sessions } from './sessions/sessions.repository.ts';
import { type AccessTokens, createAccessTokens } from './tokens/access-token.ts';

/** Dependencies of the auth module. `contextOfRequest` adds the client of the request. */
export interface AuthContext extends ServerDeps {
  readonly keys: SecretKeys;
  /** The public keys of the setting `ANON_KEY`. */
  readonly anonKeys: ReadonlySet<string>;
  readonly accessTokens: AccessTokens;
  readonly sessions: Sessions;
  /** Client network for rate limits; empty outside a request. */
  readonly network: string;
  /** Browser and system of the client; null if unknown, or outside a request. */
  readonly device: string | null;
  /** Whether rate limits apply to the client. */
  readonly isLimited: boolean;
}

const contexts = new WeakMap<ServerDeps, AuthContext>();

/** Returns one context per server, so that all endpoints share the token cache. */
export function authContextOf(deps: ServerDeps): AuthContext {
  const cached = contexts.get(deps);
  if (cached) return cached;
  const keys = createSecretKeys(deps.config.JWT_SECRET);
  const anonKeys = new Set(deps.config.ANON_KEY.split(','));
  const accessTokens = createAccessTokens(keys.accessTokens, deps.clock);
  const sessions = createSessions(deps.db.kysely, deps.clock);
  const withoutClient = { network: '', device: null, isLimited: false };
  const context = { ...deps, keys, anonKeys, accessTokens, sessions, ...withoutClient };
  contexts.set(deps, context);
  return context;
}

export function contextOfRequest(context: AuthContext, req: Request): AuthContext {
  const device = deviceName(req.get('user-agent'));
  return { ...context, network: addressOf(req), device, isLimited: isRateLimited(context, req) };
}

/**
 * Whether rate limits apply. Requests from this machine are limited only if AUTH_RATE_LIMIT is set; 0 turns all limits
 * off.
 */
export function isRateLimited({ config }: Pick<AuthContext, 'config'>, req: Request): boolean {
  const { AUTH_RATE_LIMIT: limit } = config;
  return limit === undefined ? !isThisMachine(req) : limit > 0;
}
