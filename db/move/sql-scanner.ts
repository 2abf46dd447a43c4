const NEXT = /--|\/\*|['"$;]/g;
const DOLLARS = /\$(?:[A-Za-z_\x80-\xff][\w\x80-\xff]*)?\$/y;
const IS_OF_NAME = /[\w$\x80-\xff]/;

/** Passes over a statement of SQL to its end, without taking what is quoted in it for its own words. */
export class SqlScanner {
  /** Whether a statement has begun that has not ended yet. */
  isOpen = false;
  #quote: string | undefined;
  #comments = 0;

  take(line: string): void {
    for (let at = 0; at < line.length; ) {
      if (this.#comments > 0) at = this.#passComment(line, at);
      else if (this.#quote !== undefined) at = this.#passQuoted(line, at, this.#quote);
      else at = this.#passWords(line, at);
    }
  }

  #passWords(line: string, from: number): number {
    NEXT.lastIndex = from;
    const found = NEXT.exec(line);
    const words = line.slice(from, found?.index);
    if (words.trim() !== '') this.isOpen = true;
    if (!found || found[0] === '--') return line.length;
    const at = found.index;
    const before = line[at - 1] ?? '';
    this.isOpen = found[0] !== ';';
    if (found[0] === '/*') this.#comments = 1;
    if (found[0] === '"') this.#quote = '"';
    if (found[0] === "'") {
      const isEscaped = /[eE]/.test(before) && !IS_OF_NAME.test(line[at - 2] ?? '');
      this.#quote = isEscaped ? "E'" : "'";
    }
    if (found[0] === '$' && !IS_OF_NAME.test(before)) {
      DOLLARS.lastIndex = at;
      this.#quote = DOLLARS.exec(line)?.[0];
      return at + (this.#quote?.length ?? 1);
    }
    return at + found[0].length;
  }

  #passQuoted(line: string, from: number, quote: string): number {
    if (quote === "E'") {
      const end = /[\\']/g;
      end.lastIndex = from;
      const found = end.exec(line);
      if (!found) return line.length;
      if (found[0] === '\\') return found.index + 2;
      this.#quote = undefined;
      return found.index + 1;
    }
    // A doubled quote ends one and begins the next, which comes to the same.
    const end = line.indexOf(quote, from);
    if (end === -1) return line.length;
    this.#quote = undefined;
    return end + quote.length;
  }

  #passComment(line: string, from: number): number {
    const found = /\/\*|\*\//.exec(line.slice(from));
    if (!found) return line.length;
    this.#comments += found[0] === '/*' ? 1 : -1;
    return from + found.index + 2;
  }
}
