import { z } from 'zod';
import { API_PATHS } from '#contract/constants/pages/paths.ts';

const trackSchema = z.object({
  id: z.number(),
  title: z.string(),
  audio_url: z.string(),
  duration: z.number(),
});

/** The first track of the library in this order, such as `id` or `duration.desc`. */
export async function findTrack(server: string, order: string) {
  const answer = await fetch(
    `${server}${API_PATHS.tables}/audio_content?select=id,title,audio_url,duration&enabled=eq.true&order=${order}&limit=1`,
  );
  return z.tuple([trackSchema]).parse(await answer.json())[0];
}
