import type { Page } from 'playwright';
import { test } from 'vitest';
import { readTranscript } from '#contract/constants/tracks/transcript.ts';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { findViolations } from '../pages/accessibility.ts';
import { isScrolledSideways, openAdminTab, VIEWPORTS } from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';

const EVENING = 3;
const PHONE = { viewport: { width: 390, height: 844 } };

let page: Page;
let sentences: { text: string; start: number; end: number }[];

const server = serverOfFile();

async function readTrack(id: number): Promise<AudioContent> {
  const [track] = await asAdminOf(server).read(`audio_content?id=eq.${id}`);
  return track;
}

const sentencesOf = ({ transcript, transcript_timings: timings }: AudioContent) =>
  readTranscript(transcript ?? '')
    .flatMap((paragraph) => paragraph.sentences)
    .map(({ text, index }) => {
      const { start = Number.NaN, end = Number.NaN } = timings?.[index] ?? {};
      return { text, start, end };
    });

/** The sentence at this index; throws if there is none. */
function sentence(index: number) {
  const found = sentences[index];
  if (!found) throw new Error(`There are only ${sentences.length} sentences`);
  return found;
}

const marked = () => page.locator('.player-words [aria-current]');
const openText = () => page.getByText('Read along', { exact: true }).click();

test('reading along marks the spoken sentence, marks none during music, seeks to a pressed sentence, and keeps the text size', async () => {
  sentences = sentencesOf(await readTrack(EVENING));
  page = await openPage(server.url, PHONE);
  const sound = listening(page);
  await playerPage(page).open(EVENING);
  await openText();
  await expect(marked()).toHaveCount(0);
  await playerPage(page).play.click();
  await sound.hasMovedPast(0);
  await sound.moveTo(sentence(0).start + 0.3);
  await expect(marked()).toHaveText(sentence(0).text);
  // Does not scroll while the reader is at the controls; follows once the sentence is in view.
  await expect(marked()).not.toBeInViewport();
  await marked().scrollIntoViewIfNeeded();
  for (const index of [4, sentences.length - 1]) {
    await sound.moveTo(sentence(index).start + 0.3);
    await expect(marked()).toHaveText(sentence(index).text);
    await expect(marked()).toBeInViewport();
  }
  await sound.moveTo(sentence(sentences.length - 1).end + 6);
  await expect(marked()).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);

  const { text, start } = sentence(7);
  await page.getByRole('link', { name: text }).press('Enter');
  await expect(marked()).toHaveText(text);
  const second = await sound.second();
  expect(second).toBeGreaterThanOrEqual(start - 0.1);
  expect(second).toBeLessThan(start + 3);
  await expect(page).toHaveURL(`${server.url}/player/${EVENING}`);

  const words = page.locator('.player-words');
  const height = () => words.evaluate((element) => element.clientHeight);
  const usual = await height();
  await page.getByRole('button', { name: 'Larger text' }).click();
  await expect.poll(height).toBeGreaterThan(usual);
  const larger = await height();
  await page.reload();
  await openText();
  await expect.poll(height).toBe(larger);
  await page.getByRole('button', { name: 'Smaller text' }).click();
  await expect.poll(height).toBe(usual);
});

test('the owner taps along with a recording, and its text is then synchronised', async () => {
  const gratitude = 10;
  page = await openAdminTab(server.url, 'Content');
  await page.getByRole('button', { name: 'Gratitude Prayer', exact: true }).click();
  const editor = page.getByRole('region', { name: 'Edit track' });
  await expect(editor.getByText(/Read along follows all \d+ sentences/)).toBeVisible();
  await editor.getByLabel('Transcript').fill('Give thanks. Slowly. (Psalm 136)\n\nAmen.');
  await expect(editor.getByText(/the transcript has 3\./)).toBeVisible();
  await editor.getByRole('button', { name: 'Time the text' }).click();
  const audio = editor.getByLabel('Listen to Gratitude Prayer while tapping');
  const moveTo = (second: number) =>
    audio.evaluate((element: HTMLAudioElement, to) => {
      element.currentTime = to;
    }, second);
  const taps = [10.2, 20.2, 30.2];
  for (const [index, text] of ['Give thanks.', 'Slowly.', 'Amen.'].entries()) {
    await expect(editor.getByText(text, { exact: true })).toBeVisible();
    await moveTo(taps[index] ?? 0);
    await editor.getByRole('button', { name: 'It begins now' }).click();
  }
  await expect(editor.getByText('Read along follows all 3 sentences.')).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Time the text' })).toBeFocused();
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor).toHaveCount(0);
  const { transcript_timings: timings } = await readTrack(gratitude);
  expect(timings).toEqual([{ start: 10 }, { start: 20 }, { start: 30 }]);
});

const TITLE = 'Evening Scripture Meditation';
/** The second at which the owner taps each chapter, and the time at which playback of the chapter starts. */
const TAPS = [
  { at: 0, begins: '0:00', name: 'Arriving' },
  { at: 60.2, begins: '1:00', name: 'Psalm 147' },
  { at: 300.2, begins: '5:00', name: 'Stillness' },
];

const editor = () => page.getByRole('region', { name: 'Edit track' });
const chapters = () => editor().getByRole('group', { name: 'Chapters' });
const names = () => chapters().getByRole('textbox');

test('[D2] [P2] the owner marks and names chapters while listening, and a user opens a chapter', async () => {
  page = await openAdminTab(server.url, 'Content');
  await page.getByRole('button', { name: TITLE, exact: true }).click();
  await chapters().getByRole('button', { name: 'Mark chapters' }).click();
  const audio = editor().getByLabel(`Listen to ${TITLE} while marking`);
  for (const { at } of TAPS) {
    await audio.evaluate((element: HTMLAudioElement, to) => {
      element.currentTime = to;
    }, at);
    await chapters().getByRole('button', { name: 'A chapter begins now' }).click();
  }
  await expect(names()).toHaveCount(TAPS.length);
  for (const [index, { begins, name }] of TAPS.entries()) {
    await chapters()
      .getByLabel(`Chapter ${index + 1}, ${begins}`)
      .fill(name);
  }
  await chapters().getByLabel('Chapter 2, 1:00').fill(' ');
  await editor().getByRole('button', { name: 'Save Changes' }).click();
  await expect(names().nth(1)).toBeFocused();
  await expect(names().nth(1)).toHaveAccessibleDescription('A chapter needs a name');
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize(VIEWPORTS[1][1]);
  expect(await isScrolledSideways(page)).toBe(false);
  await names().nth(1).fill('Psalm 147');
  await editor().getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor()).toBeHidden();

  const listener = await openPage(server.url);
  const player = playerPage(listener);
  await player.open(EVENING);
  await player.play.click();
  await listening(listener).hasMovedPast(0.2);
  await listener.getByText('Chapters', { exact: true }).click();
  const parts = listener
    .getByRole('listitem')
    .getByRole('button', { name: /^(Arriving|Psalm|Still)/ });
  await expect(parts).toHaveText(TAPS.map(({ name, begins }) => `${name}${begins}`));
  await parts.nth(1).click();
  await listening(listener).hasMovedPast(60);
  await expect(parts.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(parts.nth(0)).not.toHaveAttribute('aria-current');
  expect(await findViolations(listener)).toEqual([]);
});
