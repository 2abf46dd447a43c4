import { findRoute } from '#contract/words/routes.ts';
import { isKioskPath } from './navigation-guard.ts';

export const DEEP_LINK_SCHEME = 'cradlesong';

/** The page a `cradlesong://player/3` names; undefined for what is no page, or not for a kiosk. */
export function findDeepLinkPath(link: string, isKiosk: boolean): string | undefined {
  const url = URL.parse(link);
  if (url?.protocol !== `${DEEP_LINK_SCHEME}:` || !url.host || url.username) return undefined;
  // No query and no fragment: a link from outside must not bring tokens or filled-in forms.
  const path = `/${url.host}${url.pathname}`.replace(/\/+$/, '') || '/';
  if (!/^[\w/-]+$/.test(path) || !findRoute(path)) return undefined;
  return isKiosk && !isKioskPath(path) ? undefined : path;
}

/** Windows and Linux bring the link among the arguments of a (second) start. */
export function findDeepLinkArgument(argv: readonly string[]): string | undefined {
  return argv.find((argument) => argument.startsWith(`${DEEP_LINK_SCHEME}://`));
}
