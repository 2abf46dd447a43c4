import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { chunkOf } from './src-renderer/build/chunks.ts';
import { createProxy, serverOrigin } from './src-renderer/build/development-proxy.ts';
import { minifyInlineScripts } from './src-renderer/build/minify-inline-scripts.ts';
import { writeNotices } from './src-renderer/build/notices-plugin.ts';
import { precompress } from './src-renderer/build/precompress.ts';
import { writeShellWorker } from './src-renderer/build/shell-worker-plugin.ts';
import { keepToPolicy } from './src-renderer/build/strict-policy-plugin.ts';

const fromRoot = (path: string) => resolve(import.meta.dirname, path);
const router = (file: string) => fromRoot(`node_modules/react-router/dist/production/${file}`);
/** electron-vite sets base './' in production; deep links served over HTTP need an absolute one. */
const absoluteBase = (): Plugin => ({
  name: 'absolute-base',
  enforce: 'post',
  config: () => ({ base: '/' }),
});

/**
 * Node reads every member of a built-in module that is imported, and one of `node:http` brings along all that
 * `fetch` is made of: 3 MB of memory in a server that may never ask anybody. Taken this way it stays out.
 */
const leanHttp = (): Plugin => ({
  name: 'lean-http',
  renderChunk: (code) => ({
    // On the same line, so that a stack still says where.
    code: code.replace(
      /^import (?:([\w$]+)(?:, )?)?(?:\{(.+)\})? from ["']node:http["'];$/m,
      (_, whole?: string, members?: string) => {
        const http = "process.getBuiltinModule('node:http')";
        const names = [whole, members && `{${members.replaceAll(' as ', ': ')}}`];
        return `const ${names.flatMap((name) => (name ? `${name} = ${http}` : [])).join(', ')};`;
      },
    ),
    map: null,
  }),
});

const compressTexts = (): Plugin => ({
  name: 'compress-texts',
  apply: 'build',
  closeBundle: () => void precompress(fromRoot('out/renderer')),
});

export default defineConfig({
  main: {
    plugins: [react(), absoluteBase(), leanHttp()],
    // Otherwise both builds of React are in the pages that the server renders, and the slow one runs.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      // The same addresses of pictures as in the renderer's build.
      assetsDir: 'assets',
      assetsInlineLimit: 0,
      // "dependencies" of package.json stay run-time imports, except these: the start needs one bundled part of
      // their hundreds of small files, which saves a third of its time.
      externalizeDeps: { exclude: ['jose', 'kysely', 'lucia', 'nodemailer', 'zod'] },
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: fromRoot('src-main/index.ts'),
          server: fromRoot('server/index.ts'),
          // Started by the server as threads, by these names.
          'mail-worker': fromRoot('server/modules/inbox/mail-worker.ts'),
          'read-worker': fromRoot('db/sqlite/read-worker.ts'),
          'describe-sound.worker': fromRoot(
            'server/modules/storage/inspection/describe-sound.worker.ts',
          ),
          // Loaded by the server with the first page it renders, by this name.
          pages: fromRoot('src-renderer/app/pages.tsx'),
        },
        output: {
          comments: { legal: true, annotation: false, jsdoc: false },
          // ASCII only: V8 keeps two bytes per letter of a source with one letter beyond Latin-1, which was 2 MB of the
          // server's memory. Names stay, so that stack traces can be read.
          minify: {
            compress: false,
            mangle: false,
            codegen: { removeWhitespace: false, asciiOnly: true },
          },
        },
      },
    },
  },
  preload: {
    plugins: [keepToPolicy()],
    build: {
      // A sandboxed preload script is one CommonJS file; it cannot import anything but 'electron'.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: fromRoot('src-preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: fromRoot('src-renderer'),
    resolve: {
      // Otherwise what the router says to developers is in every page.
      alias: [
        { find: /^react-router$/, replacement: router('index.mjs') },
        { find: /^react-router\/dom$/, replacement: router('dom-export.mjs') },
      ],
    },
    publicDir: fromRoot('src-renderer/public'),
    plugins: [
      keepToPolicy(),
      react(),
      absoluteBase(),
      minifyInlineScripts(),
      writeNotices(),
      writeShellWorker(),
      compressTexts(),
    ],
    server: {
      port: 5173,
      strictPort: true,
      proxy: createProxy(serverOrigin(process.env)),
    },
    build: {
      target: 'es2022',
      minify: true,
      sourcemap: false,
      manifest: true,
      // A picture inside a script would be paid for by everybody who never scrolls to it.
      assetsInlineLimit: 0,
      // Browsers that know no `modulepreload` load the same chunks a little later.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: fromRoot('src-renderer/index.html') },
        output: {
          codeSplitting: {
            // Only what a group names: otherwise a group takes along what others need as well.
            includeDependenciesRecursively: false,
            groups: [
              // One file for the packages of every page: it compresses better and stays cached across releases.
              {
                name: 'vendor',
                test: /node_modules\/(?:react|react-dom|scheduler|jotai|react-router|react-router-dom|cookie|set-cookie-parser)\//,
                priority: 1,
              },
              { name: chunkOf(fromRoot('src-renderer')) },
            ],
          },
        },
      },
    },
  },
});
