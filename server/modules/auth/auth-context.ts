import type { Request } from 'express';
import { createSecretKeys, type SecretKeys } from '#server/core/config/secret-keys.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { addressOf, isThisMachine } from '#server/http/network/network-address.ts';
import { deviceName } from './sessions/device-name.ts';
import { createSessions, type Sessions } from './sessions/sessions.repository.ts';
import { type AccessTokens, createAccessTokens } from './tokens/access-token.ts';

/** Dependencies of sign-in: the server's, the keys and the token cache. */
export interface AuthContext extends ServerDeps {
  readonly keys: SecretKeys;
  readonly accessTokens: AccessTokens;
  readonly sessions: Sessions;
  /** Client network for rate limits; empty outside a request. */
  readonly network: string;
  /** Browser and system of the client; null if unknown, or outside a request. */
  readonly device: string | null;
  /** Whether rate limits apply to it. */
  readonly isLimited: boolean;
}

const contexts = new WeakMap<ServerDeps, AuthContext>();

/** One per server, so that all endpoints share the token cache. */
export function authContextOf(deps: ServerDeps): AuthContext {
  const known = contexts.get(deps);
  if (known) return known;
  const keys = createSecretKeys(deps.config.JWT_SECRET);
  const accessTokens = createAccessTokens(keys.accessTokens, deps.clock);
  const sessions = createSessions(deps.db.kysely, deps.clock);
  const nobody = { network: '', device: null, isLimited: false };
  const context = { ...deps, keys, accessTokens, sessions, ...nobody };
  contexts.set(deps, context);
  return context;
}

/** The context for one request. */
export function contextOfRequest(context: AuthContext, req: Request): AuthContext {
  const device = deviceName(req.get('user-agent'));
  return { ...context, network: addressOf(req), device, isLimited: isRateLimited(context, req) };
}

/**
 * Whether rate limits apply. Requests from this machine are limited only by an explicit setting, of which 0 means no
 * limit.
 */
export function isRateLimited({ config }: Pick<AuthContext, 'config'>, req: Request): boolean {
  const { AUTH_RATE_LIMIT: limit } = config;
  return limit === undefined ? !isThisMachine(req) : limit > 0;
}

/** Queue position of the request without a known device. */
export const turnOf = ({ network }: Pick<AuthContext, 'network'>) => ({
  network,
  isKnownDevice: false,
});
