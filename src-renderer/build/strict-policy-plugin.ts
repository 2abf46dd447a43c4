import { join } from 'node:path';
import type { Plugin } from 'vite';

const ZOD_CONFIG = /node_modules\/zod\/v4\/core\/core\.js$/;
const ZOD_BEGINS = '__zod_globalConfig = {}';

/**
 * What of the libraries the content policy would refuse is taken out of the build, so that no page can
 * forget it (docs/decisions/0147):
 *
 * - zod tries `new Function` with the first schema, unless it has been told before that it may not;
 * - what locks the scroll under a dialog writes a style element; ours adopts a style sheet.
 */
export function keepToPolicy(): Plugin {
  let root = '';
  return {
    name: 'keep-to-policy',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (source) =>
      source === 'react-style-singleton' ? join(root, 'build/adopted-style.ts') : undefined,
    transform(code, id) {
      if (!ZOD_CONFIG.test(id)) return undefined;
      if (!code.includes(ZOD_BEGINS)) throw new Error(`zod no longer begins with ${ZOD_BEGINS}`);
      return code.replace(ZOD_BEGINS, '__zod_globalConfig = { jitless: true }');
    },
  };
}
