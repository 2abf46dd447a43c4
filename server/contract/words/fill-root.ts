const EMPTY_ROOT = '<div id="root"></div>';
const NOSCRIPT = /<noscript>[\s\S]*?<\/noscript>\n?/;

/** The built document with the content of a page in it, at build time or by the server. */
export function fillRoot(template: string, content: string): string {
  if (!template.includes(EMPTY_ROOT)) throw new Error(`The document has no ${EMPTY_ROOT}`);
  return template
    .replace(EMPTY_ROOT, () => `<div id="root">${content}</div>`)
    .replace(NOSCRIPT, '');
}
