import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that depend on the theme. */
const RULES_ON_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * Violations of WCAG 2.2 A and AA in the light theme, and of the colour rules in the dark one, with the elements that
 * axe reports. Includes input fields whose font is so small that an iPhone zooms in on focus.
 */
export async function findViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, runOnly] of [
    ['light', { type: 'tag', values: WCAG_2_2_AA }],
    ['dark', { type: 'rule', values: RULES_ON_COLOUR }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(settleColours);
    const violations = await runAxe(page, 'html', { runOnly: { ...runOnly } });
    found.push(...violations.map((violation) => `${colorScheme} ${violation}`));
  }
  return [...found, ...(await page.evaluate(findSmallFields))];
}

/** Violations of axe's default rules within an element. */
export const findViolationsIn = (page: Page, selector: string): Promise<string[]> =>
  runAxe(page, selector, {});

async function runAxe(page: Page, selector: string, rules: RunOptions): Promise<string[]> {
  // Injects axe once per document; `@axe-core/playwright` would inject its 650 kB twice per run.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  }
  const options: RunOptions = { ...rules, resultTypes: ['violations'] };
  return page.evaluate(runInPage, { selector, options });
}

async function runInPage(asked: { selector: string; options: RunOptions }): Promise<string[]> {
  const { run }: typeof axe = Reflect.get(window, 'axe');
  const { violations } = await run(asked.selector, asked.options);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`,
  );
}

function findSmallFields(): string[] {
  const typed =
    'input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea, select';
  return [...document.querySelectorAll(typed)].flatMap((field) => {
    const size = Number.parseFloat(getComputedStyle(field).fontSize);
    return size < 16 ? [`letters of ${size} px: ${field.outerHTML.slice(0, 120)}`] : [];
  });
}

/** Waits for the theme's colour transition, during which no contrast is valid. */
async function settleColours(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}
