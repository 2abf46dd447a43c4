import { useMutation, useQueryClient } from '@tanstack/react-query';
import { atom, useAtom } from 'jotai';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Redeemed } from '#contract/calls/centre-codes.ts';
import { groupCode, parseCode } from '#contract/rows/centre-codes.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { subscriptionQuery } from '#renderer/data/subscription.ts';
import { aloud } from '#renderer/lib/aloud.ts';
import { backend } from '#renderer/lib/backend.ts';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { useSearchParams } from '#renderer/lib/router.tsx';

const REFUSAL = 'code-refusal';
const CODE_ROOM = 40;

/** Stays while she goes to sign in and comes back; goes with the person. */
const typedCodeAtom = atom('');

/** Null: nobody is signed in; undefined: not known yet. */
export function RedeemCode({ userId }: { userId: string | null | undefined }) {
  const [code, setCode] = useAtom(typedCodeAtom);
  const [asksToSignIn, setAsksToSignIn] = useState(false);
  const redeem = useRedeem(userId ?? '', () => setCode(''));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (redeem.error && form.current) focusFirstError(form.current);
  }, [redeem.error]);
  useCodeOfCard(form, setCode);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setAsksToSignIn(userId === null);
    if (userId) redeem.mutate(code);
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
        maxLength={CODE_ROOM}
        refusedBy={redeem.isError ? REFUSAL : undefined}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {asksToSignIn && userId === null ? (
        <Banner tone="notice">
          Please sign in first: a plan belongs to an account. Your code stays here until you are
          back.
        </Banner>
      ) : null}
      {redeem.isError ? (
        <Banner id={REFUSAL} tone="bad">
          {redeem.error.message}
        </Banner>
      ) : null}
      {redeem.data ? <Banner tone="good">{thanksOf(redeem.data)}</Banner> : null}
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

/** The camera that read her card brought the code along, and the form stands below the offer. */
function useCodeOfCard(form: RefObject<HTMLFormElement | null>, fillIn: (code: string) => void) {
  const given = useSearchParams().get('code');
  const latest = useRef(fillIn);
  useEffect(() => {
    if (!given) return;
    const code = parseCode(given);
    latest.current(code === undefined ? given.slice(0, CODE_ROOM) : groupCode(code));
    form.current?.scrollIntoView({ block: 'center' });
    aloud.say('Your code is filled in. Redeem code comes next.', 'code');
  }, [given, form]);
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

function thanksOf({ centre_name, plan_type, end_date }: Redeemed): string {
  const length = end_date === null ? 'without end' : `until ${formatDate(end_date)}`;
  return `A gift from ${centre_name}: your ${plan_type} plan runs ${length}.`;
}
