import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';

interface LoginItemOptions {
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  /** Folder of the desktop's own autostart entries (Linux). */
  autostartDir: string;
  /** Program and arguments, so that a kiosk starts as a kiosk again. */
  command: readonly string[];
}

export interface LoginItem {
  /** Null where this program cannot start with the machine. */
  isSet(): boolean | null;
  set(opensAtLogin: boolean): boolean;
}

/** Starts the program at login: by Electron on Windows and macOS, by an autostart file on Linux. */
export function createLoginItem(options: LoginItemOptions): LoginItem {
  const { app, platform, autostartDir, command } = options;
  const [program = '', ...args] = command;
  const file = join(autostartDir, 'cradlesong.desktop');
  if (platform !== 'linux') {
    return {
      isSet: () => app.getLoginItemSettings({ path: program, args }).openAtLogin,
      set(openAtLogin) {
        app.setLoginItemSettings({ openAtLogin, path: program, args });
        return true;
      },
    };
  }
  return {
    isSet: () => existsSync(file),
    set(opensAtLogin) {
      try {
        if (!opensAtLogin) {
          rmSync(file, { force: true });
          return true;
        }
        mkdirSync(autostartDir, { recursive: true });
        const exec = command.map(quoteForDesktopEntry).join(' ');
        writeFileSync(
          file,
          `[Desktop Entry]\nType=Application\nName=${DEFAULT_BRAND.name}\nExec=${exec}\nX-GNOME-Autostart-enabled=true\n`,
        );
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Quoting of the Desktop Entry Specification; a percent sign would be read as a field code. */
function quoteForDesktopEntry(argument: string): string {
  return `"${argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
}
