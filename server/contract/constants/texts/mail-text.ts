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

/** Placeholders with their own position and style; not allowed within a sentence. */
const PLACED = {
  link: { part: 'action', form: /^\[([^\]]+)\]\(\{link\}\)$/, example: '[Open]({link})' },
  unsubscribe: {
    part: 'refusal',
    form: /^\[([^\]]+)\]\(\{unsubscribe\}\)$/,
    example: '[Unsubscribe]({unsubscribe})',
  },
  code: { part: 'code', form: /^(.+)\s\{code\}$/s, example: 'Your code: {code}' },
} as const;
const ALL_PLACED = Object.values(PLACED);

/** Required placeholders: they hold the only content of a personal mail. */
const NEEDED = ['answer', 'reason'];

/** Reads `# Heading`, paragraphs, `[Button]({link})`, and small print below `---`. */
export function readMailText(text: string): MailParts {
  const parts: MailParts = { heading: '', paragraphs: [], notes: [] };
  let prose = parts.paragraphs;
  for (const piece of text.split(/\n[^\S\n]*\n/)) {
    const block = piece.trim();
    const placed = ALL_PLACED.find(({ part, form }) => !parts[part] && form.test(block));
    const [, heading] = /^# +(.+)$/.exec(block) ?? [];
    if (placed) parts[placed.part] = block.replace(placed.form, '$1');
    else if (heading !== undefined && parts.heading === '') parts.heading = heading;
    else if (block === '---') prose = parts.notes;
    else if (block !== '') prose.push(block);
  }
  return parts;
}

/** The parts with their placeholders filled; an answer of several paragraphs stays several. */
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

/** The placeholders of sentences, from the built-in template. */
export const sentencePlaceholders = (builtIn: string): string[] =>
  [...new Set(['name', 'email', ...placeholdersOf(builtIn)])].filter((name) => !(name in PLACED));

/** Why a sentence of a mail is refused. */
export function findSentenceFault(text: string, known: readonly string[]): string | undefined {
  const unknown = placeholdersOf(text).find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  const there = known.map((name) => `{${name}}`).join(', ');
  return `{${unknown}} cannot stand here; there are ${there}`;
}

/** Why a text of a mail is refused. */
export function findMailTextFault(
  text: string,
  builtIn: string,
  known: readonly string[],
): string | undefined {
  const parts = readMailText(text);
  if (parts.heading === '') return 'The text begins with # and its heading';
  const wanted = readMailText(builtIn);
  for (const { part, example } of ALL_PLACED) {
    if (wanted[part] && !parts[part]) return `The text needs a paragraph such as ${example}`;
    if (!wanted[part] && parts[part]) return `This mail has no paragraph such as ${example}`;
  }
  const { heading, paragraphs, notes, action = '', refusal = '', code = '' } = parts;
  const labels = [action, refusal, code].join('\n');
  if (placeholdersOf(labels).length > 0) return 'A button has no placeholder in its label';
  const fault = findSentenceFault([heading, ...paragraphs, ...notes].join('\n'), known);
  if (fault !== undefined) return fault;
  const missing = NEEDED.find(
    (name) => known.includes(name) && !paragraphs.some((some) => some.includes(`{${name}}`)),
  );
  return missing && `The text needs {${missing}}`;
}
