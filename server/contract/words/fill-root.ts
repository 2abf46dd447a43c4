const ROOT_END = '</div><!--root-->';
const ROOT = /<div id="root">[\s\S]*?<\/div><!--root-->/;
const NOSCRIPT = /<noscript>[\s\S]*?<\/noscript>\n?/;

/** The built document with the content of a page in place of what is there, at build time or by the server. */
export function fillRoot(template: string, content: string): string {
  if (!ROOT.test(template)) throw new Error(`The document has no root that ends with ${ROOT_END}`);
  return template.replace(ROOT, () => `<div id="root">${content}${ROOT_END}`).replace(NOSCRIPT, '');
}
