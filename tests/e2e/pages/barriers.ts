import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that depend on the theme. */
const RULES_ON_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * Violations of WCAG 2.2 A and AA in the light theme, and of the colour rules in the dark one, with the elements that
 * axe reports. Also input fields with a font so small that an iPhone zooms in on focus.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  return [
    ...(await runAxe(page, 'light', { type: 'tag', values: WCAG_2_2_AA })),
    ...(await runAxe(page, 'dark', { type: 'rule', values: RULES_ON_COLOUR })),
    ...(await page.evaluate(findSmallFields)),
  ];
}

async function runAxe(
  page: Page,
  colorScheme: 'light' | 'dark',
  runOnly: { type: 'tag' | 'rule'; values: string[] },
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(settleColours);
  // The default mode opens a second page for each report and takes twice as long.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ runOnly, resultTypes: ['violations'] })
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ target }) => target).join(', ')}`,
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
