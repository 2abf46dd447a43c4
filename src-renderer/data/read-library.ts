import type { AudioContent } from '#contract/rows/audio-content.ts';
import type { Tables } from '#renderer/lib/backend.ts';

/** As many rows as the server puts into one answer, however many there are. */
const ANSWER_ROWS = 1_000;

/** Every enabled track, in the order the owner gave them. */
export async function readLibrary(tables: Tables, signal: AbortSignal): Promise<AudioContent[]> {
  const enabled = () => tables.from('audio_content').select('*').eq('enabled', true);
  const { data } = await enabled()
    .abortSignal(signal)
    // The query client tries again; twice that would keep her looking at a skeleton.
    .retry(false)
    .throwOnError();
  const all = data.length < ANSWER_ROWS ? data : await readByIds();
  return all.toSorted((a, b) => a.position - b.position || a.id - b.id);

  /** A full answer may be cut off, and without an order nobody knows where. */
  async function readByIds(): Promise<AudioContent[]> {
    const rows: AudioContent[] = [];
    let page: AudioContent[];
    do {
      const { data: next } = await enabled()
        .gt('id', rows.at(-1)?.id ?? 0)
        .order('id')
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      page = next;
      rows.push(...page);
    } while (page.length >= ANSWER_ROWS);
    return rows;
  }
}
