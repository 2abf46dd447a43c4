import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Redeemed } from '#contract/calls/admin/centre-codes.ts';
import { groupCode, parseCode } from '#contract/rows/centre-codes.ts';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { subscriptionQuery } from '#renderer/data/subscription.ts';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { readForm } from '#renderer/lib/form-values.ts';
import { formatDay } from '#renderer/lib/format.ts';
import { useUnsentText } from '#renderer/lib/hooks/use-unsent-text.ts';
import { liveRegion } from '#renderer/lib/live-region.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

const BANNER_ID = 'code-refusal';
const MAX_LENGTH = 40;

/** `userId` is null when signed out, and undefined until known. */
export function RedeemCode({ userId }: { userId: string | null | undefined }) {
  const [asksToSignIn, setAsksToSignIn] = useState(false);
  const { form, clear } = useUnsentText('code');
  const redeem = useRedeem(userId ?? '', clear);
  useEffect(() => {
    if (redeem.error && form.current) focusFirstError(form.current);
  }, [redeem.error, form]);
  useScannedCode(form);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsksToSignIn(userId === null);
    if (userId) redeem.mutate(readForm(event.currentTarget, ['code']).code);
  };
  return (
    <CheckedForm ref={form} className="subscription-code stack" onSubmit={handleSubmit}>
      <TextField
        label="Have a code from your birth centre?"
        hint="Eight letters and digits, as on your card."
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        refusedBy={redeem.isError ? BANNER_ID : undefined}
        name="code"
      />
      {asksToSignIn && userId === null ? (
        <Banner tone="notice">
          Please sign in first: a plan belongs to an account. Your code stays here until you are
          back.
        </Banner>
      ) : null}
      {redeem.isError ? (
        <Banner id={BANNER_ID} tone="bad">
          {redeem.error.message}
        </Banner>
      ) : null}
      {redeem.data ? <Banner tone="good">{successText(redeem.data)}</Banner> : null}
      <Button
        type="submit"
        look="soft"
        block
        disabled={userId === undefined}
        busy={redeem.isPending && 'Redeeming...'}
      >
        Redeem code
      </Button>
    </CheckedForm>
  );
}

/**
 * Fills in the code from the URL of a scanned card and scrolls to the form, which is below the
 * offer.
 */
function useScannedCode(form: RefObject<HTMLFormElement | null>) {
  const param = useSearchParams()[0].get('code');
  useEffect(() => {
    const field = form.current?.elements.namedItem('code');
    if (!param || !(field instanceof HTMLInputElement)) return;
    const code = parseCode(param);
    field.value = code === undefined ? param.slice(0, MAX_LENGTH) : groupCode(code);
    // `useUnsentText` stores the code on this event, for the return from a sign-in.
    field.dispatchEvent(new Event('input', { bubbles: true }));
    form.current?.scrollIntoView({ block: 'center' });
    liveRegion.announce('We’ve filled in your code. Tap Redeem code.', 'code');
  }, [param, form]);
}

function useRedeem(userId: string, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => backend().call('redeemCode', { input: { code } }),
    onSuccess: () => {
      onDone();
      return queryClient.invalidateQueries(subscriptionQuery(userId));
    },
  });
}

function successText({ centre_name, plan_type, end_date }: Redeemed): string {
  const length = end_date === null ? 'without end' : `until ${formatDay(end_date, 'UTC')}`;
  return `A gift from ${centre_name}: your ${plan_type} plan runs ${length}.`;
}
