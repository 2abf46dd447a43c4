import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { precompress } from './server/http/precompress.ts';
import { createProxy, serverOrigin } from './src-renderer/build/development-proxy.ts';
import { writeNotices } from './src-renderer/build/notices-plugin.ts';
import { prerenderPages } from './src-renderer/build/prerender-plugin.ts';
import { writeShellWorker } from './src-renderer/build/shell-worker-plugin.ts';
import { keepToPolicy } from './src-renderer/build/strict-policy-plugin.ts';

const fromRoot = (path: string) => resolve(import.meta.dirname, path);
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
    plugins: [leanHttp()],
    build: {
      // What package.json lists as "dependencies" stays a run-time import, except these: of hundreds
      // of small files the start needs one bundled part, which saves a third of its time.
      externalizeDeps: { exclude: ['jose', 'kysely', 'lucia', 'nodemailer', 'zod'] },
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: fromRoot('src-main/index.ts'),
          server: fromRoot('server/index.ts'),
          // Started by the server as a thread, by this name.
          'read-worker': fromRoot('db/sqlite/read-worker.ts'),
        },
        output: {
          comments: { legal: true, annotation: false, jsdoc: false },
          // Of a text with a single letter beyond Latin-1 the engine keeps two bytes for each; that was 2 MB of the
          // server's memory. Otherwise as it is written, so that a stack says where.
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
    publicDir: fromRoot('src-renderer/public'),
    plugins: [
      keepToPolicy(),
      react(),
      absoluteBase(),
      prerenderPages(),
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
      // The first script names what belongs to each part that may follow, so that it comes at one go. Scripts
      // that every page has are left out, and those of the desk, the kiosk and what is opened once in a long
      // while (the sheet of keys, the forms that end an account) or is fetched in the pauses, where a turn more is not felt.
      modulePreload: {
        resolveDependencies: (file, deps) => {
          const canWait =
            /\/(?:admin|kiosk|hand-over|keys-sheet|account-deletion|notifications|subscription|favorites-page|socials|profile|onboarding|splash|privacy|terms|cookie|accessibility|contact|get-started|thank-you)-/.test(
              file,
            );
          const isThere = /\/(?:vendor|rolldown-runtime|device-storage)-/;
          return deps.filter((dep) => dep.endsWith('.css') || (!canWait && !isThere.test(dep)));
        },
      },
      rolldownOptions: {
        input: { index: fromRoot('src-renderer/index.html') },
        output: {
          codeSplitting: {
            groups: [
              // What every page needs in one file: it compresses better together and outlives our releases.
              {
                name: 'vendor',
                test: /node_modules\/(react|react-dom|scheduler|jotai)\//,
              },
              // Drawings that stand on every tab weigh less in one file.
              {
                name: 'icons',
                test: /lucide-react\/dist\/esm\/icons\/(?:bell|heart|list-music|pause|play|undo-2)\.\w+$/,
              },
              // Small things that stand on nearly every page of the application, and not on the landing page.
              {
                name: 'frame',
                // Those are with the landing page.
                includeDependenciesRecursively: false,
                test: /(?:lucide-react\/dist\/esm\/icons\/(?:arrow-left|info|lock|volume-x)|contract\/(?:rows\/first-rows|words\/(?:artwork|focus|paths|plans|stored-names|tracks))|src-renderer\/(?:components\/(?:late-part|skeleton|icon-button|banner|page-head|play-disc|seek-slider|use-long-list)|data\/(?:audio-content|library-order|read-library|preferences|profile|subscription|notifications|track-preferences|use-has-premium|use-play-all)|features\/listening\/(?:player\.atoms|use-track-time|use-sleep-words|now-playing-bar|sleep-timer|sleep-ending|speed|skip-to-player|key-command)|lib\/(?:first-rows|focus-style|query-client|early-presses|any-signal|ask-until-answered|limit-writes|auth-client|backend|call|change-events|event-stream|shared-changes|renew-queries|use-change-events|use-announced|use-breakpoint|when-quiet|ground|layers|session|stored-session|log|use-alive)|features\/auth\/use-auth-events|features\/favorites\/(?:toggle-favorite|favorites-query|favorite-button|favorites-device|use-favorites)|track-parts\/(?:cover|stage-mark|track-card)))\.(?:tsx?|m?js)$/,
              },
              // What every page of the application needs, likewise.
              { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
            ],
          },
        },
      },
    },
  },
});
