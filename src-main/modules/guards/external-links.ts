import type { WindowOpenHandlerResponse } from 'electron';

const SYSTEM_PROTOCOLS = ['http:', 'https:', 'mailto:'];

interface ExternalLinksOptions {
  /** Electron's shell.openExternal: passes the address to the system, which may start any program. */
  open: (address: string) => Promise<void>;
  isKiosk: boolean;
  log: (line: string) => void;
}

/** Opens external links in the system's browser; in a kiosk not at all. */
export function createExternalLinks({ open, isKiosk, log }: ExternalLinksOptions) {
  const openIfAllowed = (address: string) => {
    if (isKiosk) return;
    const url = URL.parse(address);
    if (!url || !SYSTEM_PROTOCOLS.includes(url.protocol)) {
      log(`blocked a link with the protocol ${url?.protocol ?? 'unknown'}`);
      return;
    }
    // Open the parsed form, so that the checked address is the opened one.
    open(url.href).catch((error: unknown) => log(`opening a link failed: ${error}`));
  };
  return {
    open: openIfAllowed,
    /** For WebContents.setWindowOpenHandler: denies every new window. */
    windowOpenHandler({ url }: { url: string }): WindowOpenHandlerResponse {
      openIfAllowed(url);
      return { action: 'deny' };
    },
  };
}
