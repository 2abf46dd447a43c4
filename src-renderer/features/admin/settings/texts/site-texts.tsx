import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { useAdminBackend } from '#renderer/features/admin/admin-session.ts';
import { AdminForm } from '#renderer/features/admin/shared/admin-form.tsx';
import { Rights } from '#renderer/features/admin/shared/rights.tsx';
import { useAdminChanges } from '#renderer/features/admin/shared/use-admin-changes.ts';
import { useAdminForm } from '#renderer/features/admin/shared/use-admin-form.ts';
import { WordField } from './word-field.tsx';

/** The texts of one page, keyed by their names without the page's name. */
export type TextsDraft = Readonly<Record<string, string>>;

const PAGES = Object.entries(SITE_TEXTS).map(([value, { title }]) => ({ value, label: title }));
const QUERY_KEY = ['admin', 'settings', 'texts'];
const HINTS = {
  line: undefined,
  list: 'Each entry is a line with ## and its title, and its text below.',
  page: 'Each section is a line with ## and its title. **Bold**, [links](/contact), lists with "- " and tables are possible.',
  mail: 'A line with # and the heading, paragraphs, and the small print below a line with ---. An empty line stands between them.',
} as const;

/** Edits the texts of the public pages, one page at a time. */
export function SiteTexts() {
  const [query, setQuery] = useSearchParams();
  const page = SITE_TEXTS[query.get('page') ?? ''] ? (query.get('page') ?? '') : 'landing';
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
  /** Content below the form, for the draft. */
  below?: (draft: TextsDraft) => ReactNode;
}

/** The form of the texts of one page or mail. */
export function GroupTexts({ name, group = NOTHING, below }: GroupProps) {
  const read = useReadTexts(group);
  useAdminChanges(['settings'], ['settings']);
  const texts = useQuery({ queryKey: [...QUERY_KEY, name], queryFn: () => read(name) });
  if (texts.isPending) return <SkeletonRows rows={4} label="Loading..." />;
  if (texts.isLoadingError) return <Banner tone="bad">{texts.error.message}</Banner>;
  return (
    <Rights area="settings">
      <TextsForm key={name} page={name} group={group} saved={texts.data} below={below} />
    </Rights>
  );
}

const NOTHING: TextGroup = { title: '', texts: {} };
const keyOf = (page: string, name: string) => `${TEXT_KEY_PREFIX}${page}.${name}`;

function useReadTexts({ texts }: TextGroup): (page: string) => Promise<TextsDraft> {
  const { tables } = useAdminBackend();
  return async (page) => {
    const all = Object.entries(texts);
    const keys = all.map(([name]) => keyOf(page, name));
    const { data } = await tables
      .from('settings')
      .select('key, value')
      .in('key', keys)
      .throwOnError();
    const owners = new Map(data.map(({ key, value }) => [key, String(value)]));
    return Object.fromEntries(
      all.map(([name, { text }]) => [name, owners.get(keyOf(page, name)) ?? text]),
    );
  };
}

interface TextsFormProps {
  page: string;
  group: TextGroup;
  saved: TextsDraft;
  below: GroupProps['below'];
}

function TextsForm({ page, group, saved, below }: TextsFormProps) {
  const { tables } = useAdminBackend();
  const read = useReadTexts(group);
  const queryClient = useQueryClient();
  const form = useAdminForm({
    keepAs: `texts-${page}`,
    schema: schemaOf(group),
    saved,
    save: async (draft, on) => {
      const now = await read(page);
      if (JSON.stringify(now) !== JSON.stringify(on.saved)) return { saved: now };
      for (const name of on.changed) {
        const key = keyOf(page, name);
        const value = draft[name] ?? '';
        const isBuiltIn = value === group.texts[name]?.text;
        const rows = tables.from('settings');
        await (isBuiltIn
          ? rows.delete().eq('key', key)
          : rows.upsert({ key, value })
        ).throwOnError();
      }
    },
    onSaved: () => {
      toast.success('Texts saved');
      void queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    },
  });
  return (
    <>
      <AdminForm
        form={form}
        className="admin-settings"
        describe={{ name: (name) => group.texts[name]?.label ?? name }}
      >
        <p className="small quiet">
          {group.hint === undefined
            ? 'Changes appear on the next page load. {name} stands for the name of the site.'
            : `The next mail has the changes. In its sentences you can use ${group.hint}.`}
        </p>
        {Object.entries(group.texts).map(([name, { label, kind, text, isExample, findFault }]) => (
          <WordField
            key={name}
            label={isExample && form.draft[name] === text ? `${label} (example)` : label}
            builtIn={text}
            note={HINTS[kind]}
            isRemovable={findFault?.('') === undefined}
            error={form.errors[name]}
            value={form.draft[name] ?? ''}
            onChange={(value) => form.change({ [name]: value })}
          />
        ))}
      </AdminForm>
      {below?.(form.draft)}
    </>
  );
}

const schemaOf = ({ texts }: TextGroup): z.ZodType<TextsDraft, TextsDraft> =>
  z.object(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, textSchema(text)])),
  );
