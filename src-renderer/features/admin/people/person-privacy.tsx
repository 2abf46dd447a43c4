import type { AuthUser } from '#contract/calls/auth.ts';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { saveFile } from '#renderer/lib/save-file.ts';
import { usePermissions } from '../admin-permissions.ts';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { useAdminAction, useAdminCall } from '../shared/use-admin-action.ts';

interface PersonPrivacyProps {
  person: AuthUser;
  onErased: () => void;
}

/** Exports a user's data, or erases the account without a deletion request. */
export function PersonPrivacy({ person: { id, email }, onErased }: PersonPrivacyProps) {
  const mayErase = usePermissions()('erasePerson');
  const save = useAdminAction('users', async ({ call }, format: 'json' | 'html') =>
    saveFile(await call('exportPerson', { params: { id }, input: { format } })),
  );
  const erase = useAdminCall('users', 'erasePerson', { done: 'Erased' });
  const failure = save.error ?? erase.error;

  return (
    <section className="stack" aria-label="Data copy">
      <p className="small quiet">
        Everything stored about this person. Each export is recorded in the audit log.
      </p>
      {failure ? <Banner tone="bad">{failure.message}</Banner> : null}
      <div className="admin-actions">
        <Button look="soft" disabled={save.isPending} onClick={() => save.mutate('html')}>
          Export to read
        </Button>
        <Button look="soft" disabled={save.isPending} onClick={() => save.mutate('json')}>
          Export as JSON
        </Button>
        {mayErase ? (
          <ConfirmButton
            label="Erase"
            busy={erase.isPending && 'Erasing...'}
            title="Erase this person?"
            phrase={email}
            onConfirm={() =>
              erase.mutate({ params: { id }, input: { email } }, { onSuccess: onErased })
            }
          >
            <p>
              The account and everything that belongs to it is deleted at once and for good. The
              user gets one last mail. If they have sent a deletion request, answer that instead.
            </p>
          </ConfirmButton>
        ) : null}
      </div>
    </section>
  );
}
