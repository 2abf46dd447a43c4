import { minifySync, type Plugin } from 'vite';

const INLINE = /<script>([\s\S]*?)<\/script>/g;

/** Minifies the inline scripts of documents; the bundler would leave their comments in. */
export function minifyInlineScripts(): Plugin {
  return {
    name: 'minify-inline-scripts',
    apply: 'build',
    transformIndexHtml: (html) =>
      html.replaceAll(INLINE, (_, code: string) => {
        const { code: minified, errors } = minifySync('inline.js', code);
        const [failure] = errors;
        if (failure) throw new Error(`An inline script cannot be minified: ${failure.message}`);
        return `<script>${minified.trim()}</script>`;
      }),
  };
}
