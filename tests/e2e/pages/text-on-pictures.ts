import type { Page } from 'playwright';
import {
  type Box,
  contrast,
  readPixels,
  type ScreenPixels,
} from '#tests/support/browsers/screenshot-pixels.ts';

interface TextLine {
  readonly text: string;
  readonly box: Box;
  readonly isLarge: boolean;
  /** Red, green and blue, 0 to 255, and alpha, 0 to 1. */
  readonly colour: readonly number[];
}

const HIDE_TEXT = `*, ::before, ::after {
  color: transparent !important;
  -webkit-text-fill-color: transparent !important;
  text-shadow: none !important;
  transition: none !important;
}`;
const STOP_ANIMATIONS = '*, ::before, ::after { animation: none !important; }';
const HIDE_STARS = '.stars { visibility: hidden !important; }';
/** Contrast below which a star is invisible. */
const VISIBLE_STAR = 1.15;
/** Share of the background pixels to ignore: a star, the edge of a hill. */
const IGNORED_SHARE = 0.03;

/**
 * Text on an illustration or cover with too little contrast to its actual background, which axe cannot determine. WCAG
 * 2.2 AA: 4.5:1, large text 3:1.
 */
export async function findIllegibleText(page: Page): Promise<string[]> {
  const lines = await page.evaluate(textOverPictures);
  if (lines.length === 0) return [];
  const seen = await readPixelsWith(page, HIDE_TEXT);
  return lines.flatMap((one) => {
    const ratio = leastContrast(one, seen);
    return ratio < (one.isLarge ? 3 : 4.5) ? [`${one.text}: ${ratio.toFixed(2)}`] : [];
  });
}

/** Text with a star behind it, which looks like a dot. */
export async function findTextOnStars(page: Page): Promise<string[]> {
  if ((await page.locator('.stars').count()) === 0) return [];
  const lines = await page.evaluate(textOverPictures);
  if (lines.length === 0) return [];
  const sky = await readPixelsWith(page, HIDE_TEXT + STOP_ANIMATIONS);
  const without = await readPixelsWith(page, HIDE_TEXT + STOP_ANIMATIONS + HIDE_STARS);
  const isStarred = ({ box }: TextLine) => {
    const bare = without.within(box, Number.POSITIVE_INFINITY);
    const pixels = sky.within(box, Number.POSITIVE_INFINITY);
    return pixels.some((pixel, at) => {
      const ground = bare[at] ?? pixel;
      // Most pixels have no star; their contrast need not be calculated.
      const isStar = pixel.some((value, channel) => value !== ground[channel]);
      return isStar && contrast(pixel, ground) > VISIBLE_STAR;
    });
  };
  return lines.filter(isStarred).map(({ text }) => text);
}

/** Takes a screenshot with this style applied temporarily. */
async function readPixelsWith(page: Page, css: string): Promise<ScreenPixels> {
  await page.evaluate(applyStyle, css);
  const seen = await readPixels(page);
  await page.evaluate(applyStyle, '');
  return seen;
}

/** Runs in the page; its policy blocks style elements. */
function applyStyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = css
    ? [...document.adoptedStyleSheets, sheet]
    : document.adoptedStyleSheets.slice(0, -1);
}

function leastContrast({ colour, box }: TextLine, seen: ScreenPixels): number {
  const [red = 0, green = 0, blue = 0, alpha = 1] = colour;
  const ratios = seen.within(box).map((behind) => {
    const shown = [red, green, blue].map((value, at) => {
      return value * alpha + (behind[at] ?? 0) * (1 - alpha);
    });
    return contrast(shown, behind);
  });
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length * IGNORED_SHARE)] ?? Infinity;
}

/** Runs in the page: each visible line of text over a picture. */
function textOverPictures(): TextLine[] {
  const pictures = [
    ...document.querySelectorAll('img, .scene, .player-frame, .illustration, .hills'),
  ]
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
  const found: TextLine[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const around = currentNode.parentElement;
    const isSeen = around?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!around || !isSeen || around.closest('.visually-hidden, .skip, :disabled')) continue;
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
