import { z } from 'zod';
import type { DesktopState, SharedNetwork, SharingChoice } from '#contract/device/desktop.ts';
import type { KeptFile } from './kept-file.ts';

/** sharing.json: off until staff say otherwise. */
export const sharingFileSchema = z.object({
  isOn: z.boolean().default(false),
  network: z.string().nullable().default(null),
});

interface SharingParts {
  file: KeptFile<SharingChoice>;
  findNetworks: () => SharedNetwork[];
  /** The server's port, which stays; 0 while there has been none. */
  port: () => number;
  /** A restart would cut off what somebody is listening to. */
  isSounding: () => boolean;
  restart: () => void;
  announce: () => void;
  log: (line: string) => void;
}

export interface Sharing {
  read(): DesktopState['sharing'];
  choose(choice: SharingChoice): boolean;
  /** What the server is started with; remembered, to see when it no longer fits. */
  environmentFor(port: number): Record<string, string>;
  /** Looks at the networks again, tells the page of a change, starts the server anew when it has to be. */
  look(): void;
  /** From now on, again and again. */
  watch(): void;
}

/** Networks come and go without a word, as cables and cards do. */
const LOOK_EVERY_MS = 5_000;
const CLOSED = 'this machine alone';

/** Keeps the kiosk's server open to the building's network while staff want that, and closed otherwise. */
export function createSharing(parts: SharingParts): Sharing {
  const { file, findNetworks, port, isSounding, restart, announce, log } = parts;
  /** The address the running server is open at. */
  let open: string | undefined;
  let told = '';

  const chosenNetwork = () => {
    const networks = findNetworks();
    return networks.find(({ name }) => name === file.read().network) ?? networks[0];
  };
  const addressAt = (at: number) => {
    const network = file.read().isOn ? chosenNetwork() : undefined;
    return network && at !== 0 ? `http://${network.ip}:${at}` : undefined;
  };
  const read = (): DesktopState['sharing'] => {
    const { isOn, network } = file.read();
    const networks = findNetworks();
    const address = addressAt(port());
    const status = !isOn
      ? open === undefined
        ? 'off'
        : 'closing'
      : networks.length === 0
        ? 'no-network'
        : open !== undefined && open === address
          ? 'on'
          : 'opening';
    return { status, address: status === 'on' ? (address ?? null) : null, network, networks };
  };
  const look = () => {
    const wanted = addressAt(port());
    // Without a network there is nobody to close it to; the same one may be back in a moment.
    const hasToChange = wanted !== open && (wanted !== undefined || !file.read().isOn);
    const text = JSON.stringify(read());
    if (text !== told) announce();
    told = text;
    if (!hasToChange || port() === 0 || isSounding()) return;
    log(`sharing: ${wanted ?? CLOSED}`);
    restart();
  };

  return {
    read,
    look,
    watch: () => void setInterval(look, LOOK_EVERY_MS),
    choose(choice) {
      const isKept = file.write(choice);
      look();
      return isKept;
    },
    environmentFor(at) {
      open = addressAt(at);
      if (open === undefined) return {};
      return {
        HOST: '0.0.0.0',
        SITE_URL: open,
        // The kiosk's own window stays where it is.
        ADDITIONAL_REDIRECT_URLS: `http://127.0.0.1:${at}/**`,
        // Whatever surrounds the program: nobody may claim another address, or read the mails.
        TRUST_PROXY: 'off',
        DEV_MODE: 'off',
      };
    },
  };
}
