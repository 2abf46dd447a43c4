import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import {
  SITE_TEXTS,
  TEXT_KEY_PREFIX,
  type TextGroup,
} from '#contract/constants/texts/site-texts.ts';
import { textSchema } from '#contract/rows/settings.ts';
import { ChipGroup } from '#renderer/components/forms/chip-group.tsx';
import { AdminForm } from '#renderer/features/admin/shared/admin-form.tsx';
import { WriteAccess } from '#renderer/features/admin/shared/write-access.tsx';
import { SettingForm, type SettingFormOptions } from '../setting-form.tsx';
import { SiteTextField } from './site-text-field.tsx';

/** The texts of one page or mail, by the last part of their settings keys. */
export type TextsDraft = Readonly<Record<string, string>>;

const PAGES = Object.entries(SITE_TEXTS).map(([value, { title }]) => ({ value, label: title }));
const HINTS = {
  line: undefined,
  list: 'Each entry is a line with ## and its title, and its text below.',
  page: 'Each section is a line with ## and its title. **Bold**, [links](/contact), lists with "- " and tables are possible.',
  mail: 'Begin with # and the heading. Put the small print below a line with ---. Separate all parts and paragraphs by empty lines.',
} as const;

export function SiteTexts() {
  const [query, setQuery] = useSearchParams();
  const page = PAGES.find(({ value }) => value === query.get('page'))?.value ?? 'landing';
  return (
    <>
      <ChipGroup
        label="Page"
        chips={PAGES}
        value={page}
        onChange={(next) => setQuery({ part: 'texts', page: next })}
      />
      <GroupTexts name={page} group={SITE_TEXTS[page]} />
    </>
  );
}

interface GroupProps {
  /** The page or mail, as named in the keys of the settings. */
  name: string;
  group: TextGroup | undefined;
  /** Renders content below the form, from the unsaved texts. */
  below?: (draft: TextsDraft) => ReactNode;
}

export function GroupTexts({ name, group = NO_TEXTS, below }: GroupProps) {
  return (
    <WriteAccess area="settings">
      <SettingForm key={name} options={formOptionsOf(name, group)}>
        {(form) => (
          <>
            <AdminForm form={form} className="admin-settings" describe={{ names: labelsOf(group) }}>
              <p className="small quiet">
                {group.hint === undefined
                  ? 'Changes appear on the next page load. {name} stands for the name of the site.'
                  : `Changes apply to the next mail. Its sentences can use ${group.hint}.`}
              </p>
              {Object.entries(group.texts).map(
                ([key, { label, kind, text, isExample, findFault }]) => (
                  <SiteTextField
                    key={key}
                    label={isExample && form.draft[key] === text ? `${label} (example)` : label}
                    builtIn={text}
                    note={HINTS[kind]}
                    isRemovable={findFault?.('') === undefined}
                    error={form.errors[key]}
                    value={form.draft[key] ?? ''}
                    onChange={(value) => form.change({ [key]: value })}
                  />
                ),
              )}
            </AdminForm>
            {below?.(form.draft)}
          </>
        )}
      </SettingForm>
    </WriteAccess>
  );
}

const labelsOf = ({ texts }: TextGroup) =>
  Object.fromEntries(Object.entries(texts).map(([name, { label }]) => [name, label]));

const NO_TEXTS: TextGroup = { title: '', texts: {} };

function formOptionsOf(page: string, group: TextGroup): SettingFormOptions<TextsDraft, TextsDraft> {
  const keyOf = (name: string) => `${TEXT_KEY_PREFIX}${page}.${name}`;
  const texts = Object.entries(group.texts);
  return {
    draftName: `texts-${page}`,
    keys: texts.map(([name]) => keyOf(name)),
    schema: schemaOf(group),
    draftOf: (rows) =>
      Object.fromEntries(
        texts.map(([name, { text }]) => [name, String(rows[keyOf(name)]?.value ?? text)]),
      ),
    // Built-in texts have no row, so that later versions can change them.
    toValues: (draft, changed) =>
      Object.fromEntries(
        changed.map((name) => [
          keyOf(name),
          draft[name] === group.texts[name]?.text ? undefined : (draft[name] ?? ''),
        ]),
      ),
    done: 'Texts saved',
  };
}

const schemaOf = ({ texts }: TextGroup): z.ZodType<TextsDraft, TextsDraft> =>
  z.object(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, textSchema(text)])),
  );
