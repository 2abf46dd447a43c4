import { expect } from 'playwright/test';
import { test } from 'vitest';
import { serverOfFile } from '#tests/support/browsers/e2e.ts';
import { openAdminTab, VIEWPORTS } from '../pages/admin.page.ts';
import { findBarriers } from '../pages/barriers.ts';
import { findCrushed } from '../pages/reach.ts';
import { TOAST } from '../pages/toast.ts';

const server = serverOfFile();

test.each(VIEWPORTS)(
  '[D2] on %s every part of the admin area is accessible, and nothing is cut off or covered',
  // Scans nearly twenty complete pages.
  { timeout: 180_000 },
  async (_what, viewport) => {
    const page = await openAdminTab(server.url, 'Dashboard', viewport);
    const tabs = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
    const parts = page.getByRole('navigation', { name: /^Parts of / }).getByRole('link');
    const broken: Record<string, unknown> = {};
    const looked = new Set<string>();
    const look = async () => {
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      // The toast of the sign-in closes after two seconds.
      await expect(page.locator(TOAST)).toHaveCount(0);
      const { pathname, search } = new URL(page.url());
      looked.add(pathname + search);
      const found = [...(await findBarriers(page)), ...(await findCrushed(page))];
      if (found.length > 0) broken[pathname + search] = found;
    };
    for (const tab of await tabs.all()) {
      await tab.press('Enter');
      await expect(tab).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        (await tab.innerText()).trim(),
      );
      await look();
      const count = await parts.count();
      for (let at = 1; at < count; at += 1) {
        await parts.nth(at).press('Enter');
        await expect(parts.nth(at)).toHaveAttribute('aria-current', 'page');
        await look();
      }
    }
    expect(broken).toEqual({});
    expect(looked.size).toBeGreaterThan(16);
  },
);
