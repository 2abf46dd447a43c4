import { InsertedRows } from './dump-inserts.ts';
import type { DumpLine } from './dump-lines.ts';
import { decodeCopied } from './dump-values.ts';
import { SqlScanner } from './sql-scanner.ts';

export interface DumpedRow {
  readonly table: string;
  readonly columns: readonly string[];
  readonly values: readonly (string | null)[];
  /** Where its statement begins, and where what has been read of it ends. */
  readonly from: number;
  readonly until: number;
}

export interface DumpSink {
  wants(table: string): boolean;
  /** The dump has this table, though perhaps not a row of it. */
  onTable(table: string, columns?: readonly string[]): void;
  onRow(row: DumpedRow): void;
}

interface Open {
  readonly table: string;
  readonly columns: readonly string[];
  readonly from: number;
  readonly isWanted: boolean;
}

const NAME = String.raw`(?:"(?:[^"]|"")+"|[A-Za-z_\x80-\xff][\w$\x80-\xff]*)`;
const TABLE = `${NAME}(?:\\.${NAME})?`;
const COLUMNS = `\\((${NAME}(?:, ${NAME})*)\\) `;
const COPY = new RegExp(`^COPY (${TABLE}) (?:${COLUMNS})?FROM stdin;$`);
const INSERT = new RegExp(
  `^INSERT INTO (${TABLE}) (?:${COLUMNS})?(?:OVERRIDING SYSTEM VALUE )?VALUES`,
);
const DATA_OF = /^-- Data for Name: (.+); Type: TABLE DATA; Schema: (.+); Owner: /;
const MARK = /^-- PostgreSQL database (cluster )?dump( complete)?\r?$/;
const END_OF_COPY = '\\.';

/**
 * Finds the rows in the SQL that pg_dump writes, line by line: COPY with its data, INSERT of any number of rows.
 * All other statements are passed over, with whatever is quoted in them.
 */
export class DumpStatements {
  /** Null until the dump has said what it is. */
  isWhole: boolean | null = null;
  version: string | undefined;
  #isOfCluster = false;
  #database = '';
  /** What ends a line besides its line feed. */
  ending = '';
  #copy: Open | undefined;
  #insert: { of: Open; rows: InsertedRows } | undefined;
  readonly #other = new SqlScanner();
  readonly #sink: DumpSink;
  readonly #databaseOf = new Map<string, string>();

  constructor(sink: DumpSink, ending = '') {
    this.#sink = sink;
    this.ending = ending;
  }

  /** Whether it may end here. */
  get isBetween(): boolean {
    return !this.#copy && !this.#insert && !this.#other.isOpen;
  }

  take(line: DumpLine): void {
    const text =
      this.ending !== '' && line.text.endsWith(this.ending) ? line.text.slice(0, -1) : line.text;
    if (this.#copy) this.#takeCopied(this.#copy, text, line);
    else if (this.#insert) this.#takeInserted(text, 0, line);
    else if (this.#other.isOpen) this.#other.take(text);
    else this.#begin(text, line);
  }

  #begin(text: string, line: DumpLine): void {
    if (text.startsWith('--')) this.#takeComment(text);
    else if (text.startsWith('\\')) {
      this.#database = /^\\connect (?:-reuse-previous=on )?(.+)/.exec(text)?.[1] ?? this.#database;
    } else if (text.startsWith('COPY ')) this.#beginCopy(text, line);
    else if (!this.#beginInsert(text, line)) {
      ensureReadable(text);
      this.#other.take(text);
    }
  }

  #beginInsert(text: string, line: DumpLine): boolean {
    const [start, name, columns] = INSERT.exec(text) ?? [];
    if (start === undefined || name === undefined) return false;
    const of = this.#open(name, columns, line);
    if (!of.isWanted) return false;
    if (columns === undefined) {
      throw new Error(
        `Its INSERT statements do not name their columns (${of.table}). Make it without --inserts, or with --column-inserts.`,
      );
    }
    this.#insert = { of, rows: new InsertedRows() };
    this.#takeInserted(text, start.length, line);
    return true;
  }

  #beginCopy(text: string, line: DumpLine): void {
    const [, name, columns] = COPY.exec(text) ?? [];
    if (name === undefined)
      throw new Error(`This is not as pg_dump writes it: ${text.slice(0, 80)}`);
    this.#copy = this.#open(name, columns, line);
  }

  #open(name: string, columns: string | undefined, { at }: DumpLine): Open {
    const parts = namesIn(name);
    if (parts.length !== 2) {
      throw new Error(
        `It names a table without its schema (${name}), as pg_dump did before 2018. Make it with a newer pg_dump.`,
      );
    }
    const open = {
      table: parts.join('.'),
      columns: namesIn(columns ?? ''),
      from: at,
      isWanted: this.#sink.wants(parts.join('.')),
    };
    if (!open.isWanted) return open;
    const other = this.#databaseOf.get(open.table) ?? this.#database;
    if (other !== this.#database) {
      throw new Error(
        `${open.table} is in it twice, in the databases ${other} and ${this.#database}. Make a dump of the one that is meant.`,
      );
    }
    this.#databaseOf.set(open.table, this.#database);
    this.#sink.onTable(open.table, open.columns);
    return open;
  }

  #takeCopied(of: Open, text: string, { until }: DumpLine): void {
    if (text === END_OF_COPY) this.#copy = undefined;
    else if (of.isWanted) this.#give(of, text.split('\t').map(decodeCopied), until);
  }

  #takeInserted(text: string, from: number, { until }: DumpLine): void {
    const { of, rows } = this.#insert ?? {};
    if (!of || !rows) return;
    const isOver = rows.take(text, from, (values) => this.#give(of, values, until));
    if (isOver) this.#insert = undefined;
  }

  #give({ table, columns, from }: Open, values: readonly (string | null)[], until: number): void {
    if (values.length !== columns.length) {
      throw new Error(
        `A row of ${table} has ${values.length} values for ${columns.length} columns.`,
      );
    }
    this.#sink.onRow({ table, columns, values, from, until });
  }

  #takeComment(text: string): void {
    const mark = MARK.exec(text);
    if (mark) {
      const [, isOfAll, isEnd] = mark;
      if (text.endsWith('\r')) this.ending = '\r';
      // One of all databases has the ends of each before its own.
      if (isOfAll) this.#isOfCluster = !isEnd;
      this.isWhole = Boolean(isEnd) && !this.#isOfCluster;
    }
    this.version ??= /^-- Dumped from database version (.+)/.exec(text)?.[1];
    const [, name, schema] = DATA_OF.exec(text) ?? [];
    if (name && this.#sink.wants(`${schema}.${name}`)) this.#sink.onTable(`${schema}.${name}`);
  }
}

function ensureReadable(text: string): void {
  const encoding = /^SET client_encoding = '(.+)';/.exec(text)?.[1];
  if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) {
    throw new Error(`Its letters are ${encoding}. Make it with --encoding=UTF8.`);
  }
  if (text.startsWith('SET standard_conforming_strings = off')) {
    throw new Error(
      'It was made with standard_conforming_strings off, which is not read here. Make it with that on.',
    );
  }
}

function namesIn(text: string): string[] {
  return (text.match(new RegExp(NAME, 'g')) ?? []).map((name) =>
    name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name,
  );
}
