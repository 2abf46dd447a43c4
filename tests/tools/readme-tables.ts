import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { renderSettingsTable } from '#server/core/settings.ts';

const DECISIONS = resolve(import.meta.dirname, '../../docs/decisions');

/** Each decision's first line is `# NNNN What was decided`. */
function renderDecisions(): string {
  const rows = globSync('[0-9]*.md', { cwd: DECISIONS })
    .sort()
    .map((file) => {
      const [, number, title] =
        /^# (\d{4}):? (.+)$/m.exec(readFileSync(resolve(DECISIONS, file), 'utf8')) ?? [];
      if (!number) throw new Error(`${file} does not begin with "# NNNN What was decided".`);
      return `| [${number}](docs/decisions/${basename(file)}) | ${title} |`;
    });
  return ['| | |', '|---|---|', ...rows].join('\n');
}

function fill(text: string, name: string, table: string): string {
  const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`);
  if (!marked.test(text)) throw new Error(`The README has lost its <!-- ${name} --> marks.`);
  return text.replace(marked, (_, before: string, after: string) => `${before}${table}${after}`);
}

/** The README with the settings as the program has them and the decisions as they are filed. */
export function fillTables(readme: string): string {
  return fill(fill(readme, 'settings', renderSettingsTable()), 'decisions', renderDecisions());
}
