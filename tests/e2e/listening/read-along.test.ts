import { createClient } from '@supabase/supabase-js';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { readTranscript } from '#contract/constants/tracks/transcript.ts';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { openAdminTab } from '../pages/admin.page.ts';
import { findBarriers } from '../pages/barriers.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';

const EVENING = 3;
const PHONE = { viewport: { width: 390, height: 844 } };

let page: Page;
let sentences: { text: string; start: number; end: number }[];

const server = serverOfFile();

async function readTrack(id: number): Promise<AudioContent> {
  const client = createClient(server.url, DEFAULT_ANON_KEY, { auth: { persistSession: false } });
  const { data } = await client.from('audio_content').select().eq('id', id).single().throwOnError();
  return data;
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

describe('reading along', () => {
  beforeEach(async () => {
    sentences = sentencesOf(await readTrack(EVENING));
    page = await openPage(server.url, PHONE);
    await playerPage(page).open(EVENING);
  });

  test('marks the spoken sentence, and none during music', async () => {
    const sound = listening(page);
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
    expect(await findBarriers(page)).toEqual([]);
  });

  test('seeks to the position of a pressed sentence, also without a mouse', async () => {
    const sound = listening(page);
    await openText();
    const { text, start } = sentence(7);
    await page.getByRole('link', { name: text }).press('Enter');
    await expect.poll(() => sound.second()).toBeGreaterThanOrEqual(start - 0.1);
    expect(await sound.second()).toBeLessThan(start + 1);
    await expect(marked()).toHaveText(text);
    await expect(page).toHaveURL(`${server.url}/player/${EVENING}`);
  });

  test('can have larger text, which is kept for the next time', async () => {
    await openText();
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
});

test('the owner taps along with a recording, whose text is synchronised from then on', async () => {
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
