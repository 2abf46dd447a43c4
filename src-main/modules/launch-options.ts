import { findDeepLinkArgument } from './deep-link.ts';

export interface LaunchOptions {
  readonly isKiosk: boolean;
  /** Whoever may start the program with an option owns the machine, and may choose a kiosk's first PIN. */
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
    // What people installed must not be sent to another page by a variable of its surroundings.
    pagesUrl: isPackaged ? undefined : environment['ELECTRON_RENDERER_URL'],
    deepLink: findDeepLinkArgument(argv),
  };
}
