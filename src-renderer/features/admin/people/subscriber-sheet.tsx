import { useState } from 'react';
import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import { findConsentText } from '#contract/words/consent-texts.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/toast.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { SubscriberState } from './subscriber-state.tsx';
import { useTakeOffList } from './subscribers-query.ts';

interface SubscriberSheetProps {
  subscriber: NewsletterSubscriber;
  onDone: () => void;
}

/** How this address came onto the list, which is the proof that it may be written to. */
export function SubscriberSheet({ subscriber, onDone }: SubscriberSheetProps) {
  const { id, email, status, source, text_version, created_at, confirmed_at, unsubscribed_at } =
    subscriber;
  const [isAsking, setAsking] = useState(false);
  const takeOff = useTakeOffList(id);
  const words = text_version === null ? undefined : findConsentText('newsletter', text_version);

  const handleTakeOff = () =>
    takeOff.mutate(undefined, {
      onSuccess: () => {
        toast.success('Taken off the list');
        onDone();
      },
      onError: () => setAsking(false),
    });

  return (
    <div className="stack">
      <dl className="a-facts">
        <div>
          <dt>State</dt>
          <dd>
            <SubscriberState status={status} />
          </dd>
        </div>
        <Moment label="Asked" at={created_at} otherwise="" />
        <div>
          <dt>Where</dt>
          <dd>{source ?? 'Not recorded'}</dd>
        </div>
        <div>
          <dt>Words</dt>
          <dd>{text_version === null ? 'Not recorded' : `Version ${text_version}`}</dd>
        </div>
        <Moment label="Confirmed" at={confirmed_at} otherwise="Not yet" />
        {unsubscribed_at ? <Moment label="Left" at={unsubscribed_at} otherwise="" /> : null}
      </dl>
      {words ? <p className="a-words">{words.text}</p> : null}
      <p className="small quiet">{proofOf(subscriber)}</p>
      {takeOff.error ? <Banner tone="bad">{takeOff.error.message}</Banner> : null}
      {status === 'unsubscribed' ? null : (
        <Button look="danger" onClick={() => setAsking(true)}>
          Take off the list
        </Button>
      )}
      {isAsking ? (
        <ConfirmDialog
          title={`Take ${email} off the list?`}
          action="Take off the list"
          isGrave
          busy={takeOff.isPending && 'Taking off...'}
          onConfirm={handleTakeOff}
          onCancel={() => setAsking(false)}
        >
          <p>
            It is not written to again. Only the person herself can come back, by asking for it once
            more.
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function proofOf({ status, confirmed_at }: NewsletterSubscriber): string {
  if (status === 'unsubscribed') {
    return 'Not written to any more. The address stays here only so that we do not write again.';
  }
  return confirmed_at
    ? 'Confirmed by pressing the button behind the link that only this address was sent.'
    : 'Nobody has pressed the button behind the link we sent, so this address is not written to. It is forgotten 30 days after it was asked for.';
}

interface MomentProps {
  label: string;
  at: string | null;
  otherwise: string;
}

/** To the minute, in UTC: a proof names its time. */
function Moment({ label, at, otherwise }: MomentProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">
        {at ? (
          <time dateTime={at}>
            {formatDate(at)}, {new Date(at).toISOString().slice(11, 16)} UTC
          </time>
        ) : (
          otherwise
        )}
      </dd>
    </div>
  );
}
