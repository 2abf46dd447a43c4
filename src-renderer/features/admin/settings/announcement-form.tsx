import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useAdminBackend } from '../admin-session.ts';

const QUERY_KEY = ['admin', 'settings', 'announcement'];
const KEY = 'announcement';

/** One sentence to everybody, above the home screen. */
export function AnnouncementSettings() {
  const { tables } = useAdminBackend();
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async (): Promise<string> => {
      const { data } = await tables
        .from('settings')
        .select('value')
        .eq('key', KEY)
        .maybeSingle()
        .throwOnError();
      return String(Object(data?.value).text ?? '');
    },
  });
  if (query.isPending) return <SkeletonRows rows={2} label="Loading..." />;
  if (query.isError) return <Banner tone="bad">{query.error.message}</Banner>;
  return <AnnouncementForm key={query.data} shown={query.data} />;
}

function AnnouncementForm({ shown }: { shown: string }) {
  const [text, setText] = useState(shown);
  const { tables } = useAdminBackend();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: async (wanted: string) => {
      const settings = tables.from('settings');
      await (wanted === ''
        ? settings.delete().eq('key', KEY)
        : settings.upsert({ key: KEY, value: { text: wanted } })
      ).throwOnError();
    },
    onSuccess: (_answer, wanted) => {
      toast.success(wanted === '' ? 'Announcement taken down' : 'Announcement shown');
      return queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(text.trim());
  };
  return (
    <form className="a-settings stack" onSubmit={handleSubmit}>
      <TextField
        label="Announcement"
        hint="One sentence above everybody’s home screen, from when the page is next loaded. Never in labour mode."
        required
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {save.isError ? <Banner tone="bad">{save.error.message}</Banner> : null}
      <div className="row">
        <Button type="submit" busy={save.isPending && 'Saving...'}>
          Show
        </Button>
        {shown === '' ? null : (
          <Button look="line" disabled={save.isPending} onClick={() => save.mutate('')}>
            Take it down
          </Button>
        )}
      </div>
    </form>
  );
}
