import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANSWER_MS, type Engine, type EngineWindow, type Size } from './engine.ts';
import { isOnPath } from './workspace.ts';

const BINARIES = [process.env['FIREFOX_PATH'], 'firefox-esr', 'firefox'];
const binary = BINARIES.find((name) => name !== undefined && isOnPath(name));

/** No telemetry, updates or animations; otherwise the defaults, including blocked autoplay. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'general.smoothScroll': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
};

type Answer = Record<string, unknown>;
interface Message {
  type: 'success' | 'error' | 'event';
  id: number | null;
  result?: Answer;
  error?: string;
  message?: string;
}

/**
 * Minimal WebDriver BiDi client over one WebSocket. puppeteer-core counts every script as a user gesture, which would
 * hide that the browser blocks sound.
 */
async function connect(url: string) {
  const socket = new WebSocket(`${url}/session`);
  const waiting = new Map<number, (message: Message) => void>();
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('Firefox refused')), { once: true });
  });
  socket.addEventListener('message', ({ data }) => {
    // Firefox follows the BiDi standard.
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== null) waiting.get(message.id)?.(message);
  });
  let last = 0;
  const ask = (method: string, params: Answer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`${method} was not answered within ${ANSWER_MS} ms`));
      }, ANSWER_MS);
      waiting.set(id, ({ type, result, error, message }) => {
        clearTimeout(timer);
        waiting.delete(id);
        if (type === 'success') resolve(result ?? {});
        else reject(new Error(`${method}: ${error} ${message}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask('session.new', { capabilities: {} });
  return ask;
}

type Ask = Awaited<ReturnType<typeof connect>>;

/** A separate container: cookies and storage are not shared with other windows. */
async function openWindow(ask: Ask, viewport: Size): Promise<EngineWindow> {
  const { userContext } = await ask('browser.createUserContext', {});
  const { context } = await ask('browsingContext.create', { type: 'tab', userContext });
  await ask('browsingContext.setViewport', { context, viewport });
  return {
    async goto(url) {
      await ask('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run(expression) {
      const target = { context };
      const answer = await ask('script.evaluate', {
        ...{ expression, target, awaitPromise: true, userActivation: false },
      });
      const { result, exceptionDetails } = answer as {
        // BiDi returns `result` for a value and `exceptionDetails` for an exception.
        result?: { value: string };
        exceptionDetails?: { text: string };
      };
      if (!result) throw new Error(exceptionDetails?.text);
      return result.value;
    },
    async act(source) {
      await ask('input.performActions', { context, actions: [source] });
    },
    async chooseFiles(selector, files) {
      const locator = { type: 'css', value: selector };
      const { nodes } = await ask('browsingContext.locateNodes', { context, locator });
      // BiDi gives each node a shared id.
      const [element] = nodes as { sharedId: string }[];
      if (!element) throw new Error(`There is no ${selector}.`);
      await ask('input.setFiles', { context, element, files });
    },
    async screenshot() {
      const { data } = await ask('browsingContext.captureScreenshot', { context });
      return String(data);
    },
    async close() {
      await ask('browser.removeUserContext', { userContext });
    },
  };
}

export const firefox: Engine = {
  name: 'Firefox',
  isInstalled: process.platform === 'linux' && binary !== undefined && isOnPath('pulseaudio'),
  async start({ home, start }) {
    const profile = join(home, 'profile');
    mkdirSync(profile);
    const lines = Object.entries(PREFERENCES).map(
      (entry) => `user_pref(${entry.map((part) => JSON.stringify(part)).join()});`,
    );
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const options = ['--headless', '--no-remote', '--remote-debugging-port', '0'];
    const address = await start(
      [String(binary), ...options, '--profile', profile, 'about:blank'],
      /listening on (ws:\S+)/,
    );
    const ask = await connect(address);
    return (size) => openWindow(ask, size);
  },
};
