import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentConsentText, findConsentText } from '#contract/constants/consent-texts.ts';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, FIRST_FOCUS } from '#renderer/components/dialog.tsx';
import { Setting } from '#renderer/components/forms/setting.tsx';
import { Link } from '#renderer/components/link.tsx';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import type { ConsentAnswer } from '#renderer/data/consents.ts';
import { formatDay } from '#renderer/lib/format.ts';
import { MyData } from './my-data.tsx';
import { deletionQuery, PendingDeletion } from './pending-deletion.tsx';
import { PlayHistory } from './play-history.tsx';
import { useConsent } from './use-consent.ts';

const TITLE = 'Listening history';

/** The consent to a listening history and its withdrawal, the data export and the account's deletion. */
export function PrivacyCard({ userId }: { userId: string }) {
  const { consent, answer } = useConsent(userId);
  const { data: deletion } = useQuery(deletionQuery(userId));
  const [isWithdrawing, setWithdrawing] = useState(false);
  return (
    <section className="card" aria-labelledby="privacy">
      <h2 id="privacy">Privacy</h2>
      {consent.isPending ? <SkeletonRows rows={1} /> : null}
      <LoadFailure query={consent} text="We couldn’t load your answers. They have not changed." />
      {consent.data === null ? <ConsentQuestion onAnswer={answer} /> : null}
      {consent.data ? (
        <>
          <Setting
            title={TITLE}
            text={consentText(consent.data)}
            checked={consent.data.granted}
            onChange={(isOn) => (isOn ? answer(true) : setWithdrawing(true))}
          />
          <p className="small quiet">{answerDate(consent.data)}</p>
          {consent.data.granted ? <PlayHistory userId={userId} /> : null}
        </>
      ) : null}
      <MyData />
      <p className="privacy-more">
        <Link className="link small" to="/privacy">
          What we keep, and why
        </Link>
        {deletion ? null : (
          <Link className="link small" to="/account-deletion">
            Delete my account
          </Link>
        )}
      </p>
      {deletion ? <PendingDeletion {...deletion} /> : null}
      <WithdrawDialog
        isOpen={isWithdrawing}
        onClose={() => setWithdrawing(false)}
        onWithdraw={() => {
          setWithdrawing(false);
          answer(false);
        }}
      />
    </section>
  );
}

/**
 * Asks accounts that were created without this question. Both answers have equal weight; nothing is
 * kept until the user answers.
 */
function ConsentQuestion({ onAnswer }: { onAnswer: (granted: boolean) => void }) {
  return (
    <div className="stack privacy-question">
      <p>
        <strong>{TITLE}.</strong> {currentConsentText('play_log').text}
      </p>
      <p className="small quiet">Nothing is kept until you answer.</p>
      <div className="row">
        <Button look="line" onClick={() => onAnswer(true)}>
          Keep it
        </Button>
        <Button look="line" onClick={() => onAnswer(false)}>
          Keep nothing
        </Button>
      </div>
    </div>
  );
}

interface WithdrawDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onWithdraw: () => void;
}

function WithdrawDialog({ isOpen, onClose, onWithdraw }: WithdrawDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title="Switch off your history?"
      description="Your history will be deleted now and can’t be restored. We still count plays, but not by whom."
    >
      <div className="row">
        <Button look="danger" onClick={onWithdraw}>
          Delete my history
        </Button>
        <Button look="line" {...{ [FIRST_FOCUS]: '' }} onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Dialog>
  );
}

/** The text that the user agreed to; otherwise the current text, to which a new answer applies. */
function consentText({ granted, textVersion }: ConsentAnswer): string {
  const agreed = granted ? findConsentText('play_log', textVersion) : undefined;
  return (agreed ?? currentConsentText('play_log')).text;
}

function answerDate({ granted, at }: ConsentAnswer): string {
  return granted
    ? `You agreed to this on ${formatDay(at)}.`
    : `Off since ${formatDay(at)}. Nothing is kept of what you play.`;
}
