import { AlertDialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from '#renderer/components/messages/toast.ts';
import { authClient } from '#renderer/lib/requests/auth-client.ts';
import { useUser } from '#renderer/lib/session.ts';
import { dismissSessionOffer, type SessionOffer } from '#renderer/lib/session-offer.ts';
import { NEW_PASSWORD_ADDRESS } from './callback-address.ts';

/** Asks before a link signs in an account that this browser did not request. */
export function SessionQuestion({ offer }: { offer: SessionOffer }) {
  const navigate = useNavigate();
  const user = useUser();
  const email = useVerifiedEmail(offer);

  const accept = async () => {
    const { error } = await (await authClient()).setSession({
      access_token: offer.accessToken,
      refresh_token: offer.refreshToken,
    });
    dismissSessionOffer();
    if (error) toast.error(error.message);
    else if (offer.isRecovery) navigate(NEW_PASSWORD_ADDRESS, { replace: true });
  };

  return (
    <AlertDialog.Root
      open={email !== undefined}
      onOpenChange={(isOpen) => !isOpen && dismissSessionOffer()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim">
          <AlertDialog.Content className="dialog stack">
            <AlertDialog.Title asChild>
              <h2>Sign in with {email}?</h2>
            </AlertDialog.Title>
            <AlertDialog.Description className="quiet">
              {user
                ? `You are signed in as ${user.email}. The link you opened is for another account.`
                : 'The link you opened signs in this browser. Continue only if this is your account.'}
            </AlertDialog.Description>
            <div className="row end">
              <AlertDialog.Cancel className="button soft">Not now</AlertDialog.Cancel>
              <AlertDialog.Action
                className="button"
                onClick={(event) => {
                  // Keeps the dialog open until the session exists.
                  event.preventDefault();
                  void accept();
                }}
              >
                Sign in
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** The email that the server reports for the token; a rejected token dismisses the offer. */
function useVerifiedEmail({ accessToken }: SessionOffer): string | undefined {
  const [email, setEmail] = useState<string>();
  useEffect(() => {
    let isGone = false;
    authClient()
      .then((auth) => auth.getUser(accessToken))
      .then(({ data, error }) => {
        if (isGone) return;
        if (data.user) return setEmail(data.user.email ?? 'another account');
        dismissSessionOffer();
        toast.error(error?.message ?? 'This link is no longer valid.');
      })
      .catch(() => dismissSessionOffer());
    return () => {
      isGone = true;
    };
  }, [accessToken]);
  return email;
}
