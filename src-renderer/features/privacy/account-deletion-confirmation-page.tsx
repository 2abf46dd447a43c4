import { ButtonLink } from '#renderer/components/button.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { Illustration } from '#renderer/components/pictures/illustration.tsx';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';
import './account-deletion.css';

export function AccountDeletionConfirmationPage() {
  const { email } = useBrand();
  const isSignedIn = useHydrated() && hasStoredSession();
  return (
    <>
      <main id="main" tabIndex={-1} className="wrap narrow account-deletion">
        <PageHead title="Account Deletion Processing" />
        <p className="lede">We have received your request. This is what happens now:</p>
        <ol className="deletion-steps">
          {isSignedIn ? null : (
            <li>
              If you were not signed in, we have sent you an email. Open its link within a day to
              confirm.
            </li>
          )}
          <li>
            A person looks at the request and approves it. Until then you can still change your
            mind.
          </li>
          <li>
            Your personal data is erased within 30 days of the approval, and we tell you when it is
            done.
          </li>
        </ol>
        <p className="quiet">
          Changed your mind? Write to <a href={`mailto:${email}`}>{email}</a> and nothing will be
          deleted.
        </p>
        <ButtonLink to="/">Return to Home</ButtonLink>
      </main>
      <Illustration of="dusk" />
    </>
  );
}
