import { findDeepLinkArgument } from './deep-link.ts';

export interface LaunchOptions {
  readonly isKiosk: boolean;
  /** Setup mode. Anyone who can start the program with options controls the machine and may set a kiosk's first PIN. */
  readonly isSetUp: boolean;
  /** Where electron-vite serves the pages with hot reload; only in development. */
  readonly pagesUrl: string | undefined;
  readonly deepLink: string | undefined;
}

export function readLaunchOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
): LaunchOptions {
  return {
    isKiosk: argv.includes('--kiosk'),
    isSetUp: argv.includes('--set-up'),
    // An environment variable must not redirect an installed program to another page.
    pagesUrl: isPackaged ? undefined : environment['ELECTRON_RENDERER_URL'],
    deepLink: findDeepLinkArgument(argv),
  };
}
