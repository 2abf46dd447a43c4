import cluster from 'node:cluster';
import { checkConfig } from './check-config.ts';
import { runCluster } from './cluster.ts';
import { type Config, findMissingPages, parseConfig } from './core/config/config.ts';
import { createLogger } from './core/telemetry/logger.ts';
import { findMailFault } from './modules/mail/find-mail-fault.ts';
import { type RunningServer, startServer } from './start.ts';
import { describeStartFailure } from './start-failure.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write('Node 24 or newer is needed. `npm start` brings its own.\n');
  process.exit(1);
}

/** Set only in Electron's utility process. */
const { parentPort } = process as { parentPort?: { postMessage(message: unknown): void } };

const [option] = parentPort ? [] : process.argv.slice(2);
if (option === '--check-config') {
  process.exit(checkConfig((line) => void process.stdout.write(`${line}\n`)));
}
if (option !== undefined) {
  process.stderr.write(`${option} is not understood; there is only --check-config.\n`);
  process.exit(2);
}

/** Reports to the parent process: Electron's shell or a program that forked it. */
const notifyParent = (message: unknown) => {
  if (parentPort) parentPort.postMessage(message);
  else if (cluster.isPrimary) process.send?.(message);
};

let config: Config | undefined;
try {
  config = parseConfig();
  await run(config);
} catch (error) {
  const message = describeStartFailure(error, config);
  process.stderr.write(`\nCradlesong cannot start.\n${message}\n\n`);
  notifyParent({ type: 'failed', message });
  process.exit(1);
}

async function run(settings: Config): Promise<void> {
  const logger = createLogger({
    level: settings.LOG_LEVEL,
    isTerminal: process.stdout.isTTY === true,
  });
  const printLine = (line: string) => void process.stdout.write(`${line}\n`);
  const exitOnError = (err: unknown) => {
    logger.fatal(
      { err },
      'unexpected error: this process exits, so that a healthy one can replace it',
    );
    process.exit(1);
  };
  process.on('uncaughtException', exitOnError);
  process.on('unhandledRejection', exitOnError);

  if (cluster.isPrimary) {
    const missing = findMissingPages(settings);
    if (missing) logger.warn(missing);
    // The site works without mail, so startup does not wait.
    findMailFault(settings.SMTP_URL).then((fault) => fault && logger.warn(fault), exitOnError);
  }
  const server: RunningServer =
    settings.WEB_CONCURRENCY > 1 && cluster.isPrimary
      ? await runCluster(settings, { logger, printLine })
      : await startServer(settings, { logger, printLine, isPrepared: cluster.isWorker });
  endOnSignal(server, logger.info.bind(logger));
  if (cluster.isWorker) return;
  printLine(`${server.name} is ready at ${server.url}`);
  notifyParent({ type: 'ready', url: server.url });
}

function endOnSignal(server: RunningServer, log: (text: string) => void): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    log('stopping');
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // A killed parent only closes the channel; without this, the server would keep its folder locked.
  if (cluster.isPrimary) process.once('disconnect', end);
}
