import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/support/servers/free-port.ts';
import { waitUntilListening } from '#tests/support/servers/ports.ts';
import { ANSWER_MS, type Engine, type EngineWindow, type Size } from './engine.ts';
import { isOnPath } from './workspace.ts';

const [browser] = globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser');
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** As on a phone: no sound without a user gesture. */
const OPTIONS = ['--automation', '--autoplay-policy=deny', '--enable-smooth-scrolling=false'];
const STILL = '[Settings]\ngtk-enable-animations=0\n';

type Ask = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<T>;

/** Minimal WebDriver client. */
function driverAt(url: string): Ask {
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value?.error} ${value?.message}`);
    return value;
  };
}

/** Sizes the window so that the page has this size; GTK's minimum width is 447 px. */
async function resize(ask: Ask, session: string, { width, height }: Size): Promise<void> {
  const script = 'return [outerWidth - innerWidth, outerHeight - innerHeight]';
  const [beside, above] = await ask<[number, number]>('POST', `${session}/execute/sync`, {
    ...{ script, args: [] },
  });
  const rect = { x: 0, y: 0, width: width + beside, height: height + above };
  await ask('POST', `${session}/window/rect`, rect);
}

/** Each driver session is a fresh browser without stored data. */
async function openWindow(ask: Ask, size: Size): Promise<EngineWindow> {
  const wanted = { 'webkitgtk:browserOptions': { binary: browser, args: OPTIONS } };
  const timeouts = { script: ANSWER_MS, pageLoad: ANSWER_MS };
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { ...wanted, timeouts } },
  });
  const session = `/session/${sessionId}`;
  await resize(ask, session, size);
  return {
    async goto(url) {
      await ask('POST', `${session}/url`, { url });
    },
    run: (expression) =>
      ask('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
    async act(source) {
      await ask('POST', `${session}/actions`, { actions: [source] });
    },
    async chooseFiles(selector, paths) {
      const element = await ask<Record<string, string>>('POST', `${session}/element`, {
        ...{ using: 'css selector', value: selector },
      });
      const text = paths.join('\n');
      await ask('POST', `${session}/element/${element[ELEMENT]}/value`, { text });
    },
    screenshot: () => ask('GET', `${session}/screenshot`),
    async close() {
      await ask('DELETE', session);
    },
  };
}

export const webkit: Engine = {
  name: 'WebKit',
  isInstalled: browser !== undefined && ['WebKitWebDriver', 'Xvfb', 'pulseaudio'].every(isOnPath),
  async start({ home, env, start }) {
    mkdirSync(join(home, '.config/gtk-3.0'), { recursive: true });
    writeFileSync(join(home, '.config/gtk-3.0/settings.ini'), STILL);
    const screen = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
    const display = await start(['Xvfb', '-displayfd', '1', ...screen], /^\d+$/);
    const port = await freePort();
    await start(['WebKitWebDriver', '--host=127.0.0.1', `--port=${port}`], undefined, {
      ...env,
      DISPLAY: `:${display}`,
    });
    await waitUntilListening(port, 'WebKitWebDriver');
    const ask = driverAt(`http://127.0.0.1:${port}`);
    return (size) => openWindow(ask, size);
  },
};
