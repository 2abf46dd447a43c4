import { useQuery } from '@tanstack/react-query';
import { Bell, ChevronRight, Heart } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { SignInPrompt } from '#renderer/components/messages/sign-in-prompt.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { Avatar } from '#renderer/components/pictures/avatar.tsx';
import { consentQuery } from '#renderer/data/consents.ts';
import { useUnreadCount } from '#renderer/data/notifications.ts';
import { preferencesQuery } from '#renderer/data/preferences.ts';
import { profileQuery } from '#renderer/data/profile.ts';
import { subscriptionQuery } from '#renderer/data/subscription.ts';
import { signOut, useUser } from '#renderer/lib/session.ts';
import { AccountCard } from './account-card.tsx';
import { EditProfileDialog } from './edit-profile-dialog.tsx';
import { deletionQuery } from './pending-deletion.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { ProfileHelp } from './profile-help.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { SessionsCard, sessionsQuery } from './sessions-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { TicketsCard, ticketsQuery } from './tickets-card.tsx';
import './profile.css';

export function ProfilePage() {
  const user = useUser();
  // Set by the first of the two links that change an email.
  const isHalfConfirmed = new URLSearchParams(useLocation().hash.slice(1)).has('message');
  return (
    <main id="main" tabIndex={-1} className="wrap profile">
      <PageHead title="Your Profile" backTo="/home" />
      {isHalfConfirmed ? (
        <Banner tone="notice">
          This address is confirmed. Your email changes when you have also opened the link in the
          message to your other address.
        </Banner>
      ) : null}
      {user === undefined ? <ProfileSkeleton /> : null}
      {user === null ? <SignedOut /> : null}
      {user ? <SignedIn userId={user.id} /> : null}
    </main>
  );
}

function SignedOut() {
  return (
    <>
      <SignInPrompt
        title="You’re not signed in"
        text="Sign in to keep favorites, your own order of tracks, and your support tickets."
      />
      <ProfileHelp />
    </>
  );
}

function SignedIn({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const handleLogOut = async () => {
    await signOut();
    void navigate('/login');
  };
  const logOut = (
    <Button look="danger" block onClick={() => void handleLogOut()}>
      Log Out
    </Button>
  );
  if (useIsPending(userId)) return <ProfileSkeleton>{logOut}</ProfileSkeleton>;
  return (
    <>
      <ProfileHeader userId={userId} />
      <div className="profile-columns">
        <div className="stack profile-stack">
          <SubscriptionCard userId={userId} />
          <section className="card" aria-labelledby="content">
            <h2 id="content">Your Content</h2>
            <Link className="setting" to="/favorites">
              <Icon of={Heart} />
              <span className="setting-text">
                <strong>My Favorites</strong>
              </span>
              <Icon of={ChevronRight} />
            </Link>
            <NotificationsLink />
          </section>
          <TicketsCard userId={userId} />
          <SettingsCard userId={userId} />
        </div>
        <div className="stack profile-stack">
          <AccountCard />
          <SessionsCard userId={userId} />
          <PrivacyCard userId={userId} />
        </div>
        <div className="stack profile-foot">
          <ProfileHelp />
          {logOut}
        </div>
      </div>
    </>
  );
}

/** True until each part has loaded or failed: a card that grows would shift the others. */
function useIsPending(userId: string): boolean {
  // Not `useQueries`, which would enlarge the shared bundle.
  const parts = [
    useQuery(profileQuery(userId)),
    useQuery(preferencesQuery(userId)),
    useQuery(subscriptionQuery(userId)),
    useQuery(ticketsQuery(userId)),
    useQuery(consentQuery(userId, 'play_log')),
    useQuery(sessionsQuery(userId)),
    useQuery(deletionQuery(userId)),
  ];
  return parts.some(
    ({ isPending, failureCount, fetchStatus }) =>
      isPending && failureCount === 0 && fetchStatus !== 'paused',
  );
}

function NotificationsLink() {
  const unread = useUnreadCount();
  return (
    <Link className="setting" to="/notifications">
      <Icon of={Bell} />
      <span className="setting-text">
        <strong>Notifications</strong>
      </span>
      {unread > 0 ? <span className="badge">{unread} new</span> : null}
      <Icon of={ChevronRight} />
    </Link>
  );
}

function ProfileHeader({ userId }: { userId: string }) {
  const profile = useQuery(profileQuery(userId));
  const username = profile.data?.username ?? null;
  const avatarUrl = profile.data?.avatar_url ?? null;
  return (
    <>
      <section className="profile-head">
        <Avatar big username={profile.isPending ? undefined : username} url={avatarUrl} />
        <p className="profile-name">{username || 'Anonymous User'}</p>
        {/* Waits for the saved values: the form would start empty, and saving would erase them. */}
        {profile.data !== undefined ? (
          <EditProfileDialog saved={{ username: username ?? '', avatar_url: avatarUrl ?? '' }} />
        ) : null}
      </section>
      {profile.isError && profile.data === undefined ? (
        <Banner tone="bad">
          We couldn’t load your profile. It’ll appear as soon as you’re back online.
        </Banner>
      ) : null}
    </>
  );
}
