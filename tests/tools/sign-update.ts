import { createPrivateKey } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { signUpdate } from '#main/modules/update-signature.ts';

// `node tests/tools/sign-update.ts KEY.pem [FOLDER]`: signs the update information that `npm run package` wrote.

const [keyFile, folder = 'out/installers'] = process.argv.slice(2);
if (keyFile === undefined) {
  console.error('Missing argument: node tests/tools/sign-update.ts KEY.pem [FOLDER]');
  process.exit(1);
}
const key = createPrivateKey(readFileSync(keyFile));
for (const name of globSync('latest*.yml', { cwd: folder })) {
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8').replace(/^signature: .*\n/m, '');
  // Parsed in the same way as by the updater, so that both use the same bytes.
  const update = parseUpdateInfo(text, name, new URL('https://updates.invalid'));
  writeFileSync(file, `${text.trimEnd()}\nsignature: ${signUpdate({ ...update }, key)}\n`);
  console.log(`signed ${file}: ${update.version}`);
}
