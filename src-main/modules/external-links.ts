import type { WindowOpenHandlerResponse } from 'electron';

const SYSTEM_PROTOCOLS = ['http:', 'https:', 'mailto:'];

interface ExternalLinksOptions {
  /** Electron's shell.openExternal: hands the address to the system, which may start any program. */
  open: (address: string) => Promise<void>;
  isKiosk: boolean;
  log: (line: string) => void;
}

export interface ExternalLinks {
  open(address: string): void;
  /** For WebContents.setWindowOpenHandler: no window of ours ever opens another. */
  readonly windowOpenHandler: (details: { url: string }) => WindowOpenHandlerResponse;
}

/** Links that lead elsewhere open in the system's browser, in a kiosk not at all. */
export function createExternalLinks({ open, isKiosk, log }: ExternalLinksOptions): ExternalLinks {
  const links: ExternalLinks = {
    open(address) {
      if (isKiosk) return;
      const url = URL.parse(address);
      if (!url || !SYSTEM_PROTOCOLS.includes(url.protocol)) {
        log(`refused to open an address of the kind ${url?.protocol ?? 'unknown'}`);
        return;
      }
      // The parsed form: what was checked is what is handed over.
      open(url.href).catch((error: unknown) => log(`the system did not open a link: ${error}`));
    },
    windowOpenHandler({ url }) {
      links.open(url);
      return { action: 'deny' };
    },
  };
  return links;
}
