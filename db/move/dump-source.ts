import { createHash, type Hash } from 'node:crypto';
import { linesOf } from './dump-lines.ts';
import { type DumpedRow, DumpStatements } from './dump-statements.ts';
import { type DumpText, openDumpText } from './dump-text.ts';
import { typedValue } from './dump-values.ts';
import type { HostedRow, HostedSource } from './hosted-source.ts';

/** Where the rows of a table stand in the dump, and what they come to. */
interface Part {
  columns: readonly string[];
  rows: number;
  from: number;
  until: number;
  readonly sum: Hash;
  checksum: string;
}

/** Where a dump of pg_dump has said by then that it is one. */
const HEAD_BYTES = 64 * 1024;

/**
 * The hosted backend as a dump has it. The dump is read once to its end before anything is answered: one that is
 * cut off, or no dump, is refused while nothing has been done. Then each table is read where it stands.
 */
export async function openDump(file: string, tables: readonly string[]): Promise<HostedSource> {
  const text = await openDumpText(file, tables);
  const index = await indexOf(text, tables).catch((error: unknown) => {
    throw new Error(
      `${file} cannot be moved in, and nothing was changed. ${error instanceof Error ? error.message : error}`,
    );
  });
  const partOf = (table: string) => index.parts.get(table);
  return {
    about: `a dump of PostgreSQL ${index.version ?? 'of an unknown version'}`,
    isDump: true,
    has: async (table) => partOf(table) !== undefined,
    count: async (table) => partOf(table)?.rows ?? 0,
    columns: async (table) => partOf(table)?.columns ?? [],
    checksum: (table) => partOf(table)?.checksum,
    async *rows(table) {
      const part = partOf(table);
      if (part && part.rows > 0) yield* readPart({ text, table, part, ending: index.ending });
    },
  };
}

async function indexOf(text: DumpText, tables: readonly string[]) {
  const parts = new Map<string, Part>();
  let line = 0;
  const partOf = (table: string) => {
    const found = parts.get(table) ?? {
      columns: [],
      rows: 0,
      from: 0,
      until: 0,
      sum: createHash('sha256'),
      checksum: '',
    };
    parts.set(table, found);
    return found;
  };
  const statements = new DumpStatements({
    wants: (table) => tables.includes(table),
    onTable(table, columns = []) {
      const part = partOf(table);
      if (columns.length > 0) part.columns = columns;
    },
    onRow(row) {
      const part = partOf(row.table);
      if (part.rows === 0) part.from = row.from;
      part.rows += 1;
      part.until = row.until;
      add(part.sum, row);
      toRow(row);
    },
  });
  try {
    for await (const lines of linesOf(text(0), 0)) {
      for (const each of lines) {
        line += 1;
        if (each.isWhole) statements.take(each);
        if (each.at > HEAD_BYTES && statements.isWhole === null) throw notADump();
      }
    }
  } catch (error) {
    if (line === 0 || statements.isWhole === null) throw error;
    throw new Error(`${error instanceof Error ? error.message : error} (After line ${line}.)`);
  }
  if (statements.isWhole === null) throw notADump();
  if (!statements.isWhole || !statements.isBetween) {
    throw new Error(`It is cut off after line ${line}: the end that pg_dump writes is not there.`);
  }
  for (const part of parts.values()) part.checksum = part.sum.digest('hex');
  return { parts, version: statements.version, ending: statements.ending };
}

const notADump = () =>
  new Error('It is not a dump: pg_dump begins its own with “PostgreSQL database dump”.');

interface Reading {
  text: DumpText;
  table: string;
  part: Part;
  ending: string;
}

async function* readPart({ text, table, part, ending }: Reading): AsyncGenerator<HostedRow> {
  const sum = createHash('sha256');
  let found: HostedRow[] = [];
  const statements = new DumpStatements(
    {
      wants: (name) => name === table,
      onTable: () => undefined,
      onRow(row) {
        add(sum, row);
        found.push(toRow(row));
      },
    },
    ending,
  );
  let isOver = false;
  for await (const lines of linesOf(text(part.from), part.from)) {
    for (const line of lines) {
      isOver ||= line.at >= part.until;
      if (!isOver) statements.take(line);
    }
    yield* found;
    found = [];
    if (isOver) break;
  }
  if (sum.digest('hex') !== part.checksum) {
    throw new Error(`${table}: the dump was changed while it was read. Repeat the move.`);
  }
}

function add(sum: Hash, { values }: DumpedRow): void {
  sum.update(`${JSON.stringify(values)}\n`);
}

function toRow({ table, columns, values }: DumpedRow): HostedRow {
  return Object.fromEntries(
    columns.map((column, i) => [column, typedValue(table, column, values[i] ?? null)]),
  );
}
