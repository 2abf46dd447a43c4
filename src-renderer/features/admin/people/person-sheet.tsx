import type { AuthUser } from '#contract/calls/auth.ts';
import type { Consent } from '#contract/rows/consents.ts';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { Fact } from '../shared/fact.tsx';
import { formatDay } from '../shared/format.ts';
import { PersonActions } from './person-actions.tsx';
import { PersonPrivacy } from './person-privacy.tsx';
import { PersonState } from './person-state.tsx';
import { planText } from './plan-text.ts';
import { type PersonFacts, usePersonFacts } from './use-person-facts.ts';

export function PersonSheet({ person, onErased }: { person: AuthUser; onErased: () => void }) {
  const facts = usePersonFacts(person.id);
  return (
    <>
      <dl className="admin-facts">
        <Fact label="State">
          <PersonState person={person} />
        </Fact>
        <Fact label="Registered">{formatDay(person.created_at)}</Fact>
        <Fact label="Last sign-in">
          {person.last_sign_in_at ? formatDay(person.last_sign_in_at) : 'Never'}
        </Fact>
        {facts.data ? <MoreFacts facts={facts.data} /> : null}
      </dl>
      {facts.isLoadingError ? <LoadFailure query={facts} text={facts.error.message} /> : null}
      <PersonActions person={person} />
      <PersonPrivacy person={person} onErased={onErased} />
    </>
  );
}

function MoreFacts({ facts: { profile, subscription, counts, consents } }: { facts: PersonFacts }) {
  return (
    <>
      <Fact label="Name">{profile?.username || 'Not given'}</Fact>
      <Fact label="Plan">{planText(subscription)}</Fact>
      <Fact label="Tickets">{counts.tickets}</Fact>
      <Fact label="Favorites">{counts.favorites}</Fact>
      <Fact label="Plays">{counts.plays}</Fact>
      <Fact label="Play log">
        {consents.length === 0 ? 'Not asked yet' : null}
        {consents.map((consent) => (
          <span key={consent.id} className="admin-consent">
            {consentText(consent)}
          </span>
        ))}
      </Fact>
    </>
  );
}

/** The record of a consent: the answer, its time and the version of the text. */
function consentText({ granted, created_at, text_version, withdrawn_at }: Consent): string {
  if (!granted) return `Refused ${formatDay(created_at)}`;
  const end = withdrawn_at ? `, until ${formatDay(withdrawn_at)}` : '';
  return `Agreed ${formatDay(created_at)}${end} (text version ${text_version})`;
}
