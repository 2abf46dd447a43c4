import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentConsentText, findConsentText } from '#contract/constants/consent-texts.ts';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, FIRST_FOCUS } from '#renderer/components/dialog.tsx';
import { Setting } from '#renderer/components/forms/setting.tsx';
import { Link } from '#renderer/components/link.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import type { ConsentAnswer } from '#renderer/data/consents.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { MyData } from './my-data.tsx';
import { deletionQuery, PendingDeletion } from './pending-deletion.tsx';
import { PlayHistory } from './play-history.tsx';
import { useConsent } from './use-consent.ts';

const TITLE = 'Listening history';

/** Consent-based data: the text, the date of the answer, and withdrawal. */
export function PrivacyCard({ userId }: { userId: string }) {
  const { asked, answer } = useConsent(userId, 'play_log');
  const { data: deletion } = useQuery(deletionQuery(userId));
  const [isLeaving, setLeaving] = useState(false);
  return (
    <section className="card" aria-labelledby="privacy">
      <h2 id="privacy">Privacy</h2>
      {asked.isPending ? <SkeletonRows rows={1} label="Loading..." /> : null}
      {asked.isError && asked.data === undefined ? (
        <div className="stack">
          <p className="quiet">Your answers did not arrive. Nothing about them has changed.</p>
          <Button look="line" onClick={() => void asked.refetch()}>
            Try again
          </Button>
        </div>
      ) : null}
      {asked.data === null ? <Question onAnswer={answer} /> : null}
      {asked.data ? (
        <>
          <Setting
            title={TITLE}
            text={wordsOf(asked.data)}
            checked={asked.data.granted}
            onChange={(isOn) => (isOn ? answer(true) : setLeaving(true))}
          />
          <p className="small quiet">{whenSaid(asked.data)}</p>
          {asked.data.granted ? <PlayHistory userId={userId} /> : null}
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
      <LeaveDialog
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        onLeave={() => {
          setLeaving(false);
          answer(false);
        }}
      />
    </section>
  );
}

/**
 * For accounts created without the question. Both answers have equal weight; nothing is kept until
 * one is given.
 */
function Question({ onAnswer }: { onAnswer: (granted: boolean) => void }) {
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

interface LeaveDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onLeave: () => void;
}

function LeaveDialog({ isOpen, onClose, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Switch off your history?"
      description="Your history will be deleted now and can’t be restored. We still count plays, but not by whom."
    >
      <div className="row">
        <Button look="danger" onClick={onLeave}>
          Delete my history
        </Button>
        <Button look="line" {...{ [FIRST_FOCUS]: '' }} onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Dialog>
  );
}

/** The text the user agreed to; for a new answer, the current text. */
function wordsOf({ granted, textVersion }: ConsentAnswer): string {
  const said = granted ? findConsentText('play_log', textVersion) : undefined;
  return (said ?? currentConsentText('play_log')).text;
}

function whenSaid({ granted, at }: ConsentAnswer): string {
  return granted
    ? `You agreed to this on ${formatDate(at)}.`
    : `Off since ${formatDate(at)}. Nothing is kept of what you play.`;
}
