import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { Setting } from '#contract/rows/settings.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { useAdminBackend } from '../admin-session.ts';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { type AdminForm, useAdminForm } from '../shared/use-admin-form.ts';

function useReadSetting(key: string): () => Promise<unknown> {
  const { tables } = useAdminBackend();
  return async () => {
    const { data } = await tables
      .from('settings')
      .select('value')
      .eq('key', key)
      .maybeSingle()
      .throwOnError();
    return data?.value ?? null;
  };
}

interface LoadedSettingProps {
  name: string;
  /** Gets the row's value, or null without a row. */
  children: (value: unknown) => ReactNode;
}

/** Loads a row of the settings and follows its changes. */
export function LoadedSetting({ name, children }: LoadedSettingProps) {
  const read = useReadSetting(name);
  useAdminChanges(['settings'], ['settings']);
  const query = useQuery({ queryKey: ['admin', 'settings', name], queryFn: read });
  if (query.isPending) return <SkeletonRows rows={4} label="Loading..." />;
  if (query.isLoadingError) return <Banner tone="bad">{query.error.message}</Banner>;
  return children(query.data);
}

interface SettingFormOptions<Draft, Values> {
  schema: z.ZodType<Values, Draft>;
  draftOf(value: unknown): Draft;
  toValue(values: Values): Setting['value'];
  saidOf?(values: Values): string;
}

/** The form of one row of the settings; shows a conflict if another window has changed it. */
export function useSettingForm<Draft extends FieldValues, Values>(
  key: string,
  value: unknown,
  { schema, draftOf, toValue, saidOf }: SettingFormOptions<Draft, Values>,
): AdminForm<Draft> {
  const { tables } = useAdminBackend();
  const read = useReadSetting(key);
  const queryClient = useQueryClient();
  return useAdminForm({
    keepAs: key,
    schema,
    saved: draftOf(value),
    save: async (values, on) => {
      const now = draftOf(await read());
      if (JSON.stringify(now) !== JSON.stringify(on.saved)) return { saved: now };
      await tables
        .from('settings')
        .upsert({ key, value: toValue(values) })
        .throwOnError();
      queryClient.setQueryData(['admin', 'settings', key], toValue(values));
    },
    onSaved: (values) => {
      toast.success(saidOf?.(values) ?? 'Settings saved');
      void queryClient.invalidateQueries({ queryKey: ['admin', 'settings'] });
    },
  });
}
