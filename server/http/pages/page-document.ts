import { createHash } from 'node:crypto';
import { type Brand, DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import type { PageFiles } from '#contract/constants/pages/page-files.ts';
import {
  PUBLIC_CONFIG_ELEMENT_ID,
  type PublicConfig,
} from '#contract/constants/pages/public-config.ts';
import { describeRoute } from '#contract/constants/pages/route-descriptions.ts';
import { documentTitle, type RouteEntry } from '#contract/constants/pages/routes.ts';
import { landingText } from '#contract/constants/texts/hero-texts.ts';
import { QUERIES_ELEMENT_ID } from '#contract/rows/first-rows.ts';
import type { RenderedPage } from './render-page.ts';
import { collectStyles } from './style-attributes.ts';

const TITLE = /<title>[\s\S]*?<\/title>/i;
const DESCRIPTION = /<meta\s[^>]*name="description"[^>]*>/i;
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/gi;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;
const DATA_TYPE = /type="(?!module|text\/javascript)[^"]*"/i;

const MODULE_SCRIPT = /[ \t]*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>\n?/g;
const ROOT = /<div id="root">[\s\S]*?<\/div><!--root-->/;
const NOSCRIPT = /<noscript>[\s\S]*?<\/noscript>\n?/;

/** The built document with the route's title and description, the public settings and the rendered page. */
export function fillDocument(
  html: string,
  page: {
    route: RouteEntry;
    config: PublicConfig;
    canonicalPath: string | undefined;
    rendered?: RenderedPage | undefined;
    /** Files of the rendered page, in addition to the document's own. */
    files?: PageFiles | undefined;
  },
): string {
  const { route, config, canonicalPath, rendered, files } = page;
  const baseTitle = documentTitle(route, config.brand.name);
  const title = rendered?.name === undefined ? baseTitle : `${rendered.name} · ${baseTitle}`;
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
  if (rendered === undefined) return filled;
  const { content, sheet } = collectStyles(rendered.content);
  const links = files ? linkTags(filled, files) : '';
  const scripts = listScripts(filled, files);
  const styled = sheet === '' ? links : `${links}<style>${sheet}</style>`;
  // After the content, because only the script needs it.
  const state = rendered.queries
    ? `<script type="application/json" id="${QUERIES_ELEMENT_ID}">${jsonForScript(rendered.queries)}</script>`
    : '';
  return filled
    .replace(MODULE_SCRIPT, '')
    .replace('</head>', () => `${styled}${scripts}</head>`)
    .replace(NOSCRIPT, '')
    .replace(ROOT, () => `<div id="root">${content}</div><!--root-->`)
    .replace('</body>', () => `${state}</body>`);
}

/** Loads the page's style sheets in parallel with the document's. */
function linkTags(html: string, { styles }: PageFiles): string {
  return styles
    .filter((file) => !html.includes(`/${file}"`))
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
    .join('');
}

/**
 * The scripts that `index.html` loads after the first paint. The last one is the document's own; it imports the rest.
 */
function listScripts(html: string, files: PageFiles | undefined): string {
  const own = [...html.matchAll(MODULE_SCRIPT)].map(([, src]) => src);
  const others = files?.scripts.map((file) => `/${file}`).filter((src) => !own.includes(src)) ?? [];
  const list = [...own.slice(0, -1), ...others, ...own.slice(-1)];
  return `<script type="application/json" id="page-scripts">${jsonForScript(list)}</script>`;
}

/** The landing page is described by the owner's hero text, if there is one. */
function describe({ path }: RouteEntry, brand: Brand): string {
  const builtIn = describeRoute(path);
  return path === '/' ? landingText(brand, 'heroText', builtIn) : builtIn;
}

/** The large picture shows the default name and hero text; with other texts it is replaced by the logo. */
function sharedPicture({ name, landing }: Brand): string {
  const isDefault = name === DEFAULT_BRAND.name && !landing?.heroTitle && !landing?.heroText;
  return isDefault ? '/og.png' : '/icon-512.png';
}

/** CSP hashes of the inline scripts in the built document (the theme's). */
export function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes = '']) => !DATA_TYPE.test(attributes))
    .map(([, , code = '']) => createHash('sha256').update(code).digest('base64'));
}

/** Inline style sheets of the document, for the CSP. */
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

/** Escapes `</script>` in values. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
