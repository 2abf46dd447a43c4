import type { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type KioskSettings, kioskFileSchema } from '#contract/device/desktop.ts';
import { type Closing, createClosing } from './modules/closing.ts';
import { type KeptFile, openKeptFile } from './modules/kept-file.ts';
import { createKioskPin, type KioskPin, pinFileSchema } from './modules/kiosk-pin.ts';
import {
  createKioskReporter,
  type KioskReporter,
  reportFileSchema,
} from './modules/kiosk-reporter.ts';
import {
  createMainServer,
  type MainServerLine,
  mainServerFileSchema,
} from './modules/main-server.ts';
import { findNetworks } from './modules/networks.ts';
import { type PictureWindow, takePicture } from './modules/screen-picture.ts';
import { createSharing, type Sharing, sharingFileSchema } from './modules/sharing.ts';
import type { WindowFile } from './modules/window-state.ts';
import type { ShellServer } from './shell-server.ts';

export interface ShellKiosk {
  readonly pin: KioskPin;
  readonly settings: KeptFile<KioskSettings>;
  readonly sharing: Sharing;
  readonly closing: Closing;
  readonly mainServer: MainServerLine;
  /** Something is wrong that whoever looks after the kiosk should hear of. */
  noteTrouble: KioskReporter['noteTrouble'];
  /** Somebody touched the screen. */
  noteInput(): void;
  /** From now on: reports, opening hours, the building's networks. */
  watch(): void;
}

interface KioskNeeds {
  isKiosk: boolean;
  version: string;
  /** Where the kiosk's own files lie. */
  userData: string;
  networkInterfaces: typeof networkInterfaces;
  log: (line: string) => void;
  /** This very program starts again, with its server. */
  relaunch: () => void;
  server: Pick<ShellServer, 'url' | 'restart' | 'onState' | 'setEnvironment'>;
  window: PictureWindow;
  windowFile: KeptFile<WindowFile>;
  /** The page should read the state again. */
  announce: () => void;
}

/** What a kiosk has beyond a desktop; on a desktop the same parts lie still. */
export function createShellKiosk(needs: KioskNeeds): ShellKiosk {
  const { isKiosk, userData, server, window, windowFile, announce, log } = needs;
  const now = () => performance.now();
  const settings = openKeptFile(join(userData, 'kiosk.json'), kioskFileSchema);
  const sharing = createSharing({
    file: openKeptFile(join(userData, 'sharing.json'), sharingFileSchema),
    findNetworks: () => findNetworks(needs.networkInterfaces()),
    port: () => windowFile.read().port,
    isSounding: () => window.look().isSounding,
    restart: server.restart,
    announce,
    log,
  });
  const closing = createClosing({
    settings,
    lookAtWindow: window.look,
    announce,
    date: () => new Date(),
    now,
  });
  const mainServer = createMainServer({
    file: openKeptFile(join(userData, 'main-server.json'), mainServerFileSchema),
    settings,
    ownUrl: server.url,
    fetch: (...request) => fetch(...request),
    onSettings: announce,
    takePicture: () => takePicture(window),
    announce,
    now,
    log,
  });
  const reporter = isKiosk ? createReporter() : undefined;

  function createReporter(): KioskReporter {
    return createKioskReporter({
      version: needs.version,
      file: openKeptFile(join(userData, 'kiosk-report.json'), reportFileSchema),
      settings,
      url: server.url,
      mainLine: mainServer.line,
      fetch: (...request) => fetch(...request),
      look: window.look,
      onSettings: announce,
      takePicture: () => takePicture(window),
      restart: needs.relaunch,
      now,
      log,
    });
  }

  if (reporter) {
    server.setEnvironment((port) => ({
      KIOSK: 'on',
      KIOSK_TOKEN_HASH: reporter.tokenHash,
      ...sharing.environmentFor(port),
    }));
    server.onState(({ status }) => {
      if (status === 'failed') reporter.noteTrouble('server-ended');
      sharing.look();
    });
  }
  return {
    pin: createKioskPin(openKeptFile(join(userData, 'kiosk-pin.json'), pinFileSchema)),
    settings,
    sharing,
    closing,
    mainServer,
    noteTrouble: (kind) => reporter?.noteTrouble(kind),
    noteInput() {
      reporter?.noteInput();
      closing.noteInput();
    },
    watch() {
      if (!reporter) return;
      reporter.start();
      closing.watch();
      sharing.watch();
    },
  };
}
