import type { SentPosition } from './kept-positions.ts';

export interface SoundElsewhere {
  /** This device sends a row; answers with the server's time of it, as does the promise. */
  sending(sent: Promise<number>): Promise<number>;
  /** All rows of hers, as the server has them now. */
  look(rows: readonly SentPosition[]): void;
}

/**
 * Hears from the rows of all her devices that another one has begun to sound, and tells it once. Times
 * are the server's; what was begun before this device's own last act has been told over there.
 */
export function createSoundElsewhere(tell: () => void): SoundElsewhere {
  let seen: number | undefined;
  let underway = 0;
  let rows: readonly SentPosition[] = [];

  const compare = () => {
    // Until the answer is here, its own row cannot be told from another device's.
    if (underway > 0) return;
    const since = seen ?? Number.POSITIVE_INFINITY;
    if (rows.some(({ at, isPlaying }) => isPlaying && at > since)) tell();
    seen = Math.max(seen ?? 0, ...rows.map(({ at }) => at));
  };

  return {
    async sending(sent) {
      underway += 1;
      try {
        const at = await sent;
        if (seen !== undefined) seen = Math.max(seen, at);
        return at;
      } finally {
        underway -= 1;
        if (seen !== undefined) compare();
      }
    },
    look(next) {
      rows = next;
      compare();
    },
  };
}
