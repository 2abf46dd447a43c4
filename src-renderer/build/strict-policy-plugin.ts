import { join } from 'node:path';
import type { Plugin } from 'vite';

const ZOD_CONFIG = /node_modules\/zod\/v4\/core\/core\.js$/;
const ZOD_INIT = '__zod_globalConfig = {}';
const SONNER = /sonner\/dist\/index\.mjs$/;
const SONNER_SHEET = /^__insertCSS\(".*"\);?$/m;

/**
 * Removes code of libraries that the content security policy would refuse (docs/decisions/0145):
 *
 * - zod tries `new Function` with the first schema unless configured not to;
 * - the scroll lock of dialogs writes a style element; ours adopts a style sheet;
 * - sonner writes its styles as a style element; the toaster imports them as CSS instead.
 */
export function enforcePolicy(): Plugin {
  let root = '';
  return {
    name: 'enforce-policy',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (source) =>
      source === 'react-style-singleton' ? join(root, 'build/adopted-style.ts') : undefined,
    transform(code, id) {
      if (SONNER.test(id)) {
        if (!SONNER_SHEET.test(code)) throw new Error('sonner: no match for SONNER_SHEET');
        return code.replace(SONNER_SHEET, '');
      }
      if (!ZOD_CONFIG.test(id)) return undefined;
      if (!code.includes(ZOD_INIT)) throw new Error(`zod: ${ZOD_INIT} not found; update ZOD_INIT`);
      return code.replace(ZOD_INIT, '__zod_globalConfig = { jitless: true }');
    },
  };
}
