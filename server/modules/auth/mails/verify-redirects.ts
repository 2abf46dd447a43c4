import type { AuthSession } from '#contract/calls/auth.ts';
import type { AppError } from '#server/core/errors.ts';
import type { OneTimeKind } from '../tokens/one-time-tokens.repository.ts';

/** The client recognises GoTrue's redirects by an empty `sb`. */
const MARK = { sb: '' };

/** OAuth error code by status; 422 has none. */
const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

export function redirectWithSession(
  target: string,
  session: AuthSession,
  link: { type: string; kind: OneTimeKind },
): string {
  const mailType = link.kind === 'confirmation' ? 'signup' : 'magiclink';
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type: link.type === 'email' ? mailType : link.type,
  });
}

/** With PKCE the error is in the query too, for pages that do not read the fragment. */
export function redirectWithError(
  target: string,
  error: AppError,
  options: { isPkce: boolean },
): string {
  const oauthError = OAUTH_ERRORS[error.status];
  const params = {
    ...(oauthError === undefined ? {} : { error: oauthError }),
    error_code: error.code,
    error_description: error.publicMessage,
  };
  return withFragment(options.isPkce ? withQuery(target, params) : target, params);
}

export function withFragment(target: string, params: Record<string, string>): string {
  const pairs = new URLSearchParams({ ...params, ...MARK });
  pairs.sort();
  return `${target}#${pairs}`;
}

export function withQuery(target: string, params: Record<string, string>): string {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const pairs = new URLSearchParams(query);
  for (const [key, value] of Object.entries(params)) pairs.set(key, value);
  return `${path}?${pairs}`;
}
