import { useRef, useState } from 'react';
import { z } from 'zod';
import { REASON_TEXTS } from '#contract/constants/deletion-reasons.ts';
import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import { Button } from '#renderer/components/button.tsx';
import { TextAreaField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { AdminForm } from '../shared/admin-form.tsx';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { Fact } from '../shared/fact.tsx';
import { formatDay } from '../shared/format.ts';
import { useAdminCall } from '../shared/use-admin-action.ts';
import { useAdminForm } from '../shared/use-admin-form.ts';
import { describeDeadline } from './request-deadline.ts';
import { RequestState } from './request-state.tsx';

interface PrivacySheetProps {
  request: DeletionRequest;
  onDone: () => void;
}

export function PrivacySheet({ request, onDone }: PrivacySheetProps) {
  const { id, email, status } = request;
  const params = { id };
  const [isRefusing, setRefusing] = useState(false);
  const refuseButton = useRef<HTMLButtonElement>(null);
  const { text, isUrgent } = describeDeadline(request, Date.now());
  // The server mails the user in the same transaction.
  const approve = useAdminCall('deletion-requests', 'approveDeletion', {
    done: 'Approved, and a mail is sent',
  });
  const erase = useAdminCall('deletion-requests', 'carryOutErasure', { done: 'Erased' });
  const failure = approve.error ?? erase.error;
  const handleCancel = () => {
    setRefusing(false);
    // Restores the focus once the button is rendered again.
    requestAnimationFrame(() => refuseButton.current?.focus());
  };
  const isOver = status === 'erased' || status === 'refused';

  return (
    <>
      {isUrgent ? <Banner tone="bad">{text}</Banner> : null}
      <RequestFacts request={request} />
      {failure && !isRefusing ? <Banner tone="bad">{failure.message}</Banner> : null}
      {isRefusing ? <RefusalForm id={id} onSent={onDone} onCancel={handleCancel} /> : null}
      {isOver || isRefusing ? null : (
        <>
          <p className="small quiet">{NEXT_STEP_TEXTS[status]}</p>
          <div className="admin-actions">
            {status === 'confirmed' ? (
              <Button
                busy={approve.isPending && 'Saving...'}
                onClick={() => approve.mutate({ params }, { onSuccess: onDone })}
              >
                Approve
              </Button>
            ) : null}
            {status === 'approved' ? (
              <ConfirmButton
                label="Erase now"
                busy={erase.isPending && 'Erasing...'}
                title="Erase this person now?"
                phrase={email}
                onConfirm={() => erase.mutate({ params, input: { email } }, { onSuccess: onDone })}
              >
                <p>
                  The account and everything that belongs to it is deleted for good. The user gets
                  one last mail, and then the address is deleted.
                </p>
              </ConfirmButton>
            ) : null}
            <Button
              ref={refuseButton}
              look="line"
              disabled={approve.isPending || erase.isPending}
              onClick={() => setRefusing(true)}
            >
              {status === 'approved' ? 'Keep the account' : 'Refuse'}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

const NEXT_STEP_TEXTS = {
  received: 'The link in the mail has not been opened. You can approve the request after that.',
  confirmed:
    'When you approve, the user gets a mail. The account is erased automatically 30 days later, or earlier by you; until then you can still refuse.',
  approved:
    'The account is erased automatically on that day. If the user has changed their mind, keep it.',
};

function RequestFacts({ request }: { request: DeletionRequest }) {
  const { created_at, confirmed_at, due_at, reason, feedback, data_download, refusal } = request;
  return (
    <>
      <dl className="admin-facts">
        <Fact label="State">
          <RequestState request={request} />
        </Fact>
        <Fact label="Received">{formatDay(created_at)}</Fact>
        <Fact label="Confirmed">{confirmed_at ? formatDay(confirmed_at) : 'Not yet'}</Fact>
        {request.status === 'approved' && due_at ? (
          <Fact label="Erased by">{formatDay(due_at)}</Fact>
        ) : null}
        {confirmed_at && request.user_id === null && request.email ? (
          <Fact label="Account">None; the address may be on the newsletter list</Fact>
        ) : null}
        <Fact label="Reason">{REASON_TEXTS[reason]}</Fact>
        <Fact label="Data copy">{data_download ? 'Wants a copy first' : 'No copy wanted'}</Fact>
      </dl>
      {feedback ? <p className="admin-words">{feedback}</p> : null}
      {refusal ? <p className="admin-words">Refused: {refusal}</p> : null}
    </>
  );
}

interface RefusalFormProps {
  id: number;
  onSent: () => void;
  onCancel: () => void;
}

const refusalSchema = z.object({ reason: z.string().trim().min(1).max(2000) });

/** Requires a reason, because the law gives the user a right to it. */
function RefusalForm({ id, onSent, onCancel }: RefusalFormProps) {
  const form = useAdminForm({
    draftName: `refusal:${id}`,
    openedBy: 'request',
    schema: refusalSchema,
    saved: { reason: '' },
    refetches: 'deletion-requests',
    save: async (input, _, { call }) => {
      await call('refuseDeletion', { params: { id }, input });
    },
    done: 'Refused, and a mail is sent',
    onSaved: onSent,
  });
  return (
    <AdminForm form={form} action={['Send refusal', 'Sending...']} onCancel={onCancel}>
      <TextAreaField
        label="Reason for keeping the account"
        rows={5}
        required
        maxLength={2000}
        hint="The mail quotes this text."
        // The button that opened the form is gone, so the focus moves into the form.
        autoFocus
        {...form.field('reason')}
      />
    </AdminForm>
  );
}
