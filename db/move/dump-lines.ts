export interface DumpLine {
  /** A letter for each byte. */
  readonly text: string;
  readonly at: number;
  /** Where the next one begins. */
  readonly until: number;
  /** False for the rest of a file that does not end with a line feed, as every dump does. */
  readonly isWhole: boolean;
}

const LINE_FEED = 10;
/** PostgreSQL's own longest value is a gigabyte; no row of ours comes near. */
const MOST = 128 * 1024 * 1024;

/** The lines of a dump, as many at once as came at once. `from` is where its first byte stands. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  from: number,
): AsyncGenerator<DumpLine[]> {
  let at = from;
  let begun: string[] = [];
  let begunBytes = 0;
  for await (const chunk of chunks) {
    const lines: DumpLine[] = [];
    let read = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, read)) {
      const text = begun.join('') + chunk.toString('latin1', read, end);
      const until = at + text.length + 1;
      lines.push({ text, at, until, isWhole: true });
      [at, read, begun, begunBytes] = [until, end + 1, [], 0];
    }
    if (read < chunk.length) begun.push(chunk.toString('latin1', read));
    begunBytes += chunk.length - read;
    if (begunBytes > MOST) {
      throw new Error('It is not a dump of pg_dump, or has a line of more than 128 MiB.');
    }
    yield lines;
  }
  const text = begun.join('');
  if (text !== '') yield [{ text, at, until: at + text.length, isWhole: false }];
}
