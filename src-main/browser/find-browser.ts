import { existsSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The browser of `CHROMIUM_PATH`, else a Chromium, Chrome or Edge in its default folder. */
export function findBrowser(
  platform: NodeJS.Platform,
  environment: Environment,
): string | undefined {
  const named = environment['CHROMIUM_PATH'];
  const known = named ? [named] : candidates(platform, environment);
  return known.find((path) => existsSync(path));
}

function candidates(platform: NodeJS.Platform, environment: Environment): string[] {
  if (platform === 'win32') {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap(
      (name) => environment[name] ?? [],
    );
    return ['Google/Chrome', 'Chromium', 'Microsoft/Edge'].flatMap((browser) =>
      folders.map((folder) =>
        join(
          folder,
          browser,
          'Application',
          browser.endsWith('Edge') ? 'msedge.exe' : 'chrome.exe',
        ),
      ),
    );
  }
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (browser) => `/Applications/${browser}.app/Contents/MacOS/${browser}`,
    );
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'];
  return (environment['PATH'] ?? '')
    .split(':')
    .flatMap((folder) => names.map((name) => join(folder, name)));
}
