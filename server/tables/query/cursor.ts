import { createQuerySyntaxError } from '../tables.errors.ts';

/** A place in a text being parsed; every refusal names that place as the official server does. */
export class Cursor {
  readonly text: string;
  readonly #subject: string;
  position = 0;

  /** `subject` is the words of the message, e.g. `filter (eq.1)`. */
  constructor(text: string, subject: string) {
    this.text = text;
    this.#subject = subject;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  peek(): string {
    return this.text.charAt(this.position);
  }

  startsWith(expected: string): boolean {
    return this.text.startsWith(expected, this.position);
  }

  /** Steps over `expected` when it is next. */
  accept(expected: string): boolean {
    if (!this.startsWith(expected)) return false;
    this.position += expected.length;
    return true;
  }

  expect(expected: string, wording = `"${expected}"`): void {
    if (!this.accept(expected)) this.fail(wording);
  }

  /** Steps over the longest match of a sticky expression and returns it (empty when there is none). */
  take(sticky: RegExp): string {
    sticky.lastIndex = this.position;
    const found = sticky.exec(this.text)?.[0] ?? '';
    this.position += found.length;
    return found;
  }

  skipBlanks(): void {
    this.take(/[ \t]*/y);
  }

  expectEnd(wording: string): void {
    if (!this.isAtEnd) this.fail(wording);
  }

  fail(expecting: string): never {
    const next = this.text.codePointAt(this.position);
    const unexpected =
      next === undefined ? 'end of input' : JSON.stringify(String.fromCodePoint(next));
    throw createQuerySyntaxError(
      `"failed to parse ${this.#subject}" (line 1, column ${this.position + 1})`,
      `unexpected ${unexpected} expecting ${expecting}`,
    );
  }
}
