import { test } from 'vitest';
import { hasPermission } from '#contract/calls/admin/admin-permissions.ts';
import { ADMIN_ROLE_NAMES } from '#contract/constants/admin-roles.ts';
import { PLACES } from '#renderer/features/admin/search/places.ts';
import { ADMIN_PERSON_PASSWORD, enterInvitedBy } from '#tests/support/admin-people.ts';
import {
  beforeFile,
  expectErrors,
  openPage,
  sharedServer as server,
} from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { fetchAdminToken } from '#tests/support/servers/server-process.ts';
import { navigate } from '../pages/go-within.ts';

let owner: string;
beforeFile(async () => {
  owner = await fetchAdminToken(server);
});

// Owners are excluded: all other tests of the admin area sign in as an owner.
test.each(ADMIN_ROLE_NAMES.filter((role) => role !== 'owner'))(
  '[Q3] as %s no screen offers a change that the server refuses',
  async (role) => {
    const admin = await enterInvitedBy(owner, server, role);
    const page = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
    // The server asks for the code of the second factor with a 400.
    expectErrors(page, /status of 400/);
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(answer.url());
    });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto('/admin');
    await press('Sign in with your own account');
    await page.getByLabel('Email address').fill(admin.email);
    await page.getByLabel('Your password').fill(ADMIN_PERSON_PASSWORD);
    await press('Sign in');
    await page.getByLabel('Code of your app').fill(admin.codes[0] ?? '');
    await press('Sign in');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

    const open = PLACES.filter(({ area }) => hasPermission(role, `read ${area}`));
    await page.keyboard.press('Control+k');
    const found = page.getByRole('dialog').getByRole('link');
    await expect(found).toHaveCount(open.length);
    await page.keyboard.press('Escape');

    const controls = page.locator('main :is(form button[type=submit], .button.danger)');
    const readOnly = page.getByText('Your role can see this, but not change it.');
    const wrong: string[] = [];
    // The password part is skipped: every role may change its own password.
    for (const { label, to, area } of open.filter((place) => !/password/.test(place.to))) {
      await navigate(page, to);
      const link = page.locator('a[aria-current=page]', { hasText: label });
      await expect(link.first()).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      const isOffered = (await controls.and(page.locator(':enabled')).count()) > 0;
      if (isOffered && !hasPermission(role, `write ${area}`)) wrong.push(label);
    }
    expect(wrong).toEqual([]);

    await navigate(page, '/admin/content?track=1');
    const mayEdit = hasPermission(role, 'write content');
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    expect(await page.getByRole('button', { name: 'Save Changes' }).isEnabled()).toBe(mayEdit);
    expect(await readOnly.isVisible()).toBe(!mayEdit);
    await page
      .locator('.recording-preview')
      .getByRole('button', { name: /^Play: / })
      .click();
    await expect(
      page.locator('.recording-preview').getByRole('button', { name: /^Pause: / }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'New track' })).toHaveCount(mayEdit ? 1 : 0);
    expect(refused).toEqual([]);
  },
);
