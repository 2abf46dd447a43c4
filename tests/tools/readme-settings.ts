import { renderSettingsTable } from '#server/core/settings.ts';

const MARKED = /(<!-- settings -->\n)[\s\S]*?(\n<!-- \/settings -->)/;

/** The README with the table of settings as the program has them now. */
export function fillSettings(readme: string): string {
  if (!MARKED.test(readme)) throw new Error('The README has lost its <!-- settings --> marks.');
  return readme.replace(MARKED, (_, before: string, after: string) => {
    return `${before}${renderSettingsTable()}${after}`;
  });
}
