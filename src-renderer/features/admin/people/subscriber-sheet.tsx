import { findConsentText } from '#contract/constants/consent-texts.ts';
import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { Fact } from '../shared/fact.tsx';
import { formatMoment } from '../shared/format.ts';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { SubscriberState } from './subscriber-state.tsx';

interface SubscriberSheetProps {
  subscriber: NewsletterSubscriber;
  onDone: () => void;
}

/** Shows the proof of consent: how this address joined the list. */
export function SubscriberSheet({ subscriber, onDone }: SubscriberSheetProps) {
  const { id, email, status, source, text_version, created_at, confirmed_at, unsubscribed_at } =
    subscriber;
  const takeOff = useAdminAction(
    'subscribers',
    ({ call }) => call('unsubscribe', { params: { id } }),
    { done: 'Taken off the list' },
  );
  const consent = text_version === null ? undefined : findConsentText('newsletter', text_version);

  return (
    <div className="stack">
      <dl className="admin-facts">
        <Fact label="State">
          <SubscriberState status={status} />
        </Fact>
        <Fact label="Asked">{moment(created_at)}</Fact>
        <Fact label="Where">{source ?? 'Not recorded'}</Fact>
        <Fact label="Words">
          {text_version === null ? 'Not recorded' : `Version ${text_version}`}
        </Fact>
        <Fact label="Confirmed">{confirmed_at ? moment(confirmed_at) : 'Not yet'}</Fact>
        {unsubscribed_at ? <Fact label="Left">{moment(unsubscribed_at)}</Fact> : null}
      </dl>
      {consent ? <p className="admin-words">{consent.text}</p> : null}
      <p className="small quiet">{proofOf(subscriber)}</p>
      {takeOff.error ? <Banner tone="bad">{takeOff.error.message}</Banner> : null}
      {status === 'unsubscribed' ? null : (
        <ConfirmButton
          label="Take off the list"
          busy={takeOff.isPending && 'Taking off...'}
          title={`Take ${email} off the list?`}
          onConfirm={() => takeOff.mutate(undefined, { onSuccess: onDone })}
        >
          <p>No more mail is sent to it. Only a new subscription by its owner can bring it back.</p>
        </ConfirmButton>
      )}
    </div>
  );
}

function proofOf({ status, confirmed_at }: NewsletterSubscriber): string {
  if (status === 'unsubscribed') {
    return 'Not written to any more. The address stays here only so that we do not write again.';
  }
  return confirmed_at
    ? 'Confirmed by pressing the button behind the link that only this address was sent.'
    : 'The link we sent has not been confirmed, so this address is not written to. It is forgotten 30 days after it was asked for.';
}

const moment = (at: string) => <time dateTime={at}>{formatMoment(at)}</time>;
