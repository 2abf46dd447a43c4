import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright';
import { launchBrowser } from '#tests/support/browsers/browser.ts';

/**
 * Renders the PNG pictures from the components: `node tests/tools/render-pictures.ts`, after a build. Needed
 * when the icon, the hero or the name changes; the results are committed.
 */
const publicDir = resolve(import.meta.dirname, '../../src-renderer/public');
const builtDir = resolve(import.meta.dirname, '../../out/renderer');

const browser = await launchBrowser();
await drawIcon(browser, { file: 'icon-192.png', size: 192, mark: 1, rounded: true });
await drawIcon(browser, { file: 'icon-512.png', size: 512, mark: 1, rounded: true });
// iOS and Android crop these two, so the background reaches the edge.
await drawIcon(browser, { file: 'icon-180.png', size: 180, mark: 1, rounded: false });
await drawIcon(browser, { file: 'icon-maskable-512.png', size: 512, mark: 0.8, rounded: false });
await drawSharedPicture(browser, 'og.png');
await browser.close();

interface IconPicture {
  file: string;
  size: number;
  /** Size of the mark as a share of the square; a mask may crop the outer fifth. */
  mark: number;
  rounded: boolean;
}

async function drawIcon(from: Browser, { file, size, mark, rounded }: IconPicture): Promise<void> {
  const svg = readFileSync(join(publicDir, 'icon.svg'), 'utf8');
  const square = svg.replace(' rx="112"', '');
  const page = await from.newPage({ viewport: { width: size, height: size } });
  const background = square.replace(/<circle[\s\S]*<\/g>/, '');
  const inset = ((1 - mark) / 2) * size;
  const layers = rounded
    ? svg
    : background + square.replace(/<rect[^>]*>/, '').replaceAll('sky', 'sky2');
  await page.setContent(
    `<style>body{margin:0}svg{position:absolute;inset:0;width:100%}svg+svg{inset:${inset}px;width:${size * mark}px}</style>${layers}`,
  );
  await page.screenshot({ path: join(publicDir, file), omitBackground: true });
  await page.close();
}

/** Renders the first screenful of the landing page without its controls. */
async function drawSharedPicture(from: Browser, file: string): Promise<void> {
  const page = await from.newPage({
    viewport: { width: 1200, height: 630 },
    reducedMotion: 'reduce',
  });
  await page.route('**/*', (route) => {
    const path = new URL(route.request().url()).pathname;
    return route.fulfill({ path: join(builtDir, path === '/' ? 'index.html' : path) });
  });
  await page.goto('http://pictures.invalid/', { waitUntil: 'networkidle' });
  await page.addStyleTag({
    content: `.site-head :is(nav, .icon-button), .hero-action, .hero-caption, .orb .icon { display: none !important }
      .hero { min-height: 630px; --hills: 12rem; --orb-size: 11rem; --sun-x: 76% } .hero-text { padding-top: 7.25rem }
      .hero h1 { font-size: 5.25rem } .hero .lede { font-size: 1.5rem; max-width: 27em } .branch { display: none !important }
      .wrap, .bar-inner { width: min(100% - 9rem, 75rem) } .bar-inner { padding-top: 1.5rem } .logo { font-size: 2rem }`,
  });
  await page.screenshot({ path: join(publicDir, file) });
  await page.close();
}
