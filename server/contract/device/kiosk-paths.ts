import type { RoutePath } from '../constants/pages/routes.ts';

/** Paths that a locked kiosk can open. */
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
