import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DELETION_REASONS, REASON_TEXTS } from '#contract/words/deletion-reasons.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { SelectField, TextAreaField, TextField } from '#renderer/components/field.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { toast } from '#renderer/components/toast.ts';
import { EMPTY_REQUEST, isComplete, sendDeletionRequest } from './deletion-request.ts';
import './account-deletion.css';

/** The specified pause: long enough to read 'Submitting...', and to see that something happens. */
const PAUSE_MS = 2000;

export function AccountDeletionPage() {
  const navigate = useNavigate();
  const [request, setRequest] = useState(EMPTY_REQUEST);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const change = (part: Partial<typeof request>) => setRequest({ ...request, ...part });

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    if (!isComplete(request)) {
      toast.error(
        'Missing Information',
        'Please fill in all required fields and confirm deletion.',
      );
      return;
    }
    setIsSubmitting(true);
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      await Promise.all([sendDeletionRequest(request), pause]);
      void navigate('/account-deletion-confirmation');
    } catch (error) {
      await pause;
      setFailure(error instanceof Error ? error.message : String(error));
      setIsSubmitting(false);
    }
  };

  return (
    <main id="main" tabIndex={-1} className="wrap account-deletion">
      <PageHead title="Account Deletion" backTo="/" />
      <p className="lede">
        You may go whenever you want to. We erase your personal data within 30 days of approving
        your request, and what is erased cannot be brought back.
      </p>
      <form className="stack" noValidate onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          hint="The address of the account. If you are not signed in, we send a link there to make sure it is you."
          value={request.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <SelectField
          label="Reason"
          name="reason"
          required
          value={request.reason}
          onChange={(event) => change({ reason: event.target.value })}
        >
          <option value="">Please choose</option>
          {DELETION_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REASON_TEXTS[reason]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Feedback (optional)"
          name="feedback"
          rows={4}
          maxLength={5000}
          hint="Only if you would like to tell us something."
          value={request.feedback}
          onChange={(event) => change({ feedback: event.target.value })}
        />
        <label className="check">
          <input
            type="checkbox"
            name="dataDownload"
            checked={request.dataDownload}
            onChange={(event) => change({ dataDownload: event.target.checked })}
          />
          <span>Send me a copy of my data first (optional)</span>
        </label>
        <label className="check">
          <input
            type="checkbox"
            name="confirmDeletion"
            required
            checked={request.confirmDeletion}
            onChange={(event) => change({ confirmDeletion: event.target.checked })}
          />
          <span>I understand that my account and everything in it will be deleted for good</span>
        </label>
        {failure ? <Banner tone="bad">{failure} Nothing you filled in is lost.</Banner> : null}
        <Button type="submit" look="danger" block busy={isSubmitting && 'Submitting...'}>
          Request Account Deletion
        </Button>
      </form>
    </main>
  );
}
