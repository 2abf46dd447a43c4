import type { Page } from 'playwright';
import { type Box, contrast, type Seen, see } from '#tests/support/seen-light.ts';

interface Words {
  readonly text: string;
  readonly box: Box;
  readonly isLarge: boolean;
  /** Red, green, blue, 0 to 255, and how much of it covers what is behind, 0 to 1. */
  readonly colour: readonly number[];
}

const HIDE_WORDS = `*, ::before, ::after {
  color: transparent !important;
  -webkit-text-fill-color: transparent !important;
  text-shadow: none !important;
  transition: none !important;
}`;
const STAND_STILL = '*, ::before, ::after { animation: none !important; }';
const HIDE_STARS = '.stars { visibility: hidden !important; }';
/** One that is fainter than this nobody sees. */
const SEEN_STAR = 1.15;
/** Of a hundred pixels behind the words, this many may be anything: a dot of a star, the edge of a hill. */
const SPARE = 0.03;

/**
 * Words over a drawing or a cover that do not stand out from what is really behind them: what axe cannot
 * tell, because a picture has no colour. WCAG 2.2 AA: 4.5 to 1, large letters 3 to 1.
 */
export async function findFaintWords(page: Page): Promise<string[]> {
  const words = await page.evaluate(wordsOverPictures);
  const seen = await seeWith(page, HIDE_WORDS);
  return words.flatMap((one) => {
    const ratio = leastContrast(one, seen);
    return ratio < (one.isLarge ? 3 : 4.5) ? [`${one.text}: ${ratio.toFixed(2)}`] : [];
  });
}

/** Words with a star of a drawn sky behind them, which reads as a dot of theirs. */
export async function findStarredWords(page: Page): Promise<string[]> {
  if ((await page.locator('.stars').count()) === 0) return [];
  const words = await page.evaluate(wordsOverPictures);
  const sky = await seeWith(page, HIDE_WORDS + STAND_STILL);
  const without = await seeWith(page, HIDE_WORDS + STAND_STILL + HIDE_STARS);
  const isStarred = ({ box }: Words) => {
    const bare = without.within(box, Number.POSITIVE_INFINITY);
    const pixels = sky.within(box, Number.POSITIVE_INFINITY);
    return pixels.some((pixel, at) => contrast(pixel, bare[at] ?? pixel) > SEEN_STAR);
  };
  return words.filter(isStarred).map(({ text }) => text);
}

/** As it looks in this style too, for as long as it is looked at. */
async function seeWith(page: Page, css: string): Promise<Seen> {
  await page.evaluate(dress, css);
  const seen = await see(page);
  await page.evaluate(dress, '');
  return seen;
}

/** In the page, whose policy lets no style in by an element. */
function dress(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = css
    ? [...document.adoptedStyleSheets, sheet]
    : document.adoptedStyleSheets.slice(0, -1);
}

function leastContrast({ colour, box }: Words, seen: Seen): number {
  const [red = 0, green = 0, blue = 0, alpha = 1] = colour;
  const ratios = seen.within(box).map((behind) => {
    const shown = [red, green, blue].map((value, at) => {
      return value * alpha + (behind[at] ?? 0) * (1 - alpha);
    });
    return contrast(shown, behind);
  });
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length * SPARE)] ?? Infinity;
}

/** In the page: each line of words in the window that lies over a picture. */
function wordsOverPictures(): Words[] {
  const pictures = [...document.querySelectorAll('img, .scene, .p-frame, .land, .hills')]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const colourOf = (element: Element): number[] => {
    if (!canvas) return [];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = getComputedStyle(element).color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    let opacity = alpha / 255;
    for (let around: Element | null = element; around; around = around.parentElement) {
      opacity *= Number(getComputedStyle(around).opacity);
    }
    return [red, green, blue, opacity];
  };
  const found: Words[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const around = currentNode.parentElement;
    const isSeen = around?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!around || !isSeen || around.closest('.sr, .skip, :disabled')) continue;
    const range = document.createRange();
    range.selectNodeContents(currentNode);
    for (const { left, top, width, height } of range.getClientRects()) {
      const [x, y] = [left + width / 2, top + height / 2];
      const isOver = pictures.some(
        (one) => x > one.left && x < one.right && y > one.top && y < one.bottom,
      );
      const isInside = x > 0 && y > 0 && x < innerWidth && y < innerHeight;
      if (width < 2 || height < 2 || !isOver || !isInside) continue;
      const { fontSize, fontWeight } = getComputedStyle(around);
      const size = Number.parseFloat(fontSize);
      found.push({
        text: currentNode.textContent?.trim().slice(0, 40) ?? '',
        box: { x: left, y: top, width, height },
        isLarge: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700),
        colour: colourOf(around),
      });
    }
  }
  return found;
}
