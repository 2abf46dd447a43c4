import { once } from 'node:events';
import { z } from 'zod';

const answerSchema = z.object({
  id: z.number(),
  result: z.object({ result: z.object({ value: z.string().optional() }).optional() }),
});
const usageSchema = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() });

interface SettledMemory {
  /** What is really held after a collection: the heap, and buffers outside it. MiB. */
  readonly held: number;
  /** What the system counts, with the room the engine keeps for later. MiB. */
  readonly resident: number;
}

/** Asks a process that was started with `--inspect`, by the address it printed, to collect and to tell. */
export async function readSettledMemory(output: string): Promise<SettledMemory> {
  const [address] = /ws:\/\/\S+/.exec(output) ?? [];
  if (address === undefined) throw new Error('The server was not started with --inspect.');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const ask = async (id: number, method: string, params: object = {}) => {
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [{ data }] = await once(socket, 'message');
      const answer = answerSchema.safeParse(JSON.parse(String(data)));
      if (answer.success && answer.data.id === id) return answer.data.result.result?.value;
    }
  };
  await ask(1, 'HeapProfiler.collectGarbage');
  const value = await ask(2, 'Runtime.evaluate', {
    expression: 'JSON.stringify(process.memoryUsage())',
  });
  socket.close();
  const { heapUsed, external, rss } = usageSchema.parse(JSON.parse(value ?? '{}'));
  return { held: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
}
