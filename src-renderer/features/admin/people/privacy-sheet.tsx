import { type RefObject, useRef, useState } from 'react';
import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import { REASON_TEXTS } from '#contract/words/deletion-reasons.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/toast.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { Fact } from './fact.tsx';
import { type Decision, useDecision } from './privacy-query.ts';
import { RefusalForm } from './refusal-form.tsx';
import { readRequestClock } from './request-clock.ts';
import { RequestState } from './request-state.tsx';

interface PrivacySheetProps {
  request: DeletionRequest;
  onDone: () => void;
}

const DONE: Record<Decision['action'], string> = {
  approve: 'Approved, and she is told',
  refuse: 'Refused, and she is told',
  erase: 'Erased',
};

/** What she asks, and the answers there are. */
export function PrivacySheet({ request, onDone }: PrivacySheetProps) {
  const [asked, setAsked] = useState<'refuse' | 'erase'>();
  const decision = useDecision(request.id);
  const refuseButton = useRef<HTMLButtonElement>(null);
  const { text, isUrgent } = readRequestClock(request, Date.now());
  const decide = (wanted: Decision) =>
    decision.mutate(wanted, {
      onSuccess: () => {
        toast.success(DONE[wanted.action]);
        onDone();
      },
      onSettled: () => setAsked(undefined),
    });

  return (
    <>
      {isUrgent ? <Banner tone="bad">{text}</Banner> : null}
      <RequestFacts request={request} />
      {decision.isError ? <Banner tone="bad">{decision.error.message}</Banner> : null}
      {asked === 'refuse' ? (
        <RefusalForm
          isBusy={decision.isPending}
          onSend={(reason) => decide({ action: 'refuse', reason })}
          onCancel={() => {
            setAsked(undefined);
            // Once it is there again: whoever cancels goes on where she was.
            requestAnimationFrame(() => refuseButton.current?.focus());
          }}
        />
      ) : (
        <Answers
          request={request}
          isBusy={decision.isPending}
          refuseButton={refuseButton}
          onAsk={setAsked}
          onDecide={decide}
        />
      )}
      {asked === 'erase' ? (
        <ConfirmDialog
          title="Erase this person now?"
          action="Erase now"
          isGrave
          typed={request.email}
          busy={decision.isPending && 'Erasing...'}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => decide({ action: 'erase', email: request.email })}
        >
          <p>
            Her account and everything that hangs on it goes for good. She gets one last mail, and
            then her address is forgotten.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function RequestFacts({ request }: { request: DeletionRequest }) {
  const { created_at, confirmed_at, due_at, reason, feedback, data_download, refusal } = request;
  return (
    <>
      <dl className="a-facts">
        <Fact label="State">
          <RequestState request={request} />
        </Fact>
        <Fact label="Received">{formatDate(created_at)}</Fact>
        <Fact label="Confirmed">{confirmed_at ? formatDate(confirmed_at) : 'Not yet'}</Fact>
        {request.status === 'approved' && due_at ? (
          <Fact label="Erased by">{formatDate(due_at)}</Fact>
        ) : null}
        {confirmed_at && request.user_id === null && request.email ? (
          <Fact label="Account">None; the address may be on the newsletter list</Fact>
        ) : null}
        <Fact label="Reason">{REASON_TEXTS[reason]}</Fact>
        <Fact label="Her data">{data_download ? 'She wants a copy first' : 'No copy wanted'}</Fact>
      </dl>
      {feedback ? <p className="a-words">{feedback}</p> : null}
      {refusal ? <p className="a-words">Refused: {refusal}</p> : null}
    </>
  );
}

interface AnswersProps {
  request: DeletionRequest;
  isBusy: boolean;
  refuseButton: RefObject<HTMLButtonElement | null>;
  onAsk: (answer: 'refuse' | 'erase') => void;
  onDecide: (decision: Decision) => void;
}

function Answers(props: AnswersProps) {
  const { isBusy, refuseButton, onAsk, onDecide } = props;
  const { status } = props.request;
  if (status === 'erased' || status === 'refused') return null;
  return (
    <>
      <p className="small quiet">{NEXT[status]}</p>
      <div className="a-actions">
        {status === 'confirmed' ? (
          <Button busy={isBusy && 'Saving...'} onClick={() => onDecide({ action: 'approve' })}>
            Approve
          </Button>
        ) : null}
        {status === 'approved' ? (
          <Button look="danger" disabled={isBusy} onClick={() => onAsk('erase')}>
            Erase now
          </Button>
        ) : null}
        <Button ref={refuseButton} look="line" disabled={isBusy} onClick={() => onAsk('refuse')}>
          {status === 'approved' ? 'Keep the account' : 'Refuse'}
        </Button>
      </div>
    </>
  );
}

const NEXT = {
  received: 'She has not opened the link in her mail. Until she does, there is nothing to approve.',
  confirmed:
    'Approve, and she is told by mail. Everything of hers is erased 30 days later by itself, or earlier by you; until then you can still refuse.',
  approved: 'Erased by itself on that day. If she has changed her mind, keep the account.',
};
