import { describe, expect, test } from 'vitest';
import { addRelease, nextVersion, renderRelease } from './changelog.ts';

test.each([
  ['patch', '1.4.10'],
  ['minor', '1.5.0'],
  ['major', '2.0.0'],
] as const)('after 1.4.9, a %s release is %s', (step, version) => {
  expect(nextVersion('1.4.9', step)).toBe(version);
});

describe('the changelog of a release', () => {
  const release = renderRelease('1.5.0', '2026-11-22', [
    'feat(player): play a whole list',
    'fix: reconnect after an outage',
    'feat(server)!: rename the setting A to B',
    'refactor(db): move a file',
    'Merge branch x',
  ]);

  test('lists what needs attention, new features and fixes, in this order', () => {
    expect(release).toBe(
      [
        '## 1.5.0 (2026-11-22)',
        '### Needs your attention',
        '- server: rename the setting A to B',
        '### New',
        '- player: play a whole list',
        '### Fixed',
        '- reconnect after an outage',
      ].join('\n\n'),
    );
  });

  test('is inserted above earlier ones', () => {
    const changelog = addRelease('# Changes\n\n<!-- releases -->\n\n## 1.4.9\n', release);
    expect(changelog.indexOf('1.5.0')).toBeLessThan(changelog.indexOf('1.4.9'));
    expect(() => addRelease('# Changes\n', release)).toThrow('mark');
  });

  test('takes over the notes of the unreleased section', () => {
    const notes = '### For the owner\n\n- Texts\n';
    const changelog = addRelease(`<!-- releases -->\n\n## Unreleased\n\n${notes}`, release);
    expect(changelog).toBe(`<!-- releases -->\n\n${release}\n\n${notes}`);
  });
});
