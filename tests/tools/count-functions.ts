import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { parseConfig } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { startServer } from '#server/start.ts';

// `node tests/tools/count-functions.ts [--list]`: the project's functions and files that run in one warm insert of a
// favourite. A function counts if it runs in each of several inserts, so that timers and background jobs do not count.

const root = resolve(import.meta.dirname, '../..');
const OWN = /^(?:server|db)\//;
const WARM_UP = 3;
const COUNTED = 5;

const dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-count-'));
const config = parseConfig({
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'silent',
});
const logger = createLogger({ level: 'silent', isTerminal: false });
const server = await startServer(config, { logger, printLine: () => {} });
try {
  const client = createClient(server.url, DEFAULT_ANON_KEY, { auth: { persistSession: false } });
  const account = { email: 'count@example.com', password: 'the lord is my shepherd' };
  const { data } = await client.auth.signUp(account);
  const insertFavourite = async (content_id: number) => {
    const { error } = await client.from('favorites').insert({ user_id: data.user?.id, content_id });
    if (error) throw error;
  };
  for (let id = 1; id <= WARM_UP; id += 1) await insertFavourite(id);
  let counted = await countFunctions(() => insertFavourite(WARM_UP + 1));
  for (let id = WARM_UP + 2; id <= WARM_UP + COUNTED; id += 1) {
    const again = await countFunctions(() => insertFavourite(id));
    const places = new Set(again.map(({ place }) => place));
    counted = counted.filter(({ place }) => places.has(place));
  }
  const files = Map.groupBy(counted, ({ file }) => file);
  if (process.argv.includes('--list')) {
    for (const [file, found] of [...files].sort()) {
      console.log(`${file}: ${found.map(({ name }) => name || '(anonymous)').join(', ')}`);
    }
  }
  console.log(`${counted.length} functions in ${files.size} files`);
} finally {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();

interface Counted {
  readonly file: string;
  readonly name: string;
  /** File and position in it. */
  readonly place: string;
}

/** Runs the action with V8's precise coverage. */
async function countFunctions(act: () => Promise<void>): Promise<Counted[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result.flatMap(({ url, functions }) => {
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
    if (!OWN.test(file)) return [];
    return functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName: name, ranges }) => ({
        ...{ file, name },
        place: `${file} ${ranges[0]?.startOffset}`,
      }));
  });
}
