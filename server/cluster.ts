import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { startClusterMetrics } from './cluster-metrics.ts';
import { type Config, inheritedSocket } from './core/config/config.ts';
import type { Logger } from './core/telemetry/logger.ts';
import { lockDataFolder } from './data-folder.ts';
import { prepareData } from './prepare-data.ts';
import { createDeps, openAppDatabase, type RunningServer } from './start.ts';

interface ClusterOptions {
  logger: Logger;
  printLine: (line: string) => void;
}

const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 30_000;
/** If a worker ran this long, its end resets the backoff. */
const HEALTHY_MS = 60_000;
/**
 * Limits V8's young generation, which otherwise grows to three times 16 MiB and stays that large. With 30,000 open
 * streams, a stream then takes 13 KiB instead of 19, and lists are not read more slowly. A single process gets the
 * option from its start command.
 */
const YOUNG_GENERATION_OPTION = '--max-semi-space-size=8';

/** One primary that prepares the data and restarts workers, and workers that share the port. */
export async function runCluster(config: Config, options: ClusterOptions): Promise<RunningServer> {
  await checkPortIsFree(config);
  const releaseFolder = await lockDataFolder(config, options.logger);
  const name = await prepare(config, options);
  startClusterMetrics();
  // Workers accept connections themselves. If the primary passed them on, the connections of a killed worker would
  // hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ execArgv: [...process.execArgv, YOUNG_GENERATION_OPTION] });
  const workers = Array.from({ length: config.WEB_CONCURRENCY }, () => cluster.fork());
  const ports = await Promise.all(workers.map(portOf));
  const stop = keepAlive(options.logger);
  return {
    url: `http://${config.HOST ?? 'localhost'}:${ports[0] ?? config.PORT}`,
    name,
    async close() {
      stop();
      const running = Object.values(cluster.workers ?? {}).filter((worker) => !!worker);
      await Promise.all(
        running.map((worker) => {
          worker.process.kill('SIGTERM');
          return once(worker, 'exit');
        }),
      );
      releaseFolder();
    },
  };
}

async function prepare(config: Config, { logger, printLine }: ClusterOptions): Promise<string> {
  const db = await openAppDatabase(config);
  try {
    const deps = createDeps(config, db, logger);
    await prepareData(deps, printLine);
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
  let backoffMs = MIN_BACKOFF_MS;
  let isStopping = false;
  const startedAt = new Map<number, number>();
  cluster.on('fork', (worker) => startedAt.set(worker.id, Date.now()));
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return;
    const age = Date.now() - (startedAt.get(worker.id) ?? 0);
    startedAt.delete(worker.id);
    backoffMs = age > HEALTHY_MS ? MIN_BACKOFF_MS : Math.min(backoffMs * 2, MAX_BACKOFF_MS);
    logger.error({ worker: worker.id, code, signal, backoffMs }, 'a worker died; starting another');
    setTimeout(() => !isStopping && cluster.fork(), backoffMs);
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
