import { test } from 'vitest';
import { openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';

const HOUR = 3_600_000;

test('[U5] the daily reminder appears once a day at the user’s time and links to the meditations; it does not appear while paused, off or not permitted', async () => {
  const { id, client, storageState } = await signUpTestUser(server);
  const wanted = { reminders: true, reminderTime: '06:30', paused: false };
  await client
    .from('profiles')
    .insert([{ id, preferences: wanted }])
    .throwOnError();
  const page = await openPage(server.url, { storageState });
  await page.addInitScript(() => {
    class NotedNotification {
      static permission = 'granted';
      static shown: { title: string; tag: string }[] = [];
      onclick: (() => void) | null = null;
      constructor(title: string, { tag }: { tag: string }) {
        NotedNotification.shown.push({ title, tag });
        Object.assign(window, { pressReminder: () => this.onclick?.() });
      }
      close() {}
    }
    Object.assign(window, { Notification: NotedNotification });
  });
  const open = async () => {
    const kept = page.waitForResponse(/profiles\?select=preferences/);
    await page.goto('/support');
    await kept;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  const shown = () => page.evaluate(() => Reflect.get(Notification, 'shown') as unknown[]);
  const reminder = { title: 'Cradlesong', tag: 'daily-reminder' };

  await page.clock.install({ time: '2026-11-21T03:00:00' });
  await open();
  await page.clock.fastForward(3.4 * HOUR);
  expect(await shown()).toEqual([]);
  await page.clock.fastForward(0.2 * HOUR);
  expect(await shown()).toEqual([reminder]);
  await page.clock.fastForward(24 * HOUR);
  expect(await shown()).toEqual([reminder, reminder]);
  await page.evaluate(() => Reflect.get(window, 'pressReminder')());
  await expect(page).toHaveURL(`${server.url}/home`);
  await page.evaluate(() => Reflect.set(Notification, 'permission', 'denied'));
  await page.clock.fastForward(24 * HOUR);
  expect(await shown()).toEqual([reminder, reminder]);

  for (const changed of [{ paused: true }, { reminders: false }]) {
    const preferences = { ...wanted, ...changed };
    await client.from('profiles').update({ preferences }).eq('id', id).throwOnError();
    await open();
    await page.clock.fastForward(24 * HOUR);
    expect(await shown(), JSON.stringify(changed)).toEqual([]);
  }
});
