import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DELETION_REASONS, REASON_TEXTS } from '#contract/constants/deletion-reasons.ts';
import { Button } from '#renderer/components/button.tsx';
import { ErrorSummary, TextAreaField, TextField } from '#renderer/components/forms/field.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { PageHead } from '#renderer/components/page-head.tsx';
import { Illustration } from '#renderer/components/pictures/illustration.tsx';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { readForm } from '#renderer/lib/form-values.ts';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { storedUser } from '#renderer/lib/stored-session.ts';
import {
  type DeletionRequest,
  findMissing,
  type Missing,
  sendDeletionRequest,
} from './deletion-request.ts';
import './account-deletion.css';

/** The specified pause, long enough to read 'Submitting...'. */
const PAUSE_MS = 2000;

export function AccountDeletionPage() {
  const navigate = useNavigate();
  const ownEmail = useHydrated() ? storedUser()?.email : undefined;
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [failure, setFailure] = useState<string>();
  // Undefined until the first attempt.
  const [missing, setMissing] = useState<Missing>();

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(undefined);
    const request = readRequest(event.currentTarget);
    const found = findMissing(request);
    setMissing(found ?? {});
    if (found) {
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
          You can leave at any time. We erase your personal data within 30 days of approving your
          request, and what is erased cannot be brought back.
        </p>
        <form
          className="stack"
          noValidate
          onSubmit={(event) => void handleSubmit(event)}
          onChange={({ currentTarget }) =>
            missing && setMissing(findMissing(readRequest(currentTarget)) ?? {})
          }
        >
          <ErrorSummary errors={missing ?? {}} />
          <RequestFields ownEmail={ownEmail} missing={missing ?? {}} />
          {failure ? <Banner tone="bad">{failure} Nothing you filled in is lost.</Banner> : null}
          <Button type="submit" look="danger" block busy={isSubmitting && 'Submitting...'}>
            Request Account Deletion
          </Button>
        </form>
      </main>
      <Illustration of="path" />
    </>
  );
}

interface RequestFieldsProps {
  /** The signed-in user's email, once known. It does not replace what the user has typed. */
  ownEmail: string | undefined;
  missing: Missing;
}

function readRequest(form: HTMLFormElement): DeletionRequest {
  const data = new FormData(form);
  return {
    ...readForm(form, ['email', 'reason', 'feedback']),
    dataDownload: data.has('dataDownload'),
    confirmDeletion: data.has('confirmDeletion'),
  };
}

function RequestFields({ ownEmail, missing }: RequestFieldsProps) {
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
        defaultValue={ownEmail}
      />
      <SelectField
        label="Reason"
        name="reason"
        required
        error={missing.reason}
        options={[
          { value: '', label: 'Please choose' },
          ...DELETION_REASONS.map((value) => ({ value, label: REASON_TEXTS[value] })),
        ]}
      />
      <TextAreaField
        label="Feedback (optional)"
        name="feedback"
        rows={4}
        maxLength={5000}
        hint="Only if you would like to tell us something."
      />
      <label className="check">
        <input type="checkbox" name="dataDownload" />
        <span>Send me a copy of my data first (optional)</span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          name="confirmDeletion"
          required
          aria-invalid={missing.confirmDeletion ? true : undefined}
          aria-describedby={missing.confirmDeletion ? 'confirm-error' : undefined}
        />
        <span>I understand that my account and everything in it will be deleted for good</span>
      </label>
      {missing.confirmDeletion ? (
        <div className="field">
          <p className="error" id="confirm-error">
            <Icon of={CircleAlert} />
            {missing.confirmDeletion}
          </p>
        </div>
      ) : null}
    </>
  );
}
