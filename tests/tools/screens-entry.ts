import { TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { secondFactorSchema } from '#contract/calls/admins.ts';
import { createCall } from '#renderer/lib/call.ts';
import { signInAsAdmin } from '#tests/support/server-process.ts';
import { enterAdmin } from './screens-admin.ts';
import { INVITED } from './screens-data.ts';
import { button, type ScreenState } from './screens-state.ts';

const PASSWORD = 'a lamp unto my feet';
/** After these many wrong ones any door waits. */
const MANY_GUESSES = 12;
/** A secret of the second factor is another one each time, and so would be its picture. */
const SHOWN_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Only this device's tries count against one that was let in before: no other picture waits for these. */
async function guess(page: Page): Promise<number> {
  const answer = page.waitForResponse('**/auth/v1/admin/login');
  await button(page, 'Login').click();
  return (await answer).status();
}

async function openGate(page: Page) {
  await enterAdmin(page);
  await page.goto('/admin');
  await page.getByLabel('Password').fill('let me in');
}

/** Opens an invitation of somebody who is invited anew: whatever she has set up before is gone with her. */
async function openInvitation(page: Page) {
  await page.goto('/admin');
  const admin = await signInAsAdmin({ url: new URL(page.url()).origin });
  // It asks for paths only, which this one takes.
  const call = createCall(admin as typeof fetch);
  for (const { id, email } of (await call('getAdmins')).people) {
    if (email === INVITED.email) await call('removeAdmin', { params: { id } });
  }
  const { link } = await call('inviteAdmin', { input: INVITED });
  const { pathname, hash } = new URL(link);
  await page.goto(pathname + hash);
  await page.getByText('you are invited as').waitFor();
}

async function acceptInvitation(page: Page) {
  await openInvitation(page);
  await page.getByLabel('Choose a password').fill(PASSWORD);
  await button(page, 'Accept the invitation').click();
  await page.getByLabel('Your password').fill(PASSWORD);
}

async function setUpSecondFactor(page: Page) {
  await acceptInvitation(page);
  await button(page, 'Sign in').click();
  const secret = await page.locator('.a-secret').innerText();
  await page.getByLabel('Six digits').fill(new TOTP({ secret }).generate());
  await button(page, 'Switch it on').click();
  await page.getByRole('region', { name: 'Recovery codes' }).waitFor();
}

async function signInUpToTheCode(page: Page) {
  await setUpSecondFactor(page);
  await page.goto('/admin');
  await button(page, 'Sign in under your own name').click();
  await page.getByLabel('E-mail address').fill(INVITED.email);
  await page.getByLabel('Your password').fill(PASSWORD);
  await button(page, 'Sign in').click();
  await page.getByLabel('Code of your app').waitFor();
}

/** The ways into the admin area, and what stands at its door. The last one leaves her invited, as she was. */
export const ENTRY_STATES: readonly ScreenState[] = [
  {
    name: 'admin-refused',
    async open(page) {
      await openGate(page);
      await guess(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'admin-waits',
    async open(page) {
      await openGate(page);
      await page.clock.setFixedTime(new Date());
      for (let tries = 0; tries < MANY_GUESSES && (await guess(page)) !== 429; tries += 1);
      await button(page, /^Login in 0:/).waitFor();
      await page.context().clearCookies();
    },
  },
  {
    name: 'admin-locked-itself',
    async open(page) {
      await enterAdmin(page);
      await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 401, json: {} }));
      await page.getByRole('link', { name: 'Content', exact: true }).click();
      await page.getByText('The area has locked itself.').waitFor();
    },
  },
  {
    name: 'admin-code-asked',
    open: signInUpToTheCode,
  },
  {
    name: 'admin-code-refused',
    async open(page) {
      await signInUpToTheCode(page);
      await page.getByLabel('Code of your app').fill('000000');
      await button(page, 'Sign in').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'admin-recovery-codes', open: setUpSecondFactor },
  {
    name: 'admin-second-factor',
    async open(page) {
      await page.route('**/admin/me/second-factor', async (route) => {
        const response = await route.fetch();
        const { secret, uri } = secondFactorSchema.parse(await response.json());
        const json = { secret: SHOWN_SECRET, uri: uri.replace(secret, SHOWN_SECRET) };
        await route.fulfill({ response, json });
      });
      await acceptInvitation(page);
      await button(page, 'Sign in').click();
      await page.getByRole('img', { name: 'Code for your authenticator app' }).waitFor();
    },
  },
  { name: 'admin-invitation-accepted', open: acceptInvitation },
  {
    name: 'admin-invitation-gone',
    async open(page) {
      await page.goto('/admin/invitation#of-long-ago');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'admin-invitation', open: openInvitation },
];
