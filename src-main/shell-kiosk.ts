import type { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { kioskFileSchema } from '#contract/device/desktop.ts';
import { type JsonFile, openJsonFile } from './modules/json-file.ts';
import { createKioskReporter, reportFileSchema } from './modules/kiosk-reporter.ts';
import type { LoginItem } from './modules/login-item.ts';
import { createMainServer, mainServerFileSchema } from './modules/main-server.ts';
import { findNetworks } from './modules/networks.ts';
import type { Trouble } from './modules/report-target.ts';
import { createSharing, sharingFileSchema } from './modules/sharing.ts';
import { createClosing } from './modules/window/closing.ts';
import { createDesktopState } from './modules/window/desktop-state.ts';
import { createKioskPin, pinFileSchema } from './modules/window/kiosk-pin.ts';
import type { WindowFile } from './modules/window/window-state.ts';
import type { ShellServer } from './shell-server.ts';

export type ShellKiosk = ReturnType<typeof createShellKiosk>;

interface KioskShellDeps {
  isKiosk: boolean;
  version: string;
  /** Folder of the kiosk's own files. */
  userData: string;
  networkInterfaces: typeof networkInterfaces;
  log: (line: string) => void;
  /** Restarts the program with its server. */
  relaunch: () => void;
  server: Pick<ShellServer, 'url' | 'restart' | 'onState' | 'onHang' | 'setEnvironment'>;
  loginItem: LoginItem;
  window: { look(): { isSounding: boolean; isFirstScreen: boolean } };
  windowFile: JsonFile<WindowFile>;
}

/** The kiosk's additions to the desktop shell; inactive on a desktop. */
export function createShellKiosk(deps: KioskShellDeps) {
  const { version, isKiosk, userData, server, window, windowFile, loginItem, log } = deps;
  const announce = (): void => state.announce();
  const reportFile = openJsonFile(join(userData, 'kiosk-report.json'), reportFileSchema);
  // A damaged file must not replace the settings on the servers by the defaults.
  const settings = openJsonFile(
    join(userData, 'kiosk.json'),
    kioskFileSchema,
    () => reportFile.read().agreed,
  );
  const sharing = createSharing({
    file: openJsonFile(join(userData, 'sharing.json'), sharingFileSchema),
    findNetworks: () => findNetworks(deps.networkInterfaces()),
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
  });
  const mainServer = createMainServer({
    file: openJsonFile(join(userData, 'main-server.json'), mainServerFileSchema),
    settings,
    ownUrl: server.url,
    announce,
    log,
  });
  const pin = createKioskPin(openJsonFile(join(userData, 'kiosk-pin.json'), pinFileSchema));
  const parts = { pin, settings, sharing, closing, mainServer };
  const state = createDesktopState({ version, isKiosk, loginItem, ...parts });
  const reporter = isKiosk
    ? createKioskReporter({
        version,
        file: reportFile,
        settings,
        url: server.url,
        mainTarget: mainServer.target,
        look: window.look,
        onSettings: announce,
        restart: deps.relaunch,
        log,
      })
    : undefined;
  if (reporter) {
    server.setEnvironment((port) => ({
      KIOSK: 'on',
      KIOSK_TOKEN_HASH: reporter.tokenHash,
      ...sharing.environmentFor(port),
    }));
    server.onState(({ status }) => {
      if (status === 'failed') reporter.recordTrouble('server-ended');
      sharing.checkNetworks();
    });
    server.onHang(() => reporter.recordTrouble('server-hung'));
  }
  return {
    ...parts,
    /** State that the page reads. */
    state,
    /** Records a fault to report to the kiosk's servers. */
    recordTrouble: (kind: Trouble) => reporter?.recordTrouble(kind),
    /** Reports user input. */
    noteInput() {
      reporter?.noteInput();
      closing.noteInput();
    },
    /** Starts reports, opening hours and network checks. */
    watch() {
      if (!reporter) return;
      reporter.start();
      closing.watch();
      sharing.watch();
    },
  };
}
