import type { Page } from 'playwright';
import { button, meanwhile, pressed, type ScreenState } from './screens-state.ts';

const hers = (state: ScreenState): ScreenState => ({ ...state, person: 'mother' });

/** A table of hers without a row in it. */
const without = (name: string, table: string, path: string): ScreenState =>
  hers({
    name,
    async open(page) {
      await page.route(`**/rest/v1/${table}?**`, (route) => route.fulfill({ json: [] }));
      await page.addInitScript(() => localStorage.removeItem('favorites'));
      await page.goto(path);
    },
  });

const unfold = (name: string, summary: string): ScreenState =>
  hers({
    name,
    async open(page: Page) {
      await page.goto('/profile');
      await page.locator('summary', { hasText: summary }).first().click();
    },
  });

/** What opens for a mother who is signed in, and what she finds empty. */
export const HER_STATES: readonly ScreenState[] = [
  hers({
    name: 'home-resume',
    async open(page) {
      await page.addInitScript(() => {
        const kept = [{ id: 8, position: 372, duration: 900, at: Date.now() }];
        localStorage.setItem('playbackPositions', JSON.stringify(kept));
      });
      await page.goto('/home');
      await page.getByText('Where you left off').waitFor();
    },
  }),
  hers(pressed('profile-edit', '/profile', 'Edit Profile')),
  hers({
    name: 'profile-edit-refused',
    async open(page) {
      await page.goto('/profile');
      await button(page, 'Edit Profile').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Avatar URL').fill('nowhere');
      await dialog.locator('button[type=submit]').click();
    },
  }),
  hers({
    name: 'profile-leave-history',
    async open(page) {
      await page.goto('/profile');
      await page.getByRole('switch', { name: 'Listening history' }).click();
    },
  }),
  unfold('profile-plays', 'What you played'),
  unfold('profile-ticket', 'The sound stops'),
  unfold('profile-help', 'How do I manage my favorites?'),
  meanwhile('profile-loading', { link: /^(Your profile|Profile)/ }, 'mother'),
  without('profile-free', 'subscriptions', '/profile'),
  without('subscription-offer', 'subscriptions', '/subscription'),
  without('favorites-empty', 'favorites', '/favorites'),
  without('notifications-empty', 'notifications', '/notifications'),
];
