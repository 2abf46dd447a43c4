import { API_PATHS, publicObjectPath } from '#contract/constants/pages/paths.ts';
import { type ServerProcess, signInAsAdmin } from '../servers/server-process.ts';

const STAGES = ['PREGNANCY', 'BIRTHING', 'POSTBIRTH'] as const;
/** Maximum rows per request. */
const AT_ONCE = 1_000;

/** Adds this many tracks without recordings after the existing ones: 'Psalm reading 1' and so on. */
export async function growPlaylist(server: ServerProcess, count: number): Promise<void> {
  const asAdmin = await signInAsAdmin(server);
  const rows = Array.from({ length: count }, (_, at) => ({
    title: `Psalm reading ${at + 1}`,
    description: 'One of many, for a library that has grown for years.',
    category: STAGES[at % STAGES.length],
    duration: 600,
    audio_url: publicObjectPath('audio', 'none.mp3'),
    position: 100 + at,
  }));
  for (let from = 0; from < count; from += AT_ONCE) {
    const body = JSON.stringify(rows.slice(from, from + AT_ONCE));
    const answer = await asAdmin(`${API_PATHS.tables}/audio_content`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`the tracks were refused: ${await answer.text()}`);
  }
}
