import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/**
 * Rules of WCAG 2.2 A and AA, in both themes; axe names the elements that break them. And fields with letters so
 * small that an iPhone zooms in when one is touched, and does not zoom out again.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(settleColours);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    found.push(
      ...violations.map(
        ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ target }) => target).join(', ')}`,
      ),
    );
  }
  return [...found, ...(await page.evaluate(findSmallFields))];
}

function findSmallFields(): string[] {
  const typed =
    'input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea, select';
  return [...document.querySelectorAll(typed)].flatMap((field) => {
    const size = Number.parseFloat(getComputedStyle(field).fontSize);
    return size < 16 ? [`letters of ${size} px: ${field.outerHTML.slice(0, 120)}`] : [];
  });
}

/** Colours glide from one theme to the other; in between, no contrast is true. */
async function settleColours(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}
