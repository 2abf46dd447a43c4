import { minifySync } from 'vite';

const INLINE = /<script>([\s\S]*?)<\/script>/g;

/** The scripts that stand in a document are bundled by nobody: their comments would go to every reader. */
export function minifyInlineScripts(html: string): string {
  return html.replaceAll(INLINE, (_, code: string) => {
    const { code: short, errors } = minifySync('inline.js', code);
    const [failure] = errors;
    if (failure) throw new Error(`An inline script cannot be minified: ${failure.message}`);
    return `<script>${short.trim()}</script>`;
  });
}
