import type { Page } from 'playwright';
import sharp from 'sharp';
import { secondFactorSchema } from '#contract/calls/admin/admins.ts';
import type { PublicConfig } from '#contract/constants/pages/public-config.ts';
import { type DesktopState, NOT_SHARED } from '#contract/device/desktop.ts';
import { createCall } from '#renderer/lib/requests/call.ts';
import { navigate } from '#tests/e2e/pages/go-within.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { emulateKioskShell, KIOSK_PIN } from '#tests/support/browsers/kiosk-shell.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { ADMIN_PASSWORD, signInAsAdmin } from '#tests/support/servers/server-process.ts';

/** The name of a button to press, or a function that leads to the screen. */
type Step = string | RegExp | ((page: Page, theme: Theme) => Promise<unknown>);
export type Theme = 'light' | 'dark';

/** A screen without an address of its own: a path, and the steps from there. */
export type State = readonly [name: string, path: string | null, ...steps: Step[]];

export const INVITED = { email: 'hanna@example.org', name: 'Hanna', role: 'editor' } as const;
const PASSWORD = 'a lamp unto my feet';
const CONFIG = /(?<=id="public-config">).*?(?=<\/script>)/;

/** Opens the screen of a state. */
export async function openState(page: Page, [, path, ...steps]: State, theme: Theme) {
  if (path !== null) await page.goto(path);
  for (const step of steps) {
    if (typeof step === 'function') await step(page, theme);
    else await button(page, step).click();
  }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first();
const seen = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const untilButton = (name: string | RegExp) => (page: Page) => button(page, name).waitFor();
const link = (name: string | RegExp) => (page: Page) =>
  page.getByRole('link', { name }).filter({ visible: true }).first().click();
const submit = (page: Page) => page.locator('form button[type=submit]').last().click();
const search = (page: Page) => page.getByRole('searchbox').fill('nothing is called like this');
const fill = (label: string, value: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).first().fill(value);
const unfold = (summary: string | RegExp) => (page: Page) =>
  page.locator('summary', { hasText: summary }).first().click();
const toggle = (name: string) => (page: Page) => page.getByRole('switch', { name }).click();
const answer = (url: string, response: { status?: number; json?: unknown }) => (page: Page) =>
  page.route(url, (route) => route.fulfill(response));
const offline = (page: Page) => page.context().setOffline(true);
const go = (path: string) => async (page: Page) => {
  await page.goto(path);
  // Before hydration a link opens the next document.
  await waitForHydration(page);
};

/** Changes settings in the served document. */
const configured = (path: string, changes: Partial<PublicConfig>) => async (page: Page) => {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(CONFIG, (config) =>
      JSON.stringify({ ...JSON.parse(config), ...changes }),
    );
    await route.fulfill({ response, body });
  });
  await page.goto(path);
};

/** Opens a screen whose requests stay pending or fail. Begins on a page whose document contains no rows to show. */
const pending =
  (name: string | RegExp, fails = false) =>
  async (page: Page) => {
    await page.route('**/rest/v1/**', (route) => (fails ? route.abort() : undefined));
    await page.goto('/notifications');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await link(name)(page);
    const shown = fails ? page.getByText(/couldn’t load/) : page.locator('[aria-busy="true"]');
    await shown.first().waitFor();
  };

const PLAYING = [/^Play: /, untilButton(/^Pause: /)] as const;

const GUEST_STATES: readonly State[] = [
  ['landing-playing', '/', 'Play the featured track'],
  ['landing-menu', '/', /^(Menu|Why Us)$/],
  ['landing-letter-refused', '/', submit],
  ['landing-question', '/', unfold('free')],
  ['home-playing', '/home', /^Play: /],
  ['home-nothing-found', '/home', search],
  ['home-offline', '/home', untilButton(/^Play: /), offline],
  ['home-toast', '/home', /^Favorite: /],
  ['home-about', '/home', (page) => page.locator('.tracks summary').first().click()],
  [
    'home-locked',
    null,
    configured('/home', { premiumGate: true }),
    'View Player: Pregnancy Psalms',
  ],
  [
    'home-announcement',
    null,
    configured('/home', { announcement: 'Two new recordings for the night are here.' }),
  ],
  ['home-loading', null, pending('Home')],
  ['home-failed', null, pending('Home', true)],
  ['tracks-loading', null, pending('Tracks')],
  ['tracks-move', '/tracks', /^Move /],
  ['player-playing', '/player/1', ...PLAYING],
  ['player-queue', '/player/1', ...PLAYING, 'Queue'],
  ['player-sleep-timer', '/player/1', ...PLAYING, /^Sleep timer/],
  ['player-speed', '/player/1', ...PLAYING, /^Speed/],
  ['player-repeat', '/player/1', ...PLAYING, /^Repeat/],
  ['player-read-along', '/player/1', unfold('Read along')],
  ['player-keys', '/player/1', ...PLAYING, (page) => page.keyboard.press('?')],
  [
    'player-broken',
    null,
    answer('**/storage/v1/object/public/audio/**', { status: 404 }),
    go('/player/1'),
    /^Play: /,
    seen('Error playing audio'),
  ],
  ['player-locked', null, configured('/player/4', { premiumGate: true })],
  ['player-no-such-track', '/player/999999'],
  ['not-found', '/nowhere'],
  [
    'page-failed',
    null,
    (page) => page.route('**/assets/socials-page-*', (route) => route.abort()),
    go('/home'),
    link('Connect'),
    seen('Something went wrong'),
  ],
  ['onboarding-second', '/onboarding', 'Next'],
  ['splash-more', '/splash', 'Learn More'],
  ['login-refused', '/login', submit],
  ['login-forgotten', '/login', 'Forgot your password?'],
  ['login-magic-link', '/login', 'Send a magic link'],
  ['login-code', '/login', 'Send a magic link', 'I have a code'],
  [
    'login-mailed',
    '/login',
    answer('**/auth/v1/recover**', { json: {} }),
    'Forgot your password?',
    untilButton('Send reset password instructions'),
    fill('Email address', 'ruth@example.com'),
    'Send reset password instructions',
    untilButton('Enter the code instead'),
  ],
  ['login-new-password', '/login?view=update_password'],
  ['login-link-used', '/login#error_description=Email+link+is+invalid+or+has+expired'],
  ['signup-closed', null, configured('/signup', { isSignUpClosed: true })],
  ['support-refused', '/support', submit],
  ['support-answer', '/support', unfold('What does it cost?')],
  ['support-nothing-found', '/support', search],
  ['account-deletion-refused', '/account-deletion', submit],
  ['hand-over-refused', '/hand-over', fill('Code on the screen', 'ZZZZZZ'), submit],
];

/** Opens a page for a user who has no rows in this table. */
const without =
  (table: string, path: string): Step =>
  async (page) => {
    await page.route(`**/rest/v1/${table}?**`, (route) => route.fulfill({ json: [] }));
    await page.addInitScript(() => localStorage.removeItem('favorites'));
    await page.goto(path);
  };

async function savePosition(page: Page) {
  await page.addInitScript(() => {
    const kept = [{ id: 8, position: 372, duration: 900, at: Date.now() }];
    localStorage.setItem('playbackPositions', JSON.stringify(kept));
  });
}

/** Screens of a signed-in user. */
export const USER_STATES: readonly State[] = [
  ['home-resume', null, savePosition, go('/home'), seen('Where you left off')],
  ['profile-edit', '/profile', 'Edit Profile'],
  [
    'profile-edit-refused',
    '/profile',
    'Edit Profile',
    fill('Avatar URL', 'nowhere'),
    (page) => page.getByRole('dialog').locator('button[type=submit]').click(),
  ],
  ['profile-leave-history', '/profile', toggle('Listening history')],
  ['profile-plays', '/profile', unfold('What you played')],
  ['profile-ticket', '/profile', unfold('The sound stops')],
  ['profile-help', '/profile', unfold('How do I manage my favorites?')],
  ['profile-loading', null, pending(/^(Your profile|Profile)/)],
  ['profile-free', null, without('subscriptions', '/profile')],
  ['subscription-offer', null, without('subscriptions', '/subscription')],
  ['favorites-empty', null, without('favorites', '/favorites')],
  ['notifications-empty', null, without('notifications', '/notifications')],
];

/** Opened offline after one visit, with the service worker, which would answer requests that other states block. */
export const OFFLINE_STATES: readonly State[] = [
  '/home',
  '/tracks',
  '/player/1',
  '/labour',
  '/',
].map(
  (path): State => [
    `offline-${path.split('/')[1] || 'landing'}`,
    '/home',
    (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined)),
    offline,
    go(path),
  ],
);

const SHARED = {
  ...NOT_SHARED,
  status: 'on' as const,
  address: 'http://192.168.1.20:4310',
  network: 'eth0',
  networks: [{ name: 'eth0', ip: '192.168.1.20' }],
};
const MAIN_SERVER = { address: 'https://cradlesong.example.org', status: 'away' as const };

/** A kiosk follows the clock instead of the theme, so each theme maps to an hour. */
const kiosk = (name: string, state: Partial<DesktopState>, ...steps: Step[]): State => [
  `kiosk-${name}`,
  null,
  async (page, theme) => {
    const time = new Date();
    time.setHours(theme === 'light' ? 10 : 2, 0, 0, 0);
    await page.clock.install({ time });
    const opensAt = new Date(time.getTime() + 5 * 3_600_000).toISOString();
    await emulateKioskShell(page, { ...state, closed: state.closed ? { opensAt } : null });
    await page.goto('/kiosk');
  },
  ...steps,
];
const ENTERED = [link(/Pregnancy/), untilButton('End my session')] as const;
const STAFF: readonly Step[] = [
  (page) => button(page, /^Staff/).dispatchEvent('pointerdown'),
  (page) => page.clock.fastForward(3_100),
];
const pin = (digits: string): readonly Step[] => [
  ...[...digits].map((digit) => new RegExp(`^${digit}$`)),
  'Open',
];
const later = (ms: number) => (page: Page) => page.clock.fastForward(ms);

const KIOSK_STATES: readonly State[] = [
  kiosk('start', {}),
  kiosk('start-shared', { sharing: SHARED }),
  kiosk('closed', { closed: { opensAt: null } }),
  kiosk('home', {}, ...ENTERED),
  kiosk('player', {}, ...PLAYING),
  kiosk('keyboard', {}, link(/^Already with us/), (page) =>
    page.getByLabel('Email address').click(),
  ),
  kiosk('to-phone', { sharing: SHARED }, ...ENTERED, 'On my phone'),
  kiosk(
    'sign-in-by-phone',
    { sharing: SHARED },
    answer('**/hand-over/codes', {
      json: { code: 'K7M4QX', secret: 's'.repeat(43), expires_in: 300 },
    }),
    answer('**/hand-over/watch', { json: { state: 'waiting' } }),
    /^Already with us/,
  ),
  kiosk('still-there', {}, ...ENTERED, later(180_000)),
  kiosk('dim', {}, ...ENTERED, later(150_000)),
  kiosk('staff-pin', {}, ...STAFF),
  kiosk('staff-wrong-pin', {}, ...STAFF, ...pin('111111')),
  kiosk('staff', {}, ...STAFF, ...pin(KIOSK_PIN)),
  kiosk('staff-all-on', { isUnlocked: true, sharing: SHARED, mainServer: MAIN_SERVER }),
  kiosk('staff-first-pin', { hasPin: false }),
  kiosk('staff-joins', { isUnlocked: true }, 'Report to a main server'),
];

export async function enterAdmin(page: Page) {
  await page.goto('/admin');
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

/** Opens a new invitation for an existing admin; it removes the previous setup. */
async function openInvitation(page: Page) {
  await page.goto('/admin');
  // The call passes only paths, which this function accepts.
  const call = createCall(
    (await signInAsAdmin({ url: new URL(page.url()).origin })) as typeof fetch,
  );
  for (const { id, email } of (await call('getAdmins')).people) {
    if (email === INVITED.email) await call('removeAdmin', { params: { id } });
  }
  const { pathname, hash } = new URL((await call('inviteAdmin', { input: INVITED })).link);
  await page.goto(pathname + hash);
}

/** Shows a fixed secret, because a random one would change the screenshot. */
async function showSameSecret(page: Page) {
  const shown = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await page.route('**/admin/me/second-factor', async (route) => {
    const response = await route.fetch();
    const { secret, uri } = secondFactorSchema.parse(await response.json());
    await route.fulfill({ response, json: { secret: shown, uri: uri.replace(secret, shown) } });
  });
}

const ACCEPTED: readonly Step[] = [
  openInvitation,
  fill('Choose a password', PASSWORD),
  'Accept the invitation',
  fill('Your password', PASSWORD),
];

/** Sign-in to the admin area. The last state restores the invitation. */
const ENTRY_STATES: readonly State[] = [
  ['admin-refused', '/admin', fill('Password', 'let me in'), 'Login'],
  [
    'admin-locked-itself',
    null,
    enterAdmin,
    answer('**/rest/v1/**', { status: 401, json: {} }),
    link(/^Content$/),
    seen('The area has locked itself.'),
  ],
  ['admin-second-factor', null, showSameSecret, ...ACCEPTED, 'Sign in', seen(/Six digits/)],
  ['admin-invitation-accepted', null, ...ACCEPTED],
  ['admin-invitation-gone', '/admin/invitation#of-long-ago'],
  ['admin-invitation', null, openInvitation],
];

export const VISITOR_STATES: readonly State[] = [...GUEST_STATES, ...KIOSK_STATES, ...ENTRY_STATES];

/** Navigates within the page, because a reload locks the area; by way of the first tab, which closes panels. */
async function goToPart(page: Page, at: string) {
  await page.keyboard.press('Escape');
  // Leaving unsaved settings would ask for confirmation.
  for (const discard of await page.getByRole('button', { name: 'Discard' }).all()) {
    await discard.click();
  }
  await page.locator('a[href="/admin"]').first().click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  // A leftover draft would open automatically.
  await page.evaluate(() => sessionStorage.clear());
  for (const message of await page.getByRole('button', { name: 'Dismiss' }).all()) {
    await message.click();
  }
  await navigate(page, `/admin${at}`);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Steps on a part of the admin area; names are of buttons there. */
const admin = (name: string, at: string, ...steps: Step[]): State => [
  `admin-${name}`,
  null,
  (page) => goToPart(page, at),
  ...steps.map((step) =>
    typeof step === 'function'
      ? step
      : (page: Page) =>
          page.locator('.admin-main').getByRole('button', { name: step }).first().click(),
  ),
];
const openRow = (page: Page) => page.locator('.admin-main .admin-open').first().click();
const edit = (page: Page) => page.locator('.admin-main .admin-track button').first().click();
const inPanel = (name: string) => (page: Page) =>
  page.locator('.edit').getByRole('button', { name }).click();
const toTheMiddle = (selector: string) => (page: Page) =>
  page
    .locator(selector)
    .first()
    .evaluate((part) => part.scrollIntoView({ block: 'center' }));

async function chooseTwo(page: Page) {
  const boxes = page.locator('.admin-main').getByRole('checkbox', { name: /^Choose / });
  await boxes.nth(1).check();
  await boxes.nth(2).check();
}

async function cropCover(page: Page) {
  const create = { width: 1600, height: 1000, channels: 3 as const, background: '#b4a69b' };
  const buffer = await sharp({ create }).png().toBuffer();
  const file = { name: 'cover.png', mimeType: 'image/png', buffer };
  await page.locator('input[type=file][accept*=png]').setInputFiles(file);
}

/** Starts uploads that never get a response, so that no track is created. */
async function upload(page: Page) {
  await page.route('**/storage/v1/upload/resumable/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
  });
  const recording = (name: string, frames: number) => ({
    name,
    mimeType: 'audio/mpeg',
    buffer: mp3(frames),
  });
  await page
    .getByLabel('Recordings')
    .setInputFiles([recording('Psalm 23 read slowly.mp3', 1_500), recording('Cradle.mp3', 2_400)]);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page
    .getByRole('region', { name: 'Uploads' })
    .getByText(/^\d+ % of/)
    .first()
    .waitFor();
}

/** Panels and dialogs of the admin area, after signing in. */
export const ADMIN_STATES: readonly State[] = [
  admin('dashboard-table', '', (page) => page.getByText('View as table').first().click()),
  admin(
    'search',
    '',
    (page) => page.keyboard.press('Control+k'),
    (page) => page.getByRole('dialog').getByRole('searchbox').fill('sample'),
    (page) => page.getByRole('dialog').getByRole('link').first().waitFor(),
  ),
  admin('users-person', '/users', openRow),
  admin('users-add', '/users', 'Add a person'),
  admin('users-ticket', '/users?part=tickets', openRow),
  admin('users-subscriber', '/users?part=newsletter', openRow),
  admin('users-subscriber-off', '/users?part=newsletter', openRow, inPanel('Take off the list')),
  admin('users-request', '/users?part=privacy', openRow),
  admin('users-request-refuse', '/users?part=privacy', openRow, inPanel('Refuse')),
  admin('content-new', '/content', 'New track'),
  admin('content-edit', '/content', edit),
  admin('content-delete', '/content', edit, inPanel('Delete track')),
  admin('content-crop', '/content', 'New track', cropCover),
  admin('content-chosen', '/content', chooseTwo),
  admin('content-switch-off', '/content', chooseTwo, (page) =>
    page.getByRole('region', { name: 'Chosen tracks' }).getByText('Switch off').click(),
  ),
  admin('content-move', '/content', /^Move /),
  admin('subscriptions-plan', '/subscriptions', openRow),
  admin('subscriptions-give', '/subscriptions', 'Give a subscription'),
  admin('subscriptions-code', '/subscriptions?part=codes', openRow),
  admin('subscriptions-new-code', '/subscriptions?part=codes', 'Make a code'),
  admin('notifications-write', '/notifications', 'New notification'),
  admin('notifications-withdraw', '/notifications', /^Withdraw/),
  admin('settings-mail', '/settings?part=outbox', openRow),
  admin('settings-backup', '/settings?part=backups', openRow),
  admin('settings-backup-restore', '/settings?part=backups', openRow, inPanel('Restore')),
  admin('settings-backup-delete', '/settings?part=backups', openRow, inPanel('Delete')),
  admin('settings-kiosk', '/settings?part=kiosks', /^Manage/),
  admin('settings-new-kiosk', '/settings?part=kiosks', 'Add a kiosk'),
  admin('settings-wall-cards', '/settings?part=kiosks', 'Cards for the wall'),
  admin('settings-kiosk-defaults', '/settings?part=kiosks', 'Settings for new kiosks'),
  admin('settings-log-entry', '/settings?part=log', openRow),
  admin('settings-unsaved', '/settings', fill('Name', 'Selah')),
  admin(
    'content-preview',
    '/content',
    edit,
    (page) => page.locator('summary', { hasText: 'Preview, as listeners' }).press('Enter'),
    toTheMiddle('.track-preview'),
  ),
  admin('content-focus', '/content', edit, fill('Left to right', '72'), fill('Up and down', '40')),
  // Last, because the list of uploads stays visible on later screens.
  admin('content-uploading', '/content', upload),
];
