const SHEET = /<link rel="stylesheet"([^>]*) href="([^"]+)">/g;

/**
 * The document brings its styles along, where it would have to ask for them after it came: on a slow line that
 * is another two seconds until anything shows. The links stay for the loader of the parts, which looks at them for
 * what is there already. Disabled, they ask for nothing; for no medium, not even a browser that looks ahead does.
 */
export function bringStyles(html: string, readSheet: (href: string) => string): string {
  const sheets: string[] = [];
  const without = html.replaceAll(SHEET, (_, attributes: string, href: string) => {
    sheets.push(readSheet(href).trim());
    return `<link rel="stylesheet"${attributes} href="${href}" media="not all" disabled>`;
  });
  if (sheets.length === 0) throw new Error('The document has no style sheet of its own');
  const css = sheets.join('\n');
  // Style sheets are not escaped in a document: this would end the element.
  if (css.includes('</')) throw new Error('A style sheet cannot stand in a document');
  return without.replace('</head>', () => `<style>${css}</style></head>`);
}
