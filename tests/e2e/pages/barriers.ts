import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Rules of WCAG 2.2 A and AA, in both themes; axe names the elements that break them. */
export async function findBarriers(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    found.push(
      ...violations.map(
        ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ target }) => target).join(', ')}`,
      ),
    );
  }
  return found;
}
