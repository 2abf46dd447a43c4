import { join } from 'node:path';
import type { WebContents } from 'electron';
import { type KioskSettings, kioskFileSchema } from '#contract/device/desktop.ts';
import { type Closing, createClosing } from './modules/closing.ts';
import { type KeptFile, openKeptFile } from './modules/kept-file.ts';
import { createKioskPin, type KioskPin, pinFileSchema } from './modules/kiosk-pin.ts';
import {
  createKioskReporter,
  type KioskReporter,
  reportFileSchema,
} from './modules/kiosk-reporter.ts';
import { findNetworks } from './modules/networks.ts';
import { createSharing, type Sharing, sharingFileSchema } from './modules/sharing.ts';
import type { WindowFile } from './modules/window-state.ts';
import type { ShellGround } from './shell-parts.ts';
import type { ShellServer } from './shell-server.ts';
import type { ShellWindow } from './shell-window.ts';

export interface ShellKiosk {
  readonly pin: KioskPin;
  readonly settings: KeptFile<KioskSettings>;
  readonly sharing: Sharing;
  readonly closing: Closing;
  /** Something is wrong that whoever looks after the kiosk should hear of. */
  noteTrouble: KioskReporter['noteTrouble'];
  /** From now on: reports, opening hours, the building's networks. */
  watch(contents: WebContents): void;
}

interface KioskNeeds {
  server: ShellServer;
  window: ShellWindow;
  windowFile: KeptFile<WindowFile>;
  /** The page should read the state again. */
  announce: () => void;
}

/** What a kiosk has beyond a desktop; on a desktop the same parts lie still. */
export function createShellKiosk(ground: ShellGround, needs: KioskNeeds): ShellKiosk {
  const { parts, launch, userData, log } = ground;
  const { server, window, windowFile, announce } = needs;
  const now = () => performance.now();
  const settings = openKeptFile(join(userData, 'kiosk.json'), kioskFileSchema);
  const sharing = createSharing({
    file: openKeptFile(join(userData, 'sharing.json'), sharingFileSchema),
    findNetworks: () => findNetworks(parts.networkInterfaces()),
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
  const reporter = launch.isKiosk ? createReporter() : undefined;

  function createReporter(): KioskReporter {
    const { app } = parts.electron;
    return createKioskReporter({
      version: app.getVersion(),
      file: openKeptFile(join(userData, 'kiosk-report.json'), reportFileSchema),
      settings,
      url: server.url,
      fetch: (...request) => fetch(...request),
      look: window.look,
      onSettings: announce,
      restart() {
        app.relaunch(ground.program);
        // Not `quit`, which a locked kiosk refuses.
        void server.stop().finally(() => app.exit());
      },
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
    noteTrouble: (kind) => reporter?.noteTrouble(kind),
    watch(contents) {
      if (!reporter) return;
      contents.on('input-event', reporter.noteInput);
      contents.on('unresponsive', () => reporter.noteTrouble('page-hung'));
      contents.on('render-process-gone', (_event, { reason }) => {
        if (reason !== 'clean-exit') reporter.noteTrouble('page-crashed');
      });
      contents.on('input-event', closing.noteInput);
      reporter.start();
      closing.watch();
      sharing.watch();
    },
  };
}
