import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderSettingsTable } from '#server/core/config/settings.ts';

const root = resolve(import.meta.dirname, '../..');
const DECISIONS = resolve(root, 'docs/decisions');

/** One line per decision; the first line of each file is `# NNNN Title`. */
function renderDecisions(): string {
  return globSync('[0-9]*.md', { cwd: DECISIONS })
    .sort()
    .map((file) => {
      const [, number, title] =
        /^# (\d{4}) (.+)$/m.exec(readFileSync(resolve(DECISIONS, file), 'utf8')) ?? [];
      if (!number || !file.startsWith(`${number}-`))
        throw new Error(`${file} does not begin with its number and what was decided.`);
      return `- [${number}](${file}) ${title}`;
    })
    .join('\n');
}

function fillMarks(name: string, table: string): (text: string) => string {
  const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`);
  return (text) => {
    if (!marked.test(text)) throw new Error(`A document has lost its <!-- ${name} --> marks.`);
    return text.replace(marked, (_, before: string, after: string) => `${before}${table}${after}`);
  };
}

/** Documents with generated parts, and how each is filled. */
export const GENERATED_DOCS: { file: string; fill: (text: string) => string }[] = [
  {
    file: resolve(root, 'docs/settings.md'),
    fill: fillMarks('settings', renderSettingsTable()),
  },
  {
    file: resolve(DECISIONS, 'README.md'),
    fill: fillMarks('decisions', renderDecisions()),
  },
];
