import cluster from 'node:cluster';
import { checkConfig } from './check-config.ts';
import { runCluster } from './cluster.ts';
import { findMissingPages } from './core/check-pages.ts';
import { type Config, describeMistypedSettings, loadConfig } from './core/config.ts';
import { createLogger } from './core/logger.ts';
import { findMailFault } from './modules/mail/find-mail-fault.ts';
import { type RunningServer, startServer } from './start.ts';
import { describeStartFailure } from './start-failure.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write('Node 24 or newer is needed. `npm start` brings its own.\n');
  process.exit(1);
}

if (process.argv.includes('--check-config')) {
  process.exit(checkConfig((line) => void process.stdout.write(`${line}\n`)));
}

/** Only there when Electron runs this file as its utility process. */
const { parentPort } = process as { parentPort?: { postMessage(message: unknown): void } };
/** Whoever keeps this server as a part of its own: Electron's shell, or a program that forked it. */
const tellKeeper = (message: unknown) => {
  if (parentPort) parentPort.postMessage(message);
  else if (cluster.isPrimary) process.send?.(message);
};

let config: Config | undefined;
try {
  config = loadConfig();
  await run(config);
} catch (error) {
  const message = describeStartFailure(error, config);
  process.stderr.write(`\nCradlesong cannot start.\n${message}\n\n`);
  tellKeeper({ type: 'failed', message });
  process.exit(1);
}

async function run(settings: Config): Promise<void> {
  const logger = createLogger({
    level: settings.LOG_LEVEL,
    isTerminal: process.stdout.isTTY === true,
  });
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const die = (err: unknown) => {
    logger.fatal({ err }, 'a defect; this process ends so that a healthy one can take over');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);

  if (cluster.isPrimary) {
    for (const mistyped of describeMistypedSettings()) logger.warn(mistyped);
    const missing = findMissingPages(settings);
    if (missing) logger.warn(missing);
    // The site works without mails, so the start does not wait for this.
    findMailFault(settings.SMTP_URL).then((fault) => fault && logger.warn(fault), die);
  }
  const server: RunningServer =
    settings.WEB_CONCURRENCY > 1 && cluster.isPrimary
      ? await runCluster(settings, { logger, say })
      : await startServer(settings, { logger, say, isPrepared: cluster.isWorker });
  endOnSignal(server, logger.info.bind(logger));
  if (cluster.isWorker) return;
  say(`${server.name} is ready at ${server.url}`);
  tellKeeper({ type: 'ready', url: server.url });
}

function endOnSignal(server: RunningServer, log: (text: string) => void): void {
  const end = () => {
    log('stopping');
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
