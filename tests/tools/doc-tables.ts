import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderSettingsTable } from '#server/core/settings.ts';

const root = resolve(import.meta.dirname, '../..');
const DECISIONS = resolve(root, 'docs/decisions');

/** What a decision is about follows from its number: each subject has its ranges, both ends included. */
const SUBJECTS: { title: string; ranges: [from: number, to: number][] }[] = [
  {
    title: 'The house, its tools and its tests',
    ranges: [
      [1, 8],
      [150, 154],
      [170, 174],
    ],
  },
  {
    title: 'The database',
    ranges: [
      [9, 11],
      [198, 198],
    ],
  },
  {
    title: 'People, sign-in and sessions',
    ranges: [
      [12, 18],
      [54, 54],
      [130, 134],
    ],
  },
  {
    title: 'Tables',
    ranges: [
      [20, 25],
      [125, 129],
    ],
  },
  {
    title: 'The server and its doors',
    ranges: [
      [30, 34],
      [90, 92],
      [145, 149],
      [199, 209],
      [220, 229],
    ],
  },
  {
    title: 'The pages',
    ranges: [
      [40, 46],
      [175, 179],
      [190, 197],
      [210, 219],
      [180, 189],
    ],
  },
  {
    title: 'Listening',
    ranges: [
      [50, 53],
      [70, 70],
      [120, 124],
      [155, 169],
    ],
  },
  {
    title: 'Recordings and tracks',
    ranges: [
      [71, 71],
      [95, 102],
      [140, 144],
      [230, 230],
    ],
  },
  {
    title: 'Privacy',
    ranges: [
      [80, 87],
      [135, 139],
    ],
  },
  {
    title: 'The owner, plans and centres',
    ranges: [
      [75, 75],
      [105, 105],
    ],
  },
  {
    title: 'Desktop window and kiosk',
    ranges: [
      [60, 63],
      [110, 119],
    ],
  },
];

interface Decision {
  file: string;
  number: string;
  title: string;
}

/** Each decision's first line is `# NNNN What was decided`. */
function readDecision(file: string): Decision {
  const text = readFileSync(resolve(DECISIONS, file), 'utf8');
  const [, number, title] = /^# (\d{4}):? (.+)$/m.exec(text) ?? [];
  if (!number || !title) throw new Error(`${file} does not begin with "# NNNN What was decided".`);
  return { file, number, title };
}

function isAbout({ number }: Decision, ranges: [number, number][]): boolean {
  return ranges.some(([from, to]) => Number(number) >= from && Number(number) <= to);
}

/** Every decision once, under its subject. */
function renderDecisions(): string {
  const decisions = globSync('[0-9]*.md', { cwd: DECISIONS }).sort().map(readDecision);
  const homeless = decisions.filter(
    (decision) => !SUBJECTS.some(({ ranges }) => isAbout(decision, ranges)),
  );
  if (homeless.length > 0) {
    const numbers = homeless.map(({ number }) => number).join(', ');
    throw new Error(`Give decision ${numbers} a subject in tests/tools/doc-tables.ts.`);
  }
  return SUBJECTS.map(({ title, ranges }) => {
    const lines = decisions
      .filter((decision) => isAbout(decision, ranges))
      .map((decision) => `- [${decision.number}](${decision.file}) ${decision.title}`);
    return [`## ${title}`, '', ...lines].join('\n');
  }).join('\n\n');
}

function fillMarks(name: string, table: string): (text: string) => string {
  const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`);
  return (text) => {
    if (!marked.test(text)) throw new Error(`A document has lost its <!-- ${name} --> marks.`);
    return text.replace(marked, (_, before: string, after: string) => `${before}${table}${after}`);
  };
}

/** The documents that hold what the code says, and how each gets it. */
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
