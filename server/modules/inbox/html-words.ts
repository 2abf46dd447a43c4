import { Parser } from 'htmlparser2';

const BLOCKS = new Set(
  'address article aside blockquote body dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
);
const UNSEEN = new Set(['head', 'script', 'style', 'template', 'title']);
/** Ends as soon as it begins, and so surrounds nothing. */
const EMPTY = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** What mail programs that do not use `blockquote` put around what they answer to. */
const QUOTE_CLASSES = /\b(protonmail_quote|yahoo_quoted|zmail_extra)\b/;
/** Outlook on the web begins the mail it answers to with one of these, and does not put it inside. */
const OUTLOOK_MARKS = new Set(['appendonsend', 'divRplyFwdMsg', 'x_divRplyFwdMsg']);

/** What Outlook writes itself where there is no HTML. */
const ORIGINAL_MESSAGE = '-----Original Message-----';

/**
 * The words of a mail that has no plain text, as a mail program would write them in plain text: a line for each
 * block, and `>` before what is quoted. Nothing is left out that can be seen, so what is cut is decided once for both.
 */
export function wordsOfHtml(html: string): string {
  const page = new PlainPage();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => page.open(name, attributes),
      ontext: (text) => page.write(text),
      onclosetag: (name) => page.close(name),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return page.toString();
}

class PlainPage {
  readonly #lines: string[] = [];
  /** What is open, and whether it quotes. */
  readonly #open: { name: string; isQuote: boolean }[] = [];
  #line = '';
  #depth = 0;
  #unseen = 0;
  #preformatted = 0;

  open(name: string, attributes: Record<string, string>): void {
    const { id = '', class: classes = '' } = attributes;
    if (OUTLOOK_MARKS.has(id)) this.#markOriginal();
    if (BLOCKS.has(name)) this.#endStartedLine();
    if (name === 'br') this.#endLine();
    if (EMPTY.has(name)) return;
    const isQuote =
      name === 'blockquote' || QUOTE_CLASSES.test(classes) || attributes['name'] === 'quote';
    this.#open.push({ name, isQuote });
    if (isQuote) this.#depth += 1;
    if (UNSEEN.has(name)) this.#unseen += 1;
    if (name === 'pre') this.#preformatted += 1;
    if (name === 'li') this.#line = '- ';
  }

  write(text: string): void {
    if (this.#unseen > 0) return;
    if (this.#preformatted > 0) {
      const [first = '', ...rest] = text.split('\n');
      this.#line += first;
      for (const line of rest) {
        this.#endLine();
        this.#line = line;
      }
      return;
    }
    // A space that must not break is one like any other here.
    const words = text.replace(/[\s\u00a0]+/g, ' ');
    this.#line += this.#line === '' ? words.trimStart() : words;
  }

  close(name: string): void {
    if (EMPTY.has(name)) return;
    if (BLOCKS.has(name)) this.#endStartedLine();
    if (name === 'p') this.#leaveLine();
    if (this.#open.at(-1)?.name !== name) return;
    if (this.#open.pop()?.isQuote) this.#depth -= 1;
    if (UNSEEN.has(name)) this.#unseen -= 1;
    if (name === 'pre') this.#preformatted -= 1;
  }

  toString(): string {
    this.#endStartedLine();
    return this.#lines.join('\n').replace(/\n{3,}/g, '\n\n');
  }

  #endStartedLine(): void {
    if (this.#line.trim() !== '') this.#endLine();
    this.#line = '';
  }

  #endLine(): void {
    const quoted = this.#depth > 0 ? `${'>'.repeat(this.#depth)} ` : '';
    this.#lines.push(`${quoted}${this.#line}`.trimEnd());
    this.#line = '';
  }

  #leaveLine(): void {
    const last = this.#lines.at(-1);
    if (last !== undefined && !/^>* ?$/.test(last)) this.#endLine();
  }

  #markOriginal(): void {
    this.#endStartedLine();
    if (!this.#lines.includes(ORIGINAL_MESSAGE)) this.#lines.push(ORIGINAL_MESSAGE);
  }
}
