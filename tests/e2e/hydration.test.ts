import { expect, test } from 'vitest';
import { expectErrors, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { asAdminOf } from './pages/as-admin.ts';
import { atHour } from './pages/at-hour.ts';
import { readShifts, watchShifts } from './pages/layout-shifts.ts';

const server = await startServer();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Each server-rendered page, with a sentence that only the full document contains. */
const PAGES = [
  { path: '/home', heading: 'Peace be with you', text: 'Evening Scripture Meditation' },
  { path: '/tracks', heading: 'Tracks', text: 'Evening Scripture Meditation' },
  { path: '/player/3', heading: 'Evening Scripture Meditation', text: 'More to hear' },
  { path: '/login', heading: 'Welcome Back!', text: 'Sign in to your account' },
  { path: '/signup', heading: 'Create Your Account', text: 'Join our community today' },
  { path: '/support', heading: 'Support Center', text: 'Submit Support Ticket' },
  { path: '/socials', heading: 'Connect With Us', text: 'Instagram' },
];

test('each server-rendered page has its text in its document', async () => {
  for (const { path, heading, text } of PAGES) {
    const html = await (await fetch(server.url + path)).text();
    expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1], path).toBe(heading);
    expect(html.slice(html.indexOf('<main')), path).toContain(text);
  }
});

test('a page that needs JavaScript shows a message without it', async () => {
  for (const path of ['/profile', '/labour', '/admin', '/favorites', '/hand-over']) {
    const html = await (await fetch(server.url + path)).text();
    expect(html, path).toMatch(/<noscript><p>This screen needs JavaScript\./);
  }
});

test('the resume card’s space is reserved from the first paint', async () => {
  const page = await openPage(server.url, { ...PHONE, ...atHour(12) });
  await page.addInitScript(watchShifts);
  await page.addInitScript(() => {
    const positions = [{ id: 3, position: 120, duration: 600, at: Date.now() }];
    localStorage.setItem('playbackPositions', JSON.stringify(positions));
  });
  await page.goto('/home');
  await page.getByRole('region', { name: 'Evening Scripture Meditation' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  expect((await readShifts(page)).sum).toBeLessThanOrEqual(0.005);
});

test('input and presses before hydration are not lost', async () => {
  const page = await openPage(server.url, PHONE);
  const release = await holdRequests(page, '**/*.js');
  await page.goto('/home', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('psalms');
  await page.locator('h1').evaluate((element) => Object.assign(window, { served: element }));
  const heart = page.getByRole('button', { name: 'Favorite: Pregnancy Psalms' });
  await heart.click();
  expect(await heart.getAttribute('aria-busy')).toBe('true');
  release();
  await waitForHydration(page);
  // A second rendering would replace it, without an error in the console.
  expect(await page.evaluate(() => Reflect.get(window, 'served').isConnected)).toBe(true);
  expect(await page.locator('button[aria-busy]').count()).toBe(0);
  await page.getByText('Please login to add favorites').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.tracks h3').length === 1);
});

test('a choice before hydration is not lost, and the last one counts', async () => {
  const page = await openPage(server.url, PHONE);
  const release = await holdRequests(page, '**/*.js');
  await page.goto('/signup', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('ruth@example.org');
  await page.locator('input[type="password"]').fill('still waters');
  const keep = page.getByRole('radio', { name: 'Keep my history' });
  await keep.check();
  await page.getByRole('radio', { name: 'Keep no history' }).check();
  await keep.check();
  release();
  await waitForHydration(page);
  // The next render would undo a choice that React does not know.
  await page.locator('input[type="password"]').fill('still waters, green pastures');
  expect(await keep.isChecked()).toBe(true);
});

test('a password typed before hydration never appears in an address', async () => {
  const page = await openPage(server.url, PHONE);
  await page.route('**/*.js', (route) => route.abort());
  expectErrors(page, /ERR_FAILED/, /dynamically imported module/);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('ruth@example.org');
  const password = page.locator('input[type="password"]');
  await password.fill('still waters');
  await password.press('Enter');
  expect(new URL(page.url()).search).toBe('');
});

test('a signed-in user gets the same document as a guest, byte for byte', async () => {
  const testUser = await signUpTestUser(server);
  const anonymous = await fetch(`${server.url}/home`);
  const { data } = await testUser.client.auth.getSession();
  const token = data.session?.access_token;
  expect(token).toBeDefined();
  const own = await fetch(`${server.url}/home`, { headers: { Authorization: `Bearer ${token}` } });
  expect(await own.text()).toBe(await anonymous.text());
  expect(anonymous.headers.get('set-cookie')).toBeNull();
});

test('the next document has the owner’s changes, and no disabled track', async () => {
  const change = (row: object) => asAdminOf(server).update('audio_content?id=eq.10', row);
  const read = async (path: string) => (await fetch(server.url + path)).text();
  expect(await read('/home')).toContain('Gratitude Prayer');
  await change({ title: 'Thanks at Night </script>' });
  expect(await read('/home')).toContain('Thanks at Night &lt;/script&gt;');
  expect(await read('/player/10')).toContain('<title>Thanks at Night &lt;/script&gt; · Player');
  await change({ title: 'Gratitude Prayer', enabled: false });
  expect(await read('/home')).not.toContain('Gratitude Prayer');
  expect(await read('/player/10')).not.toContain('Gratitude Prayer');
  await change({ enabled: true });
  expect(await read('/home')).toContain('Gratitude Prayer');
});
