import { findRoute } from '#contract/constants/pages/routes.ts';
import { isKioskPath } from './guards/navigation-guard.ts';

export const DEEP_LINK_SCHEME = 'cradlesong';

/** The path in a `cradlesong://player/3` link; undefined for an unknown page or one not allowed in a kiosk. */
export function findDeepLinkPath(link: string, isKiosk: boolean): string | undefined {
  const url = URL.parse(link);
  if (url?.protocol !== `${DEEP_LINK_SCHEME}:` || !url.host || url.username) return undefined;
  // Query and fragment are dropped: an external link must not bring tokens or prefilled forms.
  const path = `/${url.host}${url.pathname}`.replace(/\/+$/, '') || '/';
  if (!/^[\w/-]+$/.test(path) || !findRoute(path)) return undefined;
  return isKiosk && !isKioskPath(path) ? undefined : path;
}

/** Windows and Linux pass the link in the arguments of a (second) start. */
export function findDeepLinkArgument(argv: readonly string[]): string | undefined {
  return argv.find((argument) => argument.startsWith(`${DEEP_LINK_SCHEME}://`));
}
