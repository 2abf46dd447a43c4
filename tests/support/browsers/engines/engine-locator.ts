import type { InputAction } from './engine.ts';
import type { Step, TextPattern } from './finder.ts';
import type { PageDriver } from './page-driver.ts';

type Text = string | RegExp;
interface RoleOptions {
  name?: Text;
  exact?: boolean;
  level?: number;
}

const KEYS: Record<string, string> = { Escape: '\uE00C' };
/** Labour mode takes a shorter press for one by a screen reader. */
const PRESS_MS = 30;

const keystroke = (key: string, duration = 0): InputAction[] => {
  const value = KEYS[key] ?? key;
  return [
    { type: 'keyDown', value },
    { type: 'pause', duration },
    { type: 'keyUp', value },
  ];
};
const pressKeys = (driver: PageDriver, ...actions: InputAction[]): Promise<void> =>
  driver.window.act({ type: 'key', id: 'keyboard', actions });
export const pressKey = (driver: PageDriver, key: string, { delay = 0 } = {}): Promise<void> =>
  pressKeys(driver, ...keystroke(key, delay));

const wanted = (text: Text, isExact = false): TextPattern =>
  typeof text === 'string' ? { text, isExact } : { text: text.source, flags: text.flags };

/** Queries within an element or page, with the names of Playwright's methods. */
export function createQueries(driver: PageDriver, steps: readonly Step[]) {
  const go = (step: Step) => createLocator(driver, [...steps, step]);
  return {
    locator: (selector: string) => go({ by: 'css', selector }),
    getByRole: (role: string, { name, exact, level }: RoleOptions = {}) =>
      go({
        ...({ by: 'role', role } as const),
        ...(name !== undefined && { name: wanted(name, exact) }),
        ...(level !== undefined && { level }),
      }),
    getByLabel: (text: Text, options: { exact?: boolean } = {}) =>
      go({ by: 'label', wanted: wanted(text, options.exact) }),
    getByText: (text: Text, options: { exact?: boolean } = {}) =>
      go({ by: 'text', wanted: wanted(text, options.exact) }),
  };
}

interface Having {
  has?: EngineLocator;
  hasText?: Text;
}

export interface EngineLocator extends ReturnType<typeof createQueries> {
  readonly steps: readonly Step[];
  filter(having: Having): EngineLocator;
  first(): EngineLocator;
  click(options?: { delay?: number }): Promise<void>;
  fill(text: string): Promise<void>;
  count(): Promise<number>;
  isVisible(): Promise<boolean>;
  waitFor(options?: { state?: 'visible' | 'hidden'; timeout?: number }): Promise<void>;
  allTextContents(): Promise<string[]>;
  getAttribute(name: string): Promise<string | null>;
  evaluate<T>(
    task: (element: never, argument: never) => T,
    argument?: unknown,
  ): Promise<Awaited<T>>;
  setInputFiles(paths: readonly string[]): Promise<void>;
}

/** User input: presses and typing as native input events. */
function createInput(
  driver: PageDriver,
  steps: readonly Step[],
  evaluate: EngineLocator['evaluate'],
) {
  const aim = () =>
    driver.until(`${nameOf(steps)} can be pressed`, async () => {
      const at = await driver.ask<{ x: number; y: number } | string>(
        `finder.aim(${JSON.stringify(steps)})`,
      );
      if (typeof at === 'string') throw new Error(at);
      return at;
    });
  const click: EngineLocator['click'] = async ({ delay = PRESS_MS } = {}) => {
    const at = await aim();
    await driver.window.act({
      ...{ type: 'pointer', id: 'mouse' },
      actions: [
        { type: 'pointerMove', ...at, duration: 0, origin: 'viewport' },
        { type: 'pointerDown', button: 0 },
        { type: 'pause', duration: delay },
        { type: 'pointerUp', button: 0 },
      ],
    });
  };
  return {
    click,
    async fill(text: string) {
      await aim();
      const isTyped = await evaluate(setOrSelect, text);
      if (isTyped) await pressKeys(driver, ...[...text].flatMap((key) => keystroke(key)));
    },
  };
}

/** Runs in the page: sets a slider directly; selects a field's content, so that typing replaces it. */
function setOrSelect(field: HTMLInputElement, text: string): boolean {
  field.focus();
  if (field.type !== 'range') {
    field.select();
    return true;
  }
  // React observes only changes made through the prototype's setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
  return false;
}

const nameOf = (steps: readonly Step[]): string =>
  steps.map((step) => JSON.stringify(step)).join(' → ');

function createLocator(driver: PageDriver, steps: readonly Step[]): EngineLocator {
  const found = `finder.find(${JSON.stringify(steps)})`;
  const each = <T>(task: string) => driver.ask<T[]>(`Promise.all(${found}.map(${task}))`);
  const evaluate: EngineLocator['evaluate'] = async (task, argument) => {
    const passed = JSON.stringify(argument) ?? 'undefined';
    const [answer] = await driver.until(nameOf(steps), async () => {
      const answers = await each<never>(`(one) => (${task})(one, ${passed})`);
      return answers.length > 0 ? answers : undefined;
    });
    return answer as never;
  };
  const isVisible = async () =>
    (await each<boolean>('(one) => finder.isShown(one)')).includes(true);
  return {
    ...createQueries(driver, steps),
    ...createInput(driver, steps, evaluate),
    steps,
    filter: ({ has, hasText }) =>
      createLocator(driver, [
        ...steps,
        {
          by: 'having',
          ...(has && { steps: has.steps }),
          ...(hasText !== undefined && { text: wanted(hasText) }),
        },
      ]),
    first: () => createLocator(driver, [...steps, { by: 'first' }]),
    evaluate,
    isVisible,
    count: async () => (await each('() => 0')).length,
    async waitFor({ state = 'visible', timeout } = {}) {
      const look = async () => (await isVisible()) === (state === 'visible') || undefined;
      await driver.until(`${nameOf(steps)} is ${state}`, look, timeout);
    },
    allTextContents: () => each('(one) => one.textContent'),
    getAttribute: (name) =>
      evaluate((element: HTMLElement, wanted: string) => element.getAttribute(wanted), name),
    async setInputFiles(paths) {
      const [step] = steps;
      if (step?.by !== 'css') throw new Error('setInputFiles needs a locator by CSS selector');
      await driver.window.chooseFiles(step.selector, paths);
    },
  };
}
