import type { Request, Response } from 'express';
import { ADMIN_SESSION_LIFE_S } from '#contract/calls/auth.ts';
import { ADMIN_COOKIE } from '#contract/constants/device-cookie.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { AuthContext } from '../auth-context.ts';

/** The secret has 32 bytes in base64url. */
const COOKIE = new RegExp(`(?:^|; *)${ADMIN_COOKIE}=([A-Za-z0-9_-]{43})(?:;|$)`);

type Config = Pick<AuthContext, 'config'>;

/** Browsers send it only to the admin's sign-in, and never cross-site. */
const optionsOf = ({ config }: Config) =>
  ({
    httpOnly: true,
    sameSite: 'strict',
    secure: config.SITE_URL.startsWith('https:'),
    path: `${API_PATHS.auth}/admin`,
  }) as const;

export const readAdminCookie = ({ headers }: Pick<Request, 'headers'>): string | undefined =>
  COOKIE.exec(headers.cookie ?? '')?.[1];

export function setAdminCookie(context: Config, res: Response, secret: string): void {
  const maxAge = ADMIN_SESSION_LIFE_S * 1_000;
  res.cookie(ADMIN_COOKIE, secret, { ...optionsOf(context), maxAge });
}

export function clearAdminCookie(context: Config, res: Response): void {
  res.clearCookie(ADMIN_COOKIE, optionsOf(context));
}
