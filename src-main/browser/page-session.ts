import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { DevtoolsPipe } from './devtools-pipe.ts';

/** The one page, as the DevTools Protocol has it. */
export interface PageSession {
  readonly targetId: string;
  readonly pipe: DevtoolsPipe;
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** For what nobody waits for; what goes wrong is written down. */
  quietly(method: string, params?: object): void;
}

const FIRST_PAGE_MS = 3_000;
const targetsSchema = z.object({
  targetInfos: z.array(z.object({ targetId: z.string(), type: z.string() })),
});

/** Attaches to the page that Chromium begins with, as soon as it is there; one without windows begins with none. */
export async function attachToPage(
  pipe: DevtoolsPipe,
  log: (line: string) => void,
): Promise<PageSession> {
  const targetId = (await findPage(pipe)) ?? (await makePage(pipe));
  const attached = await pipe.send('Target.attachToTarget', { targetId, flatten: true });
  const sessionId = String(attached['sessionId']);
  const send: PageSession['send'] = (method, params) => pipe.send(method, params, sessionId);
  return {
    targetId,
    pipe,
    send,
    quietly: (method, params) =>
      void send(method, params).catch((error: unknown) => log(`${method}: ${error}`)),
  };
}

async function findPage(pipe: DevtoolsPipe): Promise<string | undefined> {
  for (const start = performance.now(); performance.now() - start < FIRST_PAGE_MS; ) {
    const { targetInfos } = targetsSchema.parse(await pipe.send('Target.getTargets'));
    const page = targetInfos.find(({ type }) => type === 'page');
    if (page) return page.targetId;
    await wait(50);
  }
  return undefined;
}

async function makePage(pipe: DevtoolsPipe): Promise<string> {
  const { targetId } = await pipe.send('Target.createTarget', { url: 'about:blank' });
  return String(targetId);
}
