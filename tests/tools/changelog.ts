const SECTIONS: { title: string; types: string[] }[] = [
  { title: 'New', types: ['feat'] },
  { title: 'Fixed', types: ['fix', 'revert'] },
  { title: 'Faster', types: ['perf'] },
];
const SUBJECT = /^(?<type>[a-z]+)(?:\((?<scope>[^)]+)\))?(?<breaking>!)?: (?<text>.+)$/;

export type Step = 'major' | 'minor' | 'patch';

/** The next version: `0.1.0` and minor give `0.2.0`. */
export function nextVersion(current: string, step: Step): string {
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  if (step === 'major') return `${major + 1}.0.0`;
  return step === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** A release from the subjects of its commits (`feat(player): …`, `fix!: …`), without internal changes. */
export function renderRelease(version: string, date: string, subjects: readonly string[]): string {
  const parsed = subjects.flatMap((subject) => {
    const { type = '', scope, text = '', breaking } = SUBJECT.exec(subject)?.groups ?? {};
    return text
      ? [{ type, isBreaking: breaking !== undefined, line: scope ? `${scope}: ${text}` : text }]
      : [];
  });
  const listed = [
    { title: 'Needs your attention', lines: parsed.filter(({ isBreaking }) => isBreaking) },
    ...SECTIONS.map(({ title, types }) => ({
      title,
      lines: parsed.filter(({ type, isBreaking }) => types.includes(type) && !isBreaking),
    })),
  ].filter(({ lines }) => lines.length > 0);
  const sections = listed.map(({ title, lines }) =>
    [`### ${title}`, '', ...lines.map(({ line }) => `- ${line}`)].join('\n'),
  );
  return [`## ${version} (${date})`, ...sections].join('\n\n');
}

const MARK = '<!-- releases -->';
const UNRELEASED = `${MARK}\n\n## Unreleased`;

/** Puts a new release on top of the change log; entries under "Unreleased" become part of the release. */
export function addRelease(changelog: string, release: string): string {
  if (!changelog.includes(MARK)) throw new Error(`The change log has lost its ${MARK} mark.`);
  const replaced = changelog.includes(UNRELEASED) ? UNRELEASED : MARK;
  return changelog.replace(replaced, () => `${MARK}\n\n${release}`);
}
