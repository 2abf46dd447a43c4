import { createHash } from 'node:crypto';
import { PUBLIC_CONFIG_ELEMENT_ID, type PublicConfig } from '#contract/words/public-config.ts';
import { describeRoute } from '#contract/words/route-descriptions.ts';
import { documentTitle, type RouteEntry } from '#contract/words/routes.ts';

const TITLE = /<title>[\s\S]*?<\/title>/i;
const DESCRIPTION = /<meta\s[^>]*name="description"[^>]*>/i;
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/gi;
const DATA_TYPE = /type="(?!module|text\/javascript)[^"]*"/i;

/** The built document with this route's title and description, and the settings a page may know. */
export function fillDocument(
  html: string,
  page: { route: RouteEntry; config: PublicConfig; canonicalPath: string | undefined },
): string {
  const { route, config, canonicalPath } = page;
  const head = [
    `<title>${escapeHtml(documentTitle(route, config.brand.name))}</title>`,
    `<meta name="description" content="${escapeHtml(describeRoute(route.path))}">`,
    `<meta property="og:image" content="${escapeHtml(config.siteUrl)}/og.png">`,
    ...(canonicalPath === undefined
      ? []
      : [`<link rel="canonical" href="${escapeHtml(config.siteUrl + canonicalPath)}">`]),
    ...(route.indexed ? [] : ['<meta name="robots" content="noindex">']),
    `<script type="application/json" id="${PUBLIC_CONFIG_ELEMENT_ID}">${jsonForScript(config)}</script>`,
  ].join('');
  const bare = html.replace(TITLE, '').replace(DESCRIPTION, '');
  return bare.replace('</head>', () => `${head}</head>`);
}

/** For the policy: the inline scripts the build put into the document (the theme's), and no others. */
export function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes = '']) => !DATA_TYPE.test(attributes))
    .map(([, , code = '']) => createHash('sha256').update(code).digest('base64'));
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
