import type { RoutePath } from '../constants/pages/routes.ts';

/** Paths open in a locked kiosk: listening, signing in, and help without an address. */
export const KIOSK_PATHS = [
  '/kiosk',
  '/home',
  '/tracks',
  '/favorites',
  '/player/:trackId',
  '/labour',
  '/login',
  '/signup',
  '/support',
] as const satisfies readonly RoutePath[];
