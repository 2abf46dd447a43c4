import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { DELETION_REASONS, REASON_TEXTS } from '#contract/words/deletion-reasons.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import {
  ErrorSummary,
  SelectField,
  TextAreaField,
  TextField,
} from '#renderer/components/field.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Land } from '#renderer/components/land.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { toast } from '#renderer/components/toast.ts';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { useNavigate } from '#renderer/lib/router.tsx';
import {
  type DeletionRequest,
  EMPTY_REQUEST,
  findMissing,
  findOwnEmail,
  type Missing,
  sendDeletionRequest,
} from './deletion-request.ts';
import './account-deletion.css';

/** The specified pause: long enough to read 'Submitting...', and to see that something happens. */
const PAUSE_MS = 2000;

export function AccountDeletionPage() {
  const navigate = useNavigate();
  const [request, setRequest] = useState(EMPTY_REQUEST);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isTried, setTried] = useState(false);
  const missing: Missing = (isTried && findMissing(request)) || {};
  const change = (part: Partial<DeletionRequest>) => setRequest({ ...request, ...part });

  useEffect(() => {
    let isGone = false;
    void findOwnEmail().then((email = '') => {
      // What she has typed meanwhile is hers.
      if (!isGone) setRequest((now) => (now.email === '' ? { ...now, email } : now));
    });
    return () => {
      isGone = true;
    };
  }, []);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(undefined);
    setTried(true);
    if (findMissing(request)) {
      focusFirstError(event.currentTarget);
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
    <>
      <main id="main" tabIndex={-1} className="wrap narrow account-deletion">
        <PageHead title="Account Deletion" backTo="/" />
        <p className="lede">
          You may go whenever you want to. We erase your personal data within 30 days of approving
          your request, and what is erased cannot be brought back.
        </p>
        <form className="stack" noValidate onSubmit={(event) => void handleSubmit(event)}>
          <ErrorSummary errors={missing} />
          <RequestFields request={request} missing={missing} onChange={change} />
          {failure ? <Banner tone="bad">{failure} Nothing you filled in is lost.</Banner> : null}
          <Button type="submit" look="danger" block busy={isSubmitting && 'Submitting...'}>
            Request Account Deletion
          </Button>
        </form>
      </main>
      <Land of="path" />
    </>
  );
}

interface RequestFieldsProps {
  request: DeletionRequest;
  missing: Missing;
  onChange: (part: Partial<DeletionRequest>) => void;
}

function RequestFields({ request, missing, onChange }: RequestFieldsProps) {
  return (
    <>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        hint="The address of the account. If you are not signed in, we send a link there to make sure it is you."
        error={missing.email}
        value={request.email}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      <SelectField
        label="Reason"
        name="reason"
        required
        error={missing.reason}
        value={request.reason}
        onChange={(event) => onChange({ reason: event.target.value })}
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
        onChange={(event) => onChange({ feedback: event.target.value })}
      />
      <label className="check">
        <input
          type="checkbox"
          name="dataDownload"
          checked={request.dataDownload}
          onChange={(event) => onChange({ dataDownload: event.target.checked })}
        />
        <span>Send me a copy of my data first (optional)</span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          name="confirmDeletion"
          required
          aria-invalid={missing.confirmDeletion ? true : undefined}
          aria-describedby={missing.confirmDeletion ? 'confirm-error' : undefined}
          checked={request.confirmDeletion}
          onChange={(event) => onChange({ confirmDeletion: event.target.checked })}
        />
        <span>I understand that my account and everything in it will be deleted for good</span>
      </label>
      {missing.confirmDeletion ? (
        <div className="field">
          <p className="err" id="confirm-error">
            <Icon of={CircleAlert} />
            {missing.confirmDeletion}
          </p>
        </div>
      ) : null}
    </>
  );
}
