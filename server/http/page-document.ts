import { createHash } from 'node:crypto';
import { FIRST_ROWS_ELEMENT_ID } from '#contract/rows/first-rows.ts';
import { type Brand, DEFAULT_BRAND } from '#contract/words/brand.ts';
import { fillRoot } from '#contract/words/fill-root.ts';
import { landingWord } from '#contract/words/hero-words.ts';
import { PUBLIC_CONFIG_ELEMENT_ID, type PublicConfig } from '#contract/words/public-config.ts';
import { describeRoute } from '#contract/words/route-descriptions.ts';
import { documentTitle, type RouteEntry } from '#contract/words/routes.ts';
import { criticalStyles } from './critical-styles.ts';
import type { LivingPage } from './living-pages.ts';
import { collectStyles } from './style-attributes.ts';

const TITLE = /<title>[\s\S]*?<\/title>/i;
const DESCRIPTION = /<meta\s[^>]*name="description"[^>]*>/i;
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/gi;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;
/** The first: `src-renderer/build/bring-styles.ts` put it there. */
const BUILT_STYLES = /<style>([\s\S]*?)<\/style>/;
const DATA_TYPE = /type="(?!module|text\/javascript)[^"]*"/i;

/** The built document with this route's title and description, and the settings a page may know. */
export function fillDocument(
  html: string,
  page: {
    route: RouteEntry;
    config: PublicConfig;
    canonicalPath: string | undefined;
    living?: LivingPage | undefined;
  },
): string {
  const { route, config, canonicalPath, living } = page;
  const kind = documentTitle(route, config.brand.name);
  const title = living?.name === undefined ? kind : `${living.name} · ${kind}`;
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(describe(route, config.brand))}">`,
    `<meta property="og:image" content="${escapeHtml(config.siteUrl)}${sharedPicture(config.brand)}">`,
    ...(canonicalPath === undefined
      ? []
      : [`<link rel="canonical" href="${escapeHtml(config.siteUrl + canonicalPath)}">`]),
    ...(route.indexed ? [] : ['<meta name="robots" content="noindex">']),
    `<script type="application/json" id="${PUBLIC_CONFIG_ELEMENT_ID}">${jsonForScript(config)}</script>`,
  ].join('');
  const bare = html.replace(TITLE, '').replace(DESCRIPTION, '');
  const filled = bare.replace('</head>', () => `${head}</head>`);
  if (living === undefined) return filled;
  // After what is read: it is for the script.
  const rows = `<script type="application/json" id="${FIRST_ROWS_ELEMENT_ID}">${jsonForScript(living.rows)}</script>`;
  const { content, sheet } = collectStyles(living.content);
  const styled =
    sheet === '' ? filled : filled.replace('</head>', () => `<style>${sheet}</style></head>`);
  const whole = fillRoot(styled, content).replace('</body>', () => `${rows}</body>`);
  return route.living ? keepCriticalStyles(whole) : whole;
}

/** The sheets themselves are asked for after the first paint (`src-renderer/build/start-after-paint.ts`). */
function keepCriticalStyles(html: string): string {
  const withoutStyles = html.replaceAll(INLINE_STYLE, '');
  return html.replace(
    BUILT_STYLES,
    (_, css: string) => `<style data-critical>${criticalStyles(css, withoutStyles)}</style>`,
  );
}

/** Of the landing page the sentence that stands on it, once it is the owner's own. */
function describe({ path }: RouteEntry, brand: Brand): string {
  const ours = describeRoute(path);
  return path === '/' ? landingWord(brand, 'heroText', ours) : ours;
}

/** The large one has the name and the first words written on it; where they are hers, the mark alone is shown. */
function sharedPicture({ name, landing }: Brand): string {
  const isOurs = name === DEFAULT_BRAND.name && !landing?.heroTitle && !landing?.heroText;
  return isOurs ? '/og.png' : '/icon-512.png';
}

/** For the policy: the inline scripts the build put into the document (the theme's), and no others. */
export function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes = '']) => !DATA_TYPE.test(attributes))
    .map(([, , code = '']) => createHash('sha256').update(code).digest('base64'));
}

/** The sheets that stand in the document, for the policy. */
export function inlineStyles(html: string): string[] {
  return [...html.matchAll(INLINE_STYLE)].map(([, sheet = '']) => sheet);
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** `</script>` inside a value must not end the element. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
