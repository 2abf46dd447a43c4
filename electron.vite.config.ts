import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { chunkOf } from './src-renderer/build/chunks.ts';
import { createProxy, serverOrigin } from './src-renderer/build/development-proxy.ts';
import { minifyInlineScripts } from './src-renderer/build/minify-inline-scripts.ts';
import { precompress } from './src-renderer/build/precompress.ts';
import { writeShellWorker } from './src-renderer/build/shell-worker-plugin.ts';
import { enforcePolicy } from './src-renderer/build/strict-policy-plugin.ts';

const fromRoot = (path: string) => resolve(import.meta.dirname, path);
const router = (file: string) => fromRoot(`node_modules/react-router/dist/production/${file}`);
/** electron-vite sets base './' in production; deep links served over HTTP need an absolute one. */
const absoluteBase = (): Plugin => ({
  name: 'absolute-base',
  enforce: 'post',
  config: () => ({ base: '/' }),
});

/**
 * Replaces imports of `node:http` by `process.getBuiltinModule`. An import makes Node read every member of the module,
 * and one of them loads the implementation of `fetch`: 3 MB of memory that a server may never need.
 */
const leanHttp = (): Plugin => ({
  name: 'lean-http',
  renderChunk: (code) => ({
    // The replacement is a single line, so that line numbers in stack traces stay right.
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
    // Without this, the server's pages contain both builds of React, and the slow one runs.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      // The addresses of pictures must be those of the renderer's build.
      assetsDir: 'assets',
      assetsInlineLimit: 0,
      // "dependencies" of package.json stay run-time imports, except these with hundreds of small files: bundling
      // them saves a third of the start-up time, and memory.
      externalizeDeps: {
        exclude: ['express', 'jose', 'kysely', 'lucia', 'nodemailer', 'prom-client', 'zod'],
      },
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: fromRoot('src-main/index.ts'),
          server: fromRoot('server/index.ts'),
          // Started by the server as threads, by these names.
          'mail-worker': fromRoot('server/modules/support/inbox/mail-worker.ts'),
          'read-worker': fromRoot('db/sqlite/read-worker.ts'),
          'describe-audio.worker': fromRoot(
            'server/modules/storage/inspection/describe-audio.worker.ts',
          ),
          // Loaded by the server with the first page it renders, by this name.
          pages: fromRoot('src-renderer/app/pages.tsx'),
        },
        output: {
          comments: { legal: true, annotation: false, jsdoc: false },
          // ASCII only: V8 stores a source with any letter beyond Latin-1 at two bytes per letter, which cost the
          // server 2 MB of memory. Names are not minified, so that stack traces are readable.
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
    plugins: [enforcePolicy()],
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
      // Without this, every page contains the router's messages for developers.
      alias: [
        { find: /^react-router$/, replacement: router('index.mjs') },
        { find: /^react-router\/dom$/, replacement: router('dom-export.mjs') },
      ],
    },
    publicDir: fromRoot('src-renderer/public'),
    plugins: [
      enforcePolicy(),
      react(),
      absoluteBase(),
      minifyInlineScripts(),
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
      license: { fileName: 'third-party-notices.txt' },
      // Inlined in a script, a picture would also be loaded by users who never scroll to it.
      assetsInlineLimit: 0,
      // Browsers without `modulepreload` load the same chunks a little later.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: fromRoot('src-renderer/index.html') },
        output: {
          codeSplitting: {
            // Without this, a group also takes the dependencies that it shares with other groups.
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
