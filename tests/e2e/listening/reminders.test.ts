import { expect } from 'playwright/test';
import { test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';

const HOUR = 3_600_000;

const server = serverOfFile();

/** A user's page at three in the morning, in a browser that records its notifications. */
async function openAtThree(preferences: Record<string, unknown>, permission = 'granted') {
  const testUser = await signUpTestUser(server);
  await testUser.client
    .from('profiles')
    .insert([{ id: testUser.id, preferences }])
    .throwOnError();
  const page = await openPage(server.url, { storageState: testUser.storageState });
  await page.addInitScript((allowed) => {
    class NotedNotification {
      static permission = allowed;
      static shown: { title: string; tag: string }[] = [];
      static requestPermission = async () => allowed;
      onclick: (() => void) | null = null;
      constructor(title: string, { tag }: { tag: string }) {
        NotedNotification.shown.push({ title, tag });
        Object.assign(window, { pressReminder: () => this.onclick?.() });
      }
      close() {}
    }
    Object.assign(window, { Notification: NotedNotification });
  }, permission);
  await page.clock.install({ time: '2026-11-21T03:00:00' });
  const kept = page.waitForResponse(/profiles\?select=preferences/);
  await page.goto('/support');
  await kept;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const shown = () => page.evaluate(() => Reflect.get(Notification, 'shown') as unknown[]);
  return { page, shown };
}

const WANTED = { reminders: true, reminderTime: '06:30', paused: false };
const REMINDER = { title: 'Cradlesong', tag: 'daily-reminder' };

test('[U5] the daily reminder appears at the user’s time, once a day, and links to the meditations', async () => {
  const { page, shown } = await openAtThree(WANTED);
  await page.clock.fastForward(3.4 * HOUR);
  expect(await shown()).toEqual([]);
  await page.clock.fastForward(0.2 * HOUR);
  expect(await shown()).toEqual([REMINDER]);
  await page.clock.fastForward(24 * HOUR);
  expect(await shown()).toEqual([REMINDER, REMINDER]);
  await page.evaluate(() => Reflect.get(window, 'pressReminder')());
  await expect(page).toHaveURL(`${server.url}/home`);
});

test.each([
  ['everything is paused', { ...WANTED, paused: true }, 'granted'],
  ['reminders are off', { ...WANTED, reminders: false }, 'granted'],
  ['the browser does not permit it', WANTED, 'denied'],
])('[U5] no reminder while %s', async (_when, preferences, permission) => {
  const { page, shown } = await openAtThree(preferences, permission);
  await page.clock.fastForward(24 * HOUR);
  expect(await shown()).toEqual([]);
});
