import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { type CannedAnswer, cannedAnswersSchema } from '#contract/rows/settings.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useMay } from '../admin-may.ts';
import { useAdminBackend } from '../admin-session.ts';

const KEY = 'canned_answers';
const QUERY_KEY = ['admin', 'settings', KEY];

interface CannedAnswersProps {
  /** What stands in the answer now, to be kept. */
  written: string;
  onInsert: (text: string) => void;
}

/** Answers that are given again and again: put into the one being written, kept from it, taken away. */
export function CannedAnswers({ written, onInsert }: CannedAnswersProps) {
  const read = useReadCanned();
  const { data: canned = [] } = useQuery({ queryKey: QUERY_KEY, queryFn: read });
  const mayKeep = useMay()('write', 'settings');
  const summary = useRef<HTMLElement>(null);
  const save = useSaveCanned();
  if (canned.length === 0 && !mayKeep) return null;

  const handleDelete = ({ title }: CannedAnswer) => {
    save.mutate((saved) => saved.filter((one) => one.title !== title), {
      onSuccess: () => {
        toast.success('Canned answer deleted');
        summary.current?.focus();
      },
    });
  };
  return (
    <details className="a-canned">
      <summary ref={summary}>Canned answers</summary>
      <div className="stack">
        {canned.length === 0 ? <p className="quiet">None is kept yet.</p> : null}
        <ul>
          {canned.map((one) => (
            <li key={one.title} className="row between">
              <span>{one.title}</span>
              <span className="row">
                <Button
                  small
                  look="soft"
                  aria-label={`Insert ${one.title}`}
                  onClick={() => onInsert(one.text)}
                >
                  Insert
                </Button>
                {mayKeep ? (
                  <Button
                    small
                    look="line"
                    aria-label={`Delete ${one.title}`}
                    onClick={() => handleDelete(one)}
                  >
                    Delete
                  </Button>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
        {save.isError ? <Banner tone="bad">{save.error.message}</Banner> : null}
        {mayKeep ? <KeepForm written={written} save={save} /> : null}
      </div>
    </details>
  );
}

function KeepForm({ written, save }: { written: string; save: ReturnType<typeof useSaveCanned> }) {
  const [title, setTitle] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const one = { title: title.trim(), text: written.trim() };
    save.mutate((saved) => [...saved.filter((old) => old.title !== one.title), one], {
      onSuccess: () => {
        setTitle('');
        toast.success('Canned answer kept');
      },
    });
  };
  return (
    <CheckedForm className="stack" onSubmit={handleSubmit}>
      <TextField
        label="Keep what is written above as"
        hint="A name you find it by; one of the same name is replaced."
        required
        maxLength={100}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button type="submit" look="line" busy={save.isPending && 'Saving...'}>
        Keep as canned answer
      </Button>
    </CheckedForm>
  );
}

function useReadCanned(): () => Promise<CannedAnswer[]> {
  const { tables } = useAdminBackend();
  return async () => {
    const { data } = await tables
      .from('settings')
      .select('value')
      .eq('key', KEY)
      .maybeSingle()
      .throwOnError();
    return cannedAnswersSchema.catch([]).parse(data?.value ?? []);
  };
}

/** Each change is made to what is kept by now, also by another window. */
function useSaveCanned() {
  const { tables } = useAdminBackend();
  const read = useReadCanned();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: (saved: CannedAnswer[]) => CannedAnswer[]) => {
      const value = cannedAnswersSchema.safeParse(change(await read()));
      if (!value.success) throw new Error(value.error.issues[0]?.message);
      await tables.from('settings').upsert({ key: KEY, value: value.data }).throwOnError();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEY }),
  });
}
