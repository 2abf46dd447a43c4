import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { Setting } from '#contract/rows/settings.ts';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { readSettings, type SettingRows, writeSetting } from '../shared/setting-rows.ts';
import { type AdminForm, type Saved, useAdminForm } from '../shared/use-admin-form.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';

interface LoadedSettingsProps {
  keys: readonly string[];
  children: (rows: SettingRows) => ReactNode;
}

/** Loads rows of the settings table and refetches them on changes. */
export function LoadedSettings({ keys, children }: LoadedSettingsProps) {
  const query = useAdminQuery(
    ['settings', 'rows', keys],
    (backend) => readSettings(backend, keys),
    { refreshOn: ['settings'] },
  );
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (query.isLoadingError) return <LoadFailure query={query} text={query.error.message} />;
  return children(query.data);
}

export interface SettingFormOptions<Draft, Values> {
  readonly draftName: string;
  readonly keys: readonly string[];
  readonly schema: z.ZodType<Values, Draft>;
  readonly draftOf: (rows: SettingRows) => Draft;
  /** The values to write, by key; undefined deletes the row. */
  readonly toValues: (
    values: Values,
    changed: readonly (keyof Draft)[],
  ) => Readonly<Record<string, Setting['value'] | undefined>>;
  /** The toast after a save. */
  readonly done?: string | ((values: Values) => string);
}

interface SettingFormProps<Draft, Values> {
  options: SettingFormOptions<Draft, Values>;
  children: (form: AdminForm<Draft>, rows: SettingRows) => ReactNode;
}

export function SettingForm<Draft extends FieldValues, Values>(
  props: SettingFormProps<Draft, Values>,
) {
  return (
    <LoadedSettings keys={props.options.keys}>
      {(rows) => <LoadedForm rows={rows} {...props} />}
    </LoadedSettings>
  );
}

function LoadedForm<Draft extends FieldValues, Values>({
  rows,
  options: { draftName, keys, schema, draftOf, toValues, done = 'Settings saved' },
  children,
}: SettingFormProps<Draft, Values> & { rows: SettingRows }) {
  const queryClient = useQueryClient();
  const toSaved = (read: SettingRows): Saved<Draft> => ({
    saved: draftOf(read),
    version: JSON.stringify(Object.values(read).map(({ key, updated_at }) => [key, updated_at])),
  });
  const form = useAdminForm<Draft, Values>({
    draftName,
    schema,
    ...toSaved(rows),
    save: async (values, { version = '[]', changed }, backend) => {
      const versions = new Map<string, string>(JSON.parse(version));
      for (const [key, value] of Object.entries(toValues(values, changed))) {
        const isWritten = await writeSetting(backend, { key, value }, versions.get(key));
        if (!isWritten) return toSaved(await readSettings(backend, keys));
      }
      return undefined;
    },
    done,
    // Runs after the form is marked as saved, so that the stored values replace the typed ones.
    onSaved: () => void queryClient.invalidateQueries({ queryKey: ['admin', 'settings'] }),
  });
  return children(form, rows);
}
