import { z } from 'zod';
import type { DesktopState, SharedNetwork, SharingChoice } from '#contract/device/desktop.ts';
import type { JsonFile } from './json-file.ts';

/** sharing.json: off by default. */
export const sharingFileSchema = z.object({
  isOn: z.boolean().default(false),
  network: z.string().nullable().default(null),
});

interface SharingParts {
  file: JsonFile<SharingChoice>;
  findNetworks: () => SharedNetwork[];
  /** The server's port, which does not change; 0 before the first start. */
  port: () => number;
  /** A restart would interrupt playback. */
  isSounding: () => boolean;
  restart: () => void;
  announce: () => void;
  log: (line: string) => void;
}

/** There is no event for network changes. */
const CHECK_EVERY_MS = 5_000;

/** Opens the kiosk's server to the building's network while staff have sharing on. */
export function createSharing(parts: SharingParts) {
  const { file, findNetworks, port, isSounding, restart, announce, log } = parts;
  /** The address on which the running server is shared. */
  let sharedAddress: string | undefined;
  let lastState = '';

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
      ? sharedAddress === undefined
        ? 'off'
        : 'closing'
      : networks.length === 0
        ? 'no-network'
        : sharedAddress !== undefined && sharedAddress === address
          ? 'on'
          : 'opening';
    return { status, address: status === 'on' ? (address ?? null) : null, network, networks };
  };
  /** Checks the networks, notifies the page of a change and restarts the server if needed. */
  const checkNetworks = () => {
    const wanted = addressAt(port());
    // Without a network there is no need to restart; it may be back in a moment.
    const hasToChange = wanted !== sharedAddress && (wanted !== undefined || !file.read().isOn);
    const text = JSON.stringify(read());
    if (text !== lastState) announce();
    lastState = text;
    if (!hasToChange || port() === 0 || isSounding()) return;
    log(`sharing: ${wanted ?? 'off'}`);
    restart();
  };

  return {
    read,
    checkNetworks,
    /** Starts checking periodically. */
    watch: () => void setInterval(checkNetworks, CHECK_EVERY_MS),
    choose(choice: SharingChoice) {
      const isSaved = file.write(choice);
      checkNetworks();
      return isSaved;
    },
    /** Environment of the server. The address in it is stored, to detect when a restart is needed. */
    environmentFor(at: number): Record<string, string> {
      sharedAddress = addressAt(at);
      if (sharedAddress === undefined) return {};
      return {
        HOST: '0.0.0.0',
        SITE_URL: sharedAddress,
        // The kiosk's own window keeps its loopback address.
        ADDITIONAL_REDIRECT_URLS: `http://127.0.0.1:${at}/**`,
        // Overrides the environment: no spoofed client addresses, no development mailbox.
        TRUST_PROXY: 'off',
        DEV_MODE: 'off',
      };
    },
  };
}
