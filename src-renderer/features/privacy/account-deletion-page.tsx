import { type FormEvent, useContext, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DeletionForm } from '#contract/calls/account-deletion.ts';
import { DELETION_REASONS, REASON_TEXTS } from '#contract/constants/deletion-reasons.ts';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { FieldError, TextAreaField, TextField } from '#renderer/components/forms/field.tsx';
import { FormErrorsContext } from '#renderer/components/forms/form-errors.ts';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { PageHead } from '#renderer/components/page-head.tsx';
import { Illustration } from '#renderer/components/pictures/illustration.tsx';
import { readForm } from '#renderer/lib/form-values.ts';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { storedUser } from '#renderer/lib/stored-session.ts';
import './account-deletion.css';

/** The specified pause, long enough to read 'Submitting...'. */
const PAUSE_MS = 2000;

export function AccountDeletionPage() {
  const navigate = useNavigate();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [failure, setFailure] = useState<string>();

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(undefined);
    setIsSubmitting(true);
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      await Promise.all([
        backend().call('requestDeletion', { input: readRequest(event.currentTarget) }),
        pause,
      ]);
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
        <CheckedForm
          className="stack"
          onSubmit={(event) => void handleSubmit(event)}
          onMissing={() =>
            toast.error(
              'Missing Information',
              'Please fill in all required fields and confirm deletion.',
            )
          }
        >
          <RequestFields />
          {failure ? <Banner tone="bad">{failure} Nothing you filled in is lost.</Banner> : null}
          <Button type="submit" look="danger" block busy={isSubmitting && 'Submitting...'}>
            Request Account Deletion
          </Button>
        </CheckedForm>
      </main>
      <Illustration of="path" />
    </>
  );
}

function readRequest(form: HTMLFormElement): DeletionForm {
  const data = new FormData(form);
  return {
    ...readForm(form, ['email', 'reason', 'feedback']),
    dataDownload: data.has('dataDownload'),
    confirmDeletion: data.has('confirmDeletion'),
    // The form has checked the required fields; the server checks all of them.
  } as DeletionForm;
}

function RequestFields() {
  // Known after hydration. It does not replace what the user has typed.
  const ownEmail = useHydrated() ? storedUser()?.email : undefined;
  return (
    <>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        data-missing="Please fill in the email address of the account."
        hint="The address of the account. If you are not signed in, we send a link there to make sure it is you."
        defaultValue={ownEmail}
      />
      <SelectField
        label="Reason"
        name="reason"
        required
        data-missing="Please choose a reason."
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
      <ConfirmDeletion />
    </>
  );
}

function ConfirmDeletion() {
  const id = useId();
  const error = useContext(FormErrorsContext)[id];
  return (
    <>
      <label className="check">
        <input
          id={id}
          type="checkbox"
          name="confirmDeletion"
          required
          data-missing="Please confirm by ticking the box."
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>I understand that my account and everything in it will be deleted for good</span>
      </label>
      {error ? (
        <div className="field">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      ) : null}
    </>
  );
}
