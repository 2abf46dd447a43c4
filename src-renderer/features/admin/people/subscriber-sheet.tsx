import { findConsentText } from '#contract/constants/consent-texts.ts';
import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { Fact } from '../shared/fact.tsx';
import { formatMoment } from '../shared/format.ts';
import { useAdminCall } from '../shared/use-admin-action.ts';
import { SubscriberState } from './subscriber-state.tsx';

interface SubscriberSheetProps {
  subscriber: NewsletterSubscriber;
  onDone: () => void;
}

/** Shows the proof of consent: how this address joined the list. */
export function SubscriberSheet({ subscriber, onDone }: SubscriberSheetProps) {
  const { id, email, status, source, text_version, created_at, confirmed_at, unsubscribed_at } =
    subscriber;
  const takeOff = useAdminCall('subscribers', 'unsubscribe', { done: 'Taken off the list' });
  const consent = text_version === null ? undefined : findConsentText('newsletter', text_version);

  return (
    <div className="stack">
      <dl className="admin-facts">
        <Fact label="State">
          <SubscriberState status={status} />
        </Fact>
        <Fact label="Signed up">{moment(created_at)}</Fact>
        <Fact label="Source">{source ?? 'Not recorded'}</Fact>
        <Fact label="Text">
          {text_version === null ? 'Not recorded' : `Version ${text_version}`}
        </Fact>
        <Fact label="Confirmed">{confirmed_at ? moment(confirmed_at) : 'Not yet'}</Fact>
        {unsubscribed_at ? <Fact label="Unsubscribed">{moment(unsubscribed_at)}</Fact> : null}
      </dl>
      {consent ? <p className="admin-words">{consent.text}</p> : null}
      <p className="small quiet">{proofOf(subscriber)}</p>
      {takeOff.error ? <Banner tone="bad">{takeOff.error.message}</Banner> : null}
      {status === 'unsubscribed' ? null : (
        <ConfirmButton
          label="Take off the list"
          busy={takeOff.isPending && 'Taking off...'}
          title={`Take ${email} off the list?`}
          onConfirm={() => takeOff.mutate({ params: { id } }, { onSuccess: onDone })}
        >
          <p>It gets no more mail. Only its owner can bring it back, with a new subscription.</p>
        </ConfirmButton>
      )}
    </div>
  );
}

function proofOf({ status, confirmed_at }: NewsletterSubscriber): string {
  if (status === 'unsubscribed') {
    return 'Gets no more mail. The address stays here only so that we do not write again.';
  }
  return confirmed_at
    ? 'Confirmed with the link that was sent to this address only.'
    : 'Not confirmed with the link we sent, so it gets no newsletter. It is deleted 30 days after the sign-up.';
}

const moment = (at: string) => <time dateTime={at}>{formatMoment(at)}</time>;
