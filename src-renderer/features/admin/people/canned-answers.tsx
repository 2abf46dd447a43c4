import { useRef } from 'react';
import { z } from 'zod';
import { type CannedAnswer, cannedAnswersSchema } from '#contract/rows/settings.ts';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { usePermissions } from '../admin-permissions.ts';
import { AdminForm } from '../shared/admin-form.tsx';
import { readSettings, type SettingRows, writeSetting } from '../shared/setting-rows.ts';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { useAdminForm } from '../shared/use-admin-form.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';

const KEY = 'canned_answers';

interface CannedAnswersProps {
  /** The current answer, offered for saving. */
  written: string;
  onInsert: (text: string) => void;
}

export function CannedAnswers({ written, onInsert }: CannedAnswersProps) {
  const { data: canned = [] } = useAdminQuery(['settings', KEY], async (backend) =>
    answersOf(await readSettings(backend, [KEY])),
  );
  const maySave = usePermissions()('write settings');
  const summary = useRef<HTMLElement>(null);
  const save = useSaveCanned();
  if (canned.length === 0 && !maySave) return null;

  const handleDelete = ({ title }: CannedAnswer) => {
    save.mutate((saved) => saved.filter((one) => one.title !== title), {
      onSuccess: () => {
        toast.success('Canned answer deleted');
        summary.current?.focus();
      },
    });
  };
  return (
    <details className="admin-canned">
      <summary ref={summary}>Canned answers</summary>
      <div className="stack">
        {canned.length === 0 ? <p className="quiet">None saved yet.</p> : null}
        <ul className="stack">
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
                {maySave ? (
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
        {maySave ? <SaveForm written={written} save={save} /> : null}
      </div>
    </details>
  );
}

const EMPTY = { title: '' };
const answerSchema = z.object({ title: z.string().trim().min(1).max(100) });

function SaveForm({ written, save }: { written: string; save: ReturnType<typeof useSaveCanned> }) {
  const form = useAdminForm({
    schema: answerSchema,
    saved: EMPTY,
    save: async ({ title }) => {
      const one = { title, text: written.trim() };
      await save.mutateAsync((saved) => [...saved.filter((old) => old.title !== title), one]);
    },
    done: 'Canned answer saved',
    onSaved: () => form.reset(EMPTY),
  });
  return (
    <AdminForm form={form} hasOwnButton>
      <TextField
        label="Save the answer above as"
        hint="Replaces a canned answer of the same name."
        required
        maxLength={100}
        {...form.field('title')}
      />
      <Button type="submit" look="line" busy={form.isSaving && 'Saving...'}>
        Save as canned answer
      </Button>
    </AdminForm>
  );
}

type Change = (saved: CannedAnswer[]) => CannedAnswer[];

const answersOf = (rows: SettingRows) => cannedAnswersSchema.catch([]).parse(rows[KEY]?.value);

/** Applies each change to the latest saved list, which another window may have changed. */
const useSaveCanned = () =>
  useAdminAction('settings', async (backend, change: Change) => {
    for (;;) {
      const rows = await readSettings(backend, [KEY]);
      const value = cannedAnswersSchema.safeParse(change(answersOf(rows)));
      if (!value.success) throw new Error(value.error.issues[0]?.message);
      const row = { key: KEY, value: value.data };
      if (await writeSetting(backend, row, rows[KEY]?.updated_at)) return;
    }
  });
