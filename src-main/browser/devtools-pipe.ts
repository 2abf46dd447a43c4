import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';

const answerSchema = z.object({
  id: z.int(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
});
const eventSchema = z.object({
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
  sessionId: z.string().optional(),
});

export interface DevtoolsPipe {
  /** One command of the Chrome DevTools Protocol; of a page by its session, else of the browser. */
  send(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>;
  /** Calls back with what comes with it, of whichever page. */
  on(
    method: string,
    listener: (params: Record<string, unknown>, sessionId: string | undefined) => void,
  ): void;
}

/**
 * The Chrome DevTools Protocol over `--remote-debugging-pipe`: JSON with a zero byte behind it, both ways. Unlike its
 * port, nobody else on the machine can reach it.
 */
export function openDevtoolsPipe(to: Writable, from: Readable): DevtoolsPipe {
  const news = new EventEmitter();
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  let nextId = 1;
  let rest = '';

  function read(text: string): void {
    const message: unknown = JSON.parse(text);
    const answer = answerSchema.safeParse(message);
    if (!answer.success) {
      const { method, params, sessionId } = eventSchema.parse(message);
      news.emit(method, params, sessionId);
      return;
    }
    const { id, result = {}, error } = answer.data;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  }

  from.setEncoding('utf8');
  from.on('data', (chunk: string) => {
    const messages = `${rest}${chunk}`.split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) read(message);
  });
  from.on('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('The browser has gone'));
    waiting.clear();
  });
  // Its end is heard on the other side.
  to.on('error', () => undefined);

  return {
    send(method, params = {}, sessionId) {
      const id = nextId++;
      const asked = Promise.withResolvers<Record<string, unknown>>();
      waiting.set(id, asked);
      to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      return asked.promise;
    },
    on: (method, listener) => void news.on(method, listener),
  };
}
