import { fillText } from './read-sections.ts';

/** The parts of a mail's text. */
export interface MailParts {
  heading: string;
  paragraphs: string[];
  /** Label of the button that opens `{link}`. */
  action?: string;
  /** Label of the quiet link to `{unsubscribe}`. */
  refusal?: string;
  /** Text before `{code}`. */
  code?: string;
  /** Small print. */
  notes: string[];
}

/** Placeholders that form a paragraph of their own, with a style of its own. A sentence must not contain them. */
const BLOCK_PLACEHOLDERS = {
  link: { part: 'action', form: /^\[([^\]]+)\]\(\{link\}\)$/, example: '[Open]({link})' },
  unsubscribe: {
    part: 'refusal',
    form: /^\[([^\]]+)\]\(\{unsubscribe\}\)$/,
    example: '[Unsubscribe]({unsubscribe})',
  },
  code: { part: 'code', form: /^(.+)\s\{code\}$/s, example: 'Your code: {code}' },
} as const;
const BLOCKS = Object.values(BLOCK_PLACEHOLDERS);

/** Required placeholders: they hold the only content of a personal mail. */
const REQUIRED = ['answer', 'reason'];

/** Reads `# Heading`, paragraphs, `[Button]({link})`, and small print below `---`. */
export function readMailText(text: string): MailParts {
  const parts: MailParts = { heading: '', paragraphs: [], notes: [] };
  let target = parts.paragraphs;
  for (const piece of text.split(/\n[^\S\n]*\n/)) {
    const block = piece.trim();
    const found = BLOCKS.find(({ part, form }) => !parts[part] && form.test(block));
    const [, heading] = /^# +(.+)$/.exec(block) ?? [];
    if (found) parts[found.part] = block.replace(found.form, '$1');
    else if (heading !== undefined && parts.heading === '') parts.heading = heading;
    else if (block === '---') target = parts.notes;
    else if (block !== '') target.push(block);
  }
  return parts;
}

/** Fills the placeholders; a value of several paragraphs becomes several paragraphs. */
export function fillMailParts(parts: MailParts, values: Readonly<Record<string, string>>) {
  const fill = (text: string) => fillText(text, values);
  return {
    ...parts,
    heading: fill(parts.heading),
    paragraphs: parts.paragraphs.flatMap((text) => fill(text).split(/\n{2,}/)),
    notes: parts.notes.map(fill),
  };
}

const placeholdersOf = (text: string) =>
  [...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, name = '']) => name);

/** Placeholders that sentences may use: those of the built-in template, `name` and `email`. */
export const sentencePlaceholders = (builtIn: string): string[] =>
  [...new Set(['name', 'email', ...placeholdersOf(builtIn)])].filter(
    (name) => !(name in BLOCK_PLACEHOLDERS),
  );

/** Why a sentence of a mail is refused. */
export function findSentenceFault(text: string, known: readonly string[]): string | undefined {
  const unknown = placeholdersOf(text).find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  const allowed = known.map((name) => `{${name}}`).join(', ');
  return `{${unknown}} cannot be used here; allowed are ${allowed}`;
}

/** Why a text of a mail is refused. */
export function findMailTextFault(
  text: string,
  builtIn: string,
  known: readonly string[],
): string | undefined {
  const parts = readMailText(text);
  if (parts.heading === '') return 'The text begins with # and its heading';
  const expected = readMailText(builtIn);
  for (const { part, example } of BLOCKS) {
    if (expected[part] && !parts[part]) return `The text needs a paragraph such as ${example}`;
    if (!expected[part] && parts[part]) return `This mail has no paragraph such as ${example}`;
  }
  const { heading, paragraphs, notes, action = '', refusal = '', code = '' } = parts;
  const labels = [action, refusal, code].join('\n');
  if (placeholdersOf(labels).length > 0)
    return 'The label of a button cannot contain a placeholder';
  const fault = findSentenceFault([heading, ...paragraphs, ...notes].join('\n'), known);
  if (fault !== undefined) return fault;
  const missing = REQUIRED.find(
    (name) => known.includes(name) && !paragraphs.some((some) => some.includes(`{${name}}`)),
  );
  return missing && `The text needs {${missing}}`;
}
