import type { WindowOpenHandlerResponse } from 'electron';

const SYSTEM_PROTOCOLS = ['http:', 'https:', 'mailto:'];

interface ExternalLinksOptions {
  /** Electron's shell.openExternal: passes the address to the system, which may start any program. */
  open: (address: string) => Promise<void>;
  isKiosk: boolean;
  log: (line: string) => void;
}

export interface ExternalLinks {
  open(address: string): void;
  /** For WebContents.setWindowOpenHandler: denies every new window. */
  readonly windowOpenHandler: (details: { url: string }) => WindowOpenHandlerResponse;
}

/** Opens external links in the system's browser; in a kiosk not at all. */
export function createExternalLinks({ open, isKiosk, log }: ExternalLinksOptions): ExternalLinks {
  const links: ExternalLinks = {
    open(address) {
      if (isKiosk) return;
      const url = URL.parse(address);
      if (!url || !SYSTEM_PROTOCOLS.includes(url.protocol)) {
        log(`refused to open an address of the kind ${url?.protocol ?? 'unknown'}`);
        return;
      }
      // Open the parsed form, so that the checked address is the opened one.
      open(url.href).catch((error: unknown) => log(`the system did not open a link: ${error}`));
    },
    windowOpenHandler({ url }) {
      links.open(url);
      return { action: 'deny' };
    },
  };
  return links;
}
