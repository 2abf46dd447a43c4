import type { Page } from 'playwright';
import type { PublicConfig } from '#contract/words/public-config.ts';
import { ENTRY_STATES } from './screens-entry.ts';
import { FRAME_STATES } from './screens-frame.ts';
import { HER_STATES } from './screens-hers.ts';
import { KIOSK_STATES } from './screens-kiosk.ts';
import { button, meanwhile, pressed, type ScreenState } from './screens-state.ts';

const CONFIG = /(?<=id="public-config">).*?(?=<\/script>)/;

/** As the server would write it into the document with another setting. */
async function configured(page: Page, path: string, changes: Partial<PublicConfig>) {
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(CONFIG, (config) =>
      JSON.stringify({ ...JSON.parse(config), ...changes }),
    );
    await route.fulfill({ response: answer, body });
  });
  await page.goto(path);
}

async function playFirst(page: Page) {
  await page.goto('/home');
  await button(page, /^Play: /).click();
  await page.getByRole('complementary', { name: 'Now playing' }).waitFor();
}

async function playOn(page: Page) {
  await page.goto('/player/1');
  await button(page, /^Play: /).click();
  await button(page, /^Pause: /).waitFor();
}

/** A tool of the player and what it opens. */
const tool = (name: string, label: string | RegExp): ScreenState => ({
  name,
  async open(page) {
    await playOn(page);
    await button(page, label).click();
  },
});

/** A form that is sent as it stands. */
const sent = (name: string, path: string): ScreenState => ({
  name,
  async open(page) {
    await page.goto(path);
    await page.locator('form button[type=submit]').last().click();
  },
});

/** A question of a list that is opened. */
const unfolded = (name: string, path: string, summary: string): ScreenState => ({
  name,
  async open(page) {
    await page.goto(path);
    await page.locator('summary', { hasText: summary }).first().click();
  },
});

const VISITOR_STATES: readonly ScreenState[] = [
  pressed('landing-playing', '/', 'Play the featured track'),
  {
    name: 'landing-menu',
    async open(page) {
      await page.goto('/');
      const menus = page.getByRole('button', { name: /^(Menu|Why Us)$/ });
      await menus.locator('visible=true').first().click();
    },
  },
  sent('landing-letter-refused', '/'),
  unfolded('landing-question', '/', 'free'),
  { name: 'home-playing', open: playFirst },
  {
    name: 'home-nothing-found',
    async open(page) {
      await page.goto('/home');
      await page.getByRole('searchbox').fill('nothing is called like this');
    },
  },
  {
    name: 'home-offline',
    async open(page) {
      await page.goto('/home');
      await button(page, /^Play: /).waitFor();
      await page.context().setOffline(true);
    },
  },
  pressed('home-toast', '/home', /^Favorite: /),
  {
    name: 'home-about',
    async open(page) {
      await page.goto('/home');
      await page.locator('.tracks summary').first().click();
    },
  },
  {
    name: 'home-locked',
    async open(page) {
      await configured(page, '/home', { premiumGate: true });
      await button(page, 'View Player: Pregnancy Psalms').click();
    },
  },
  {
    name: 'home-announcement',
    open: (page) =>
      configured(page, '/home', { announcement: 'Two new recordings for the night are here.' }),
  },
  meanwhile('home-loading', { link: 'Home' }),
  meanwhile('home-failed', { link: 'Home', fails: true }),
  meanwhile('tracks-loading', { link: 'Tracks' }),
  pressed('tracks-move', '/tracks', /^Move /),
  { name: 'player-playing', open: playOn },
  tool('player-queue', 'Queue'),
  tool('player-sleep-timer', /^Sleep timer/),
  tool('player-speed', /^Speed/),
  tool('player-repeat', /^Repeat/),
  unfolded('player-read-along', '/player/1', 'Read along'),
  {
    name: 'player-keys',
    async open(page) {
      await playOn(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
  },
  {
    name: 'player-broken',
    async open(page) {
      await page.route('**/storage/v1/object/public/audio/**', (route) =>
        route.fulfill({ status: 404 }),
      );
      await page.goto('/player/1');
      await button(page, /^Play: /).click();
      await page.locator('.toast').first().waitFor();
    },
  },
  {
    name: 'player-locked',
    async open(page) {
      await configured(page, '/player/4', { premiumGate: true });
      await page.getByRole('link', { name: 'Unlock Premium Content' }).waitFor();
    },
  },
  {
    name: 'player-no-such-track',
    open: async (page) => {
      await page.goto('/player/999999');
    },
  },
  {
    name: 'not-found',
    open: async (page) => {
      await page.goto('/nowhere');
    },
  },
  {
    name: 'page-failed',
    async open(page) {
      await page.route('**/assets/labour-page-*.js', (route) => route.abort());
      await page.goto('/labour');
      await page.getByRole('heading', { name: 'This page did not open' }).waitFor();
    },
  },
  pressed('onboarding-second', '/onboarding', 'Next'),
  {
    name: 'onboarding-third',
    async open(page) {
      await page.goto('/onboarding');
      const title = page.getByRole('heading', { level: 1 });
      const first = await title.textContent();
      await button(page, 'Next').click();
      await title.filter({ hasNotText: first ?? '' }).waitFor();
      await button(page, 'Next').click();
      await page.getByRole('button', { name: 'Next' }).waitFor({ state: 'detached' });
    },
  },
  pressed('splash-more', '/splash', 'Learn More'),
  sent('login-refused', '/login'),
  pressed('login-forgotten', '/login', 'Forgot your password?'),
  pressed('login-magic-link', '/login', 'Send a magic link'),
  pressed('login-code', '/login', 'Send a magic link', 'I have a code'),
  {
    name: 'login-mailed',
    async open(page) {
      await page.goto('/login');
      await button(page, 'Forgot your password?').click();
      await page.route('**/auth/v1/recover**', (route) => route.fulfill({ json: {} }));
      // The field of the form before has the same name.
      const send = button(page, 'Send reset password instructions');
      await send.waitFor();
      await page.getByLabel('Email address').fill('ruth@example.com');
      await send.click();
      await button(page, 'Enter the code instead').waitFor();
    },
  },
  {
    name: 'login-new-password',
    open: async (page) => {
      await page.goto('/login?view=update_password');
    },
  },
  {
    name: 'login-link-used',
    open: async (page) => {
      await page.goto('/login#error_description=Email+link+is+invalid+or+has+expired');
    },
  },
  {
    name: 'signup-closed',
    open: (page) => configured(page, '/signup', { isSignUpClosed: true }),
  },
  sent('support-refused', '/support'),
  unfolded('support-answer', '/support', 'What does it cost?'),
  {
    name: 'support-nothing-found',
    async open(page) {
      await page.goto('/support');
      await page.getByRole('searchbox').fill('nothing is called like this');
    },
  },
  sent('account-deletion-refused', '/account-deletion'),
  {
    name: 'hand-over-refused',
    async open(page) {
      await page.goto('/hand-over');
      await page.getByLabel('Code on the screen').fill('ZZZZZZ');
      await page.locator('form button[type=submit]').click();
    },
  },
];

/** Dialogs, sheets, menus, toasts and states that no address leads to. */
export const STATES: readonly ScreenState[] = [
  ...VISITOR_STATES,
  ...FRAME_STATES,
  ...HER_STATES,
  ...KIOSK_STATES,
  ...ENTRY_STATES,
];
