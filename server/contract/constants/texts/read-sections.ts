export interface TextSection {
  /** Anchor of the section; must not change, since it may be linked to. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const HEADING = /^## +(.+?)(?: *\{#([\w-]+)\})? *$/;

/** Splits a text at its headings: `## Title`, or `## Title {#anchor}`. */
export function readSections(text: string): TextSection[] {
  const sections: { id: string; title: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const [, title, id] = HEADING.exec(line) ?? [];
    if (title !== undefined) {
      sections.push({ id: id ?? anchorOf(title), title, lines: [] });
    } else {
      sections.at(-1)?.lines.push(line);
    }
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n').trim() }));
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** Replaces `{name}` and the like; unknown ones stay. */
export const fillText = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
