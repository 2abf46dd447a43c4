import type { Page } from 'playwright';
import { beforeEach, describe, test } from 'vitest';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { saveAndClose, unlock } from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const TRACK = 3;
/** Repetitions, so that a race shows. */
const TURNS = 3;

const server = serverOfFile();
const asAdmin = asAdminOf(server);
/** A window that stays open. */
let page: Page;
beforeFile(async () => {
  page = await openWindow();
});

const change = (values: object) => asAdmin.update(`audio_content?id=eq.${TRACK}`, values);

async function readRow() {
  const columns = 'title,description,credits,enabled';
  const [row] = await asAdmin.read(`audio_content?id=eq.${TRACK}&select=${columns}`);
  return row;
}

async function unlockContent(page: Page) {
  await unlock(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeVisible();
}

/** A window; with `isWithoutEvents` it receives no changes from the start. */
async function openWindow({ isWithoutEvents = false } = {}): Promise<Page> {
  const page = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
  if (isWithoutEvents) {
    expectErrors(page, /ERR_FAILED/);
    await page.route('**/realtime/**', (route) => route.abort());
  }
  await page.goto('/admin/content');
  await unlockContent(page);
  return page;
}

const editorOf = (page: Page) => page.getByRole('region', { name: 'Edit track' });
/** Confirms the dialog about unsaved input. */
const leave = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
async function openEditor(page: Page, title: string) {
  await page.getByRole('button', { name: title, exact: true }).click();
  await expect(editorOf(page).getByLabel('Title')).toHaveValue(title);
  return editorOf(page);
}

const FIRST = { title: 'Evening Prayer', description: 'Calm', credits: 'Nobody', enabled: true };
beforeEach(async () => {
  await change(FIRST);
});

describe('two windows with the same track', () => {
  test('[D2] an open editor shows changes made elsewhere, and saves only its own', async () => {
    const editor = await openEditor(page, FIRST.title);
    await editor.getByLabel('Description').fill('Quiet');
    await change({ title: 'Night Prayer', enabled: false });
    await expect(editor.getByLabel('Title')).toHaveValue('Night Prayer');
    await expect(editor.getByRole('switch', { name: 'Active' })).not.toBeChecked();
    await expect(editor.getByLabel('Description')).toHaveValue('Quiet');
    await saveAndClose(editor);
    expect(await readRow()).toEqual({
      ...FIRST,
      title: 'Night Prayer',
      enabled: false,
      description: 'Quiet',
    });
  });

  test('[D2] an open editor says at once that its track was deleted elsewhere, and that it is back', async () => {
    const track = { title: 'Lost Prayer', category: 'PREGNANCY', duration: 60, audio_url: '' };
    const lost = { id: 900, ...track, enabled: false };
    await asAdmin.insert('audio_content', lost);
    const editor = await openEditor(page, lost.title);
    await editor.getByLabel('Description').fill('Quiet');
    await asAdmin.remove(`audio_content?id=eq.${lost.id}`);
    const message = editor.getByText('This track has been deleted.');
    await expect(message).toBeVisible();
    await expect(editor.getByLabel('Description')).toHaveValue('Quiet');
    await asAdmin.insert('audio_content', lost);
    await expect(message).toBeHidden();
    await saveAndClose(editor);
    await asAdmin.remove(`audio_content?id=eq.${lost.id}`);
  });

  test('[D2] a field changed in both shows both values to choose from', async () => {
    const editor = await openEditor(page, FIRST.title);
    await editor.getByLabel('Title').fill('My Prayer');
    await editor.getByLabel('Credits').fill('Anna');
    await change({ title: 'Their Prayer', credits: 'Berta' });
    const title = editor.getByRole('group', { name: 'Title was changed elsewhere as well' });
    await expect(title.getByRole('definition')).toHaveText(['My Prayer', 'Their Prayer']);
    await editor.getByRole('button', { name: 'Save Changes' }).click();
    expect(await readRow()).toMatchObject({ title: 'Their Prayer', credits: 'Berta' });
    await title.getByRole('button', { name: 'Keep yours' }).click();
    const credits = editor.getByRole('group', { name: 'Credits was changed elsewhere as well' });
    await credits.getByRole('button', { name: 'Take theirs' }).click();
    await expect(editor.getByLabel('Credits')).toHaveValue('Berta');
    await saveAndClose(editor);
    expect(await readRow()).toMatchObject({ title: 'My Prayer', credits: 'Berta' });
  });

  test('[D2] each unseen change to another field is kept; an unseen change to the same field is shown on saving', async () => {
    // No event reaches this window, so only the server can detect the conflict.
    const page = await openWindow({ isWithoutEvents: true });
    for (let turn = 0; turn < TURNS; turn += 1) {
      const editor = await openEditor(page, (await readRow()).title);
      await change({ title: `Their ${turn}` });
      await editor.getByLabel('Description').fill(`Mine ${turn}`);
      await saveAndClose(editor);
      expect(await readRow()).toMatchObject({
        title: `Their ${turn}`,
        description: `Mine ${turn}`,
      });
    }
    const editor = await openEditor(page, (await readRow()).title);
    await change({ description: 'Theirs' });
    await editor.getByLabel('Description').fill('Mine');
    await editor.getByRole('button', { name: 'Save Changes' }).click();
    const conflict = editor.getByRole('group', {
      name: 'Description was changed elsewhere as well',
    });
    await expect(conflict.getByRole('definition')).toHaveText(['Mine', 'Theirs']);
    expect((await readRow()).description).toBe('Theirs');
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await saveAndClose(editor);
    expect((await readRow()).description).toBe('Mine');
  });
});

test('[D2] unsaved input is kept across another track, another tab, a reload that locks the area, and a new tab of the browser, until it is saved', async () => {
  await (await openEditor(page, FIRST.title)).getByLabel('Description').fill('Half a sent');
  await page.getByRole('button', { name: 'Gratitude Prayer', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await expect(editorOf(page).getByLabel('Description')).toHaveValue('Half a sent');
  await page.getByRole('button', { name: 'Gratitude Prayer', exact: true }).click();
  await leave(page);
  await expect(editorOf(page).getByLabel('Title')).toHaveValue('Gratitude Prayer');
  await editorOf(page).getByRole('button', { name: 'Close' }).click();
  await openEditor(page, FIRST.title);
  const description = editorOf(page).getByLabel('Description');
  await expect(description).toHaveValue('Half a sent');
  await expect(page.getByText('What you wrote before is still here')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await leave(page);
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await openEditor(page, FIRST.title);
  await expect(description).toHaveValue('Half a sent');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await unlockContent(page);
  await expect(description).toHaveValue('Half a sent');
  await editorOf(page).getByRole('button', { name: 'Cancel' }).click();
  await openEditor(page, FIRST.title);
  await expect(description).toHaveValue(FIRST.description);

  await description.fill('Typed before the tab was closed');
  const later = await page.context().newPage();
  await page.close();
  page = later;
  await page.goto(`${server.url}/admin/content`);
  await unlockContent(page);
  await openEditor(page, FIRST.title);
  const restored = editorOf(page).getByLabel('Description');
  await expect(restored).toHaveValue('Typed before the tab was closed');
  // The browser's save dialog must not open, wherever the focus is in the form.
  await editorOf(page).getByLabel('Credits').press('Control+s');
  await expect(editorOf(page)).toBeHidden();
  expect((await readRow()).description).toBe('Typed before the tab was closed');
});
