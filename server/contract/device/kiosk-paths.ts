import type { RoutePath } from '../words/routes.ts';

/** Where a locked kiosk may go: listening, signing in, and the help that asks for no address. */
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
