import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { startClusterMetrics } from './cluster-metrics.ts';
import { type Config, inheritedSocket } from './core/config/config.ts';
import type { Logger } from './core/telemetry/logger.ts';
import { takeDataFolder } from './data-folder.ts';
import { prepareData } from './prepare-data.ts';
import { createDeps, openAppDatabase, type RunningServer } from './start.ts';

interface ClusterOptions {
  logger: Logger;
  say: (line: string) => void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that ran this long was healthy: reset the backoff. */
const HEALTHY_MS = 60_000;
/**
 * Memory per open stream with 30,000 streams: 13 KiB with this, 19 KiB without, because V8's young generation
 * grows to three times 16 MiB and stays. Lists are as fast with 8 as with 16 MiB. The single process gets the
 * option from its start command.
 */
const YOUNG_OBJECTS = '--max-semi-space-size=8';

/** One primary that prepares the data and restarts workers, and workers that share the port. */
export async function runCluster(config: Config, options: ClusterOptions): Promise<RunningServer> {
  await checkPortIsFree(config);
  const releaseFolder = await takeDataFolder(config, options.logger);
  const name = await prepare(config, options);
  const stopMetrics = startClusterMetrics();
  cluster.setupPrimary({ execArgv: [...process.execArgv, YOUNG_OBJECTS] });
  const workers = Array.from({ length: config.WEB_CONCURRENCY }, () => cluster.fork());
  const ports = await Promise.all(workers.map(portOf));
  const stop = keepAlive(options.logger);
  return {
    url: `http://${config.HOST ?? 'localhost'}:${ports[0] ?? config.PORT}`,
    name,
    async close() {
      stop();
      stopMetrics();
      const living = Object.values(cluster.workers ?? {}).filter((worker) => !!worker);
      await Promise.all(
        living.map((worker) => {
          worker.process.kill('SIGTERM');
          return once(worker, 'exit');
        }),
      );
      releaseFolder();
    },
  };
}

async function prepare(config: Config, { logger, say }: ClusterOptions): Promise<string> {
  const db = await openAppDatabase(config);
  try {
    const deps = createDeps(config, db, logger);
    await prepareData(deps, say);
    return (await deps.settings.read()).brand.name;
  } finally {
    await db.close();
  }
}

async function portOf(worker: Worker): Promise<number> {
  const exited = once(worker, 'exit').then(() => {
    throw new Error('A worker ended before it could listen; its message is above.');
  });
  const listening = once(worker, 'listening').then(([address]) => Number(address.port));
  return Promise.race([listening, exited]);
}

/** Restarts dead workers, with backoff so that a broken program does not spin. */
function keepAlive(logger: Logger): () => void {
  let pauseMs = FIRST_PAUSE_MS;
  let isStopping = false;
  const bornAt = new Map<number, number>();
  cluster.on('fork', (worker) => bornAt.set(worker.id, Date.now()));
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return;
    const age = Date.now() - (bornAt.get(worker.id) ?? 0);
    bornAt.delete(worker.id);
    pauseMs = age > HEALTHY_MS ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    logger.error({ worker: worker.id, code, signal, pauseMs }, 'a worker died; starting another');
    setTimeout(() => !isStopping && cluster.fork(), pauseMs);
  });
  return () => {
    isStopping = true;
  };
}

async function checkPortIsFree({ PORT, HOST }: Config): Promise<void> {
  if (inheritedSocket() !== undefined) return;
  const probe = createServer();
  probe.listen({ port: PORT, ...(HOST === undefined ? {} : { host: HOST }) });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
