import { z } from 'zod';
import type { PageSession } from './page-session.ts';

const LOOK_EVERY_MS = 1_000;
/** The first screen of a kiosk, on which nobody's session is. */
const HOME = '/kiosk';

const frameSchema = z.object({
  frame: z.object({ url: z.string(), parentId: z.string().optional() }),
});
const playingSchema = z
  .object({ result: z.object({ value: z.boolean() }) })
  .catch({ result: { value: false } });

export interface PageWatch {
  address(): string;
  look(): { isSounding: boolean; isFirstScreen: boolean };
  stop(): void;
}

/** Where the page is, and whether it plays: by what it tells the system's own media controls. */
export function watchPage({ pipe, send }: PageSession): PageWatch {
  let address = 'about:blank';
  let isSounding = false;
  pipe.on('Page.frameNavigated', (params) => {
    const { frame } = frameSchema.parse(params);
    if (frame.parentId === undefined) address = frame.url;
  });
  pipe.on('Page.navigatedWithinDocument', ({ url }) => {
    address = String(url);
  });
  const timer = setInterval(async () => {
    const playing = await send('Runtime.evaluate', {
      expression: "navigator.mediaSession?.playbackState === 'playing'",
      returnByValue: true,
    }).catch(() => undefined);
    isSounding = playingSchema.parse(playing).result.value;
  }, LOOK_EVERY_MS);
  return {
    address: () => address,
    look: () => ({ isSounding, isFirstScreen: URL.parse(address)?.pathname === HOME }),
    stop: () => clearInterval(timer),
  };
}
