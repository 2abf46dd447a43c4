import { useState } from 'react';
import type { AuthUser } from '#contract/calls/auth.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/toast.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { useAdminBackend } from '../admin-session.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { usePersonAction } from './people-query.ts';

interface PersonPrivacyProps {
  person: AuthUser;
  /** She is no more. */
  onErased: () => void;
}

/** What is kept about her, to hand over; and its end, where she asked for it in another way than by the form. */
export function PersonPrivacy({ person: { id, email }, onErased }: PersonPrivacyProps) {
  const [isAsked, setAsked] = useState(false);
  const { call } = useAdminBackend();
  const get = usePersonAction<'json' | 'html'>(async ({ input }) =>
    saveFile(await call('exportPerson', { params: { id }, input: { format: input } })),
  );
  const erase = usePersonAction<void>(() =>
    call('erasePerson', { params: { id }, input: { email } }),
  );
  const failure = get.error ?? erase.error;
  const handleErase = () =>
    erase.mutate(undefined, {
      onSuccess: () => {
        toast.success('Erased');
        onErased();
      },
      onSettled: () => setAsked(false),
    });

  return (
    <section className="stack" aria-label="Her data">
      <p className="small quiet">Everything kept about her. Each export is in the audit log.</p>
      {failure ? <Banner tone="bad">{failure.message}</Banner> : null}
      <div className="a-actions">
        <Button look="soft" disabled={get.isPending} onClick={() => get.mutate('html')}>
          Export to read
        </Button>
        <Button look="soft" disabled={get.isPending} onClick={() => get.mutate('json')}>
          Export as JSON
        </Button>
        <Button look="danger" disabled={erase.isPending} onClick={() => setAsked(true)}>
          Erase
        </Button>
      </div>
      {isAsked ? (
        <ConfirmDialog
          title="Erase this person?"
          action="Erase"
          isGrave
          typed={email}
          busy={erase.isPending && 'Erasing...'}
          onCancel={() => setAsked(false)}
          onConfirm={handleErase}
        >
          <p>
            Her account and everything that hangs on it goes at once and for good. She gets one last
            mail. Where she has sent a request, answer that instead.
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
