import cluster, { type Worker } from 'node:cluster';
import { type Family, joinFamilies, onlyGrowing } from './http/figures.ts';
import type { Gather } from './http/metrics.ts';

/**
 * Whichever worker is asked for `/metrics` asks the primary, which asks all workers: one answer, the same from
 * each. What a worker had counted stays counted when it dies, so that no counter ever falls.
 */
type ToPrimary = { figures: 'wanted'; id: number } | { figures: 'mine'; id: number; own: Family[] };
type ToWorker = { figures: 'give'; id: number } | { figures: 'all'; id: number; sets: Family[][] };

/** A worker that is busy for longer is told of with what it last said. */
const PATIENCE_MS = 1000;

/** In the primary, before the first worker is made. The returned function ends it. */
export function answerForWorkers(): () => void {
  const last = new Map<number, Family[]>();
  const asking = new Map<number, (worker: number, own: Family[]) => void>();
  let gone: Family[] = [];
  let nextId = 0;

  async function askAll(): Promise<Family[][]> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => !!worker);
    const fresh = new Map<number, Family[]>();
    const id = nextId++;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    asking.set(id, (worker, own) => {
      fresh.set(worker, own);
      if (fresh.size === workers.length) resolve();
    });
    for (const worker of workers) tell(worker, { figures: 'give', id });
    await promise;
    clearTimeout(timer);
    asking.delete(id);
    for (const [worker, own] of fresh) if (cluster.workers?.[worker]) last.set(worker, own);
    const silent = workers.filter(({ id: worker }) => !fresh.has(worker));
    return [
      ...fresh.values(),
      ...silent.map(({ id: worker }) => onlyGrowing(last.get(worker) ?? [])),
      gone,
    ];
  }

  const onMessage = (worker: Worker, message: unknown) => {
    if (!isAboutFigures<ToPrimary>(message)) return;
    if (message.figures === 'mine') asking.get(message.id)?.(worker.id, message.own);
    else askAll().then((sets) => tell(worker, { figures: 'all', id: message.id, sets }));
  };
  const onExit = ({ id }: Worker) => {
    gone = joinFamilies([gone, onlyGrowing(last.get(id) ?? [])]);
    last.delete(id);
  };
  cluster.on('message', onMessage);
  cluster.on('exit', onExit);
  return () => void cluster.off('message', onMessage).off('exit', onExit);
}

/** In a worker. */
export const gatherFromWorkers: Gather = (own) => {
  const waiting = new Map<number, (sets: Family[][]) => void>();
  let nextId = 0;
  process.on('message', (message: unknown) => {
    if (!isAboutFigures<ToWorker>(message)) return;
    if (message.figures === 'give') send({ figures: 'mine', id: message.id, own: own() });
    else waiting.get(message.id)?.(message.sets);
  });
  return async () => {
    const id = nextId++;
    const { promise, resolve } = Promise.withResolvers<Family[][]>();
    // Without a primary that answers, its own are better than none.
    const timer = setTimeout(() => resolve([own()]), 2 * PATIENCE_MS);
    waiting.set(id, resolve);
    send({ figures: 'wanted', id });
    const sets = await promise;
    clearTimeout(timer);
    waiting.delete(id);
    return sets;
  };
};

function send(message: ToPrimary): void {
  // Nobody hears it where the primary has died; the worker ends then.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/** Both ends are this file, so one member tells the messages from others'. */
function isAboutFigures<Message>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'figures' in message;
}
