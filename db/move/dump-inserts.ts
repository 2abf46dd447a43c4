import { decodeText } from './dump-values.ts';

type Values = (string | null)[];

const GAP = /[\s,]*/y;
const PLAIN = /\s*(?:(NULL)|(true|false)|([+-]?[\d.]+(?:[eE][+-]?\d+)?))\s*/y;
const CLOSING = /\s*([,)])\s*/y;
const CONFLICT = /ON CONFLICT DO NOTHING/y;

/** The rows after VALUES, of a statement that may go on over many lines and have a hundred thousand of them. */
export class InsertedRows {
  #row: Values | undefined;
  /** A text that has begun. */
  #text: string[] | undefined;
  #isValueNext = true;

  /** Answers whether the statement ends in this line. */
  take(line: string, from: number, onRow: (values: Values) => void): boolean {
    for (let at = from; at < line.length || this.#text; ) {
      if (this.#text) {
        const end = this.#passText(line, at, this.#text);
        if (end === undefined) return false;
        at = end;
      } else if (!this.#row) {
        at = past(GAP, line, at)?.end ?? at;
        if (line[at] === ';') return true;
        const conflict = past(CONFLICT, line, at);
        if (conflict) at = conflict.end;
        else if (line[at] === '(') {
          [this.#row, this.#isValueNext] = [[], true];
          at += 1;
        } else if (at < line.length) throw unreadable(line, at);
      } else if (this.#isValueNext) at = this.#passValue(line, at, this.#row);
      else at = this.#passClosing(line, at, onRow);
    }
    return false;
  }

  #passText(line: string, from: number, text: string[]): number | undefined {
    const end = line.indexOf("'", from);
    if (end === -1) {
      text.push(line.slice(from), '\n');
      return undefined;
    }
    text.push(line.slice(from, end));
    if (line[end + 1] === "'") {
      text.push("'");
      return end + 2;
    }
    this.#row?.push(decodeText(text.join('')));
    [this.#text, this.#isValueNext] = [undefined, false];
    return end + 1;
  }

  #passValue(line: string, from: number, row: Values): number {
    const start = past(/\s*/y, line, from)?.end ?? from;
    if (line[start] === "'") {
      this.#text = [];
      return start + 1;
    }
    if (start === line.length) return start;
    const { found, end } = past(PLAIN, line, start) ?? {};
    if (!found || end === undefined) throw unreadable(line, start);
    const [, isNull, truth, number] = found;
    row.push(isNull ? null : (truth?.[0] ?? number ?? null));
    this.#isValueNext = false;
    return end;
  }

  #passClosing(line: string, from: number, onRow: (values: Values) => void): number {
    const { found, end } = past(CLOSING, line, from) ?? {};
    if (!found || end === undefined) throw unreadable(line, from);
    if (found[1] === ')' && this.#row) {
      onRow(this.#row);
      this.#row = undefined;
    }
    this.#isValueNext = true;
    return end;
  }
}

function past(pattern: RegExp, line: string, from: number) {
  pattern.lastIndex = from;
  const found = pattern.exec(line);
  return found ? { found, end: pattern.lastIndex } : undefined;
}

const unreadable = (line: string, at: number) =>
  new Error(`This is not as pg_dump writes it: ${line.slice(at, at + 40)}`);
