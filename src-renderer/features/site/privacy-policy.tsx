import { LegalPage } from './legal-page.tsx';
import type { LegalText } from './legal-text.ts';

/**
 * What this software really keeps, in the words a reader needs. Each statement here names a table,
 * a device key or a behaviour of the server; change the software and this text together.
 */
export const privacyPolicy: LegalText = {
  title: 'Privacy Policy',
  updated: '2026-11-21',
  summary:
    'We keep what the app needs to work for you, we show it to nobody who has no business with it, and we delete it when you ask.',
  sections: (brand) => [
    {
      id: 'who-we-are',
      heading: 'Who we are',
      body: (
        <>
          <p>
            {brand.name} is an audio companion for pregnancy, birth and the weeks after. It is run
            by {brand.company}, a company registered in the United Kingdom, at{' '}
            {brand.address.join(', ')}. For the personal data described here we are the controller
            under the UK General Data Protection Regulation (UK GDPR) and the Data Protection Act
            2018.
          </p>
          <p>
            Write to <a href={`mailto:${brand.email}`}>{brand.email}</a> about anything on this
            page.
          </p>
        </>
      ),
    },
    {
      id: 'what-we-keep',
      heading: 'What we keep, and why',
      body: (
        <>
          <p>
            You can open the site, search and listen without an account. With an account we keep:
          </p>
          <ul>
            <li>
              <b>Your account.</b> Your e-mail address, a one-way hash of your password (argon2id;
              we cannot read the password itself), and the times at which the account was made,
              confirmed and last used. We need these to let you in, and only you.
            </li>
            <li>
              <b>Your sign-ins.</b> One record for each device that is signed in, with the time and
              the way you signed in, so that you can be signed out everywhere. It holds no network
              address and no kind of browser.
            </li>
            <li>
              <b>Your profile.</b> The username and picture address you choose to give. Both are
              optional.
            </li>
            <li>
              <b>Your listening.</b> The tracks you marked as favorites, and where you stopped in a
              track you did not finish, so that the app can take you back there. If you agreed to
              it, the tracks you started, so that you can look back on them; you can take that back
              in your profile, which deletes them at once. Our reports count plays; they do not show
              what one named person listened to.
            </li>
            <li>
              <b>Your subscription.</b> Its kind, status and dates, where you have one. The app
              takes no card details; nothing is sold inside it.
            </li>
            <li>
              <b>What you write to us.</b> Support tickets and our answers, newsletter sign-ups with
              the time of your consent, and deletion requests.
            </li>
          </ul>
          <p>
            What you listen to may say something about your faith or your pregnancy. The law treats
            such information with special care, and so do we: it is used to play your audio and for
            nothing else. We do not ask for a due date, a diagnosis, a church or the name of your
            child, and we ask you not to put such things in a support ticket unless you want us to
            know.
          </p>
        </>
      ),
    },
    {
      id: 'legal-grounds',
      heading: 'Our legal grounds',
      body: (
        <ul>
          <li>
            <b>Contract</b> (Article 6(1)(b)): your account, profile, favorites, places in tracks,
            subscription and support tickets, because without them we could not give you the service
            you asked for.
          </li>
          <li>
            <b>Consent</b> (Articles 6(1)(a) and 9(2)(a)): the newsletter, reminders, the history of
            what you listened to, and anything that reveals your beliefs or your health. You can
            take consent back at any time; what was done before stays lawful.
          </li>
          <li>
            <b>Legitimate interests</b> (Article 6(1)(f)): keeping the service safe, which includes
            short-lived technical logs and limits on repeated sign-in attempts.
          </li>
          <li>
            <b>Legal duty</b> (Article 6(1)(c)): proof that a deletion was carried out, kept as a
            hash that does not name you.
          </li>
        </ul>
      ),
    },
    {
      id: 'who-sees-it',
      heading: 'Who sees it',
      body: (
        <>
          <p>
            Our own staff, when they answer you or look after the service. The companies that host
            our server and carry our mail, under contracts that bind them to our instructions. No
            one else, unless a court or the law requires it.
          </p>
          <p>
            We sell nothing about you. The pages load no trackers, no advertising scripts, no fonts
            and no audio from other companies: everything comes from our own server. When you press
            a link to a social network or an app store you leave this site, and their rules apply
            there.
          </p>
          <p>
            Our data is kept in the United Kingdom or the European Economic Area. If that ever has
            to change, we will use the safeguards that UK law requires and say so here first.
          </p>
        </>
      ),
    },
    {
      id: 'how-long',
      heading: 'How long we keep it',
      body: (
        <ul>
          <li>Your account and what belongs to it: until you delete it.</li>
          <li>
            After a deletion request is approved: your personal data is erased within 30 days of the
            approval, from the live system first and from backups as they are replaced.
          </li>
          <li>
            The history of what you started: a year, or until you switch it off. Our anonymous
            counts stay.
          </li>
          <li>Sign-in links and codes: at most 24 hours, and only until they are used.</li>
          <li>Technical logs: up to 30 days. They hold no passwords and no sign-in tokens.</li>
          <li>
            Support tickets: two years after the last message, or until you ask us to delete them.
          </li>
          <li>
            The newsletter: a sign-up that you do not confirm, 30 days; else until you unsubscribe;
            afterwards only the fact that you did, so that we do not write again.
          </li>
        </ul>
      ),
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      body: (
        <>
          <p>
            You may ask to see your data, to have a copy in a common format, to correct it, to limit
            or object to its use, to take back consent, and to have it deleted.{' '}
            <a href="/profile">Your profile</a> has a copy to download at any time. Use{' '}
            <a href="/account-deletion">the account deletion page</a>, where you can also ask for a
            copy, or write to us. We answer within one month and charge nothing.
          </p>
          <p>
            If you are not content with our answer, you can complain to the Information
            Commissioner’s Office, at ico.org.uk.
          </p>
        </>
      ),
    },
    {
      id: 'children',
      heading: 'Children',
      body: (
        <p>
          {brand.name} is not meant for children under 13, and we do not knowingly keep their data.
          If you believe that a child under 13 has made an account, tell us and we will delete it.
        </p>
      ),
    },
    {
      id: 'shared-devices',
      heading: 'Shared devices in birth centres',
      body: (
        <p>
          On a screen that belongs to a birth centre, everything personal (your session, your
          favorites and what you typed) is removed when you end your session and when the screen has
          been left alone for a few minutes. The centre is responsible for the machine itself.
        </p>
      ),
    },
    {
      id: 'security',
      heading: 'How we protect it',
      body: (
        <p>
          Connections are encrypted. Each request is checked against rules that let a person reach
          only her own rows. Passwords, sign-in links and codes are kept as hashes. No system is
          perfect: if a breach is likely to put you at risk, we will tell you and the Information
          Commissioner’s Office as the law requires.
        </p>
      ),
    },
    {
      id: 'changes',
      heading: 'Changes to this policy',
      body: (
        <p>
          When we change what we do, we change this page and the date above it. If the change
          matters to you, we also tell you in the app before it takes effect.
        </p>
      ),
    },
  ],
};

export function PrivacyPage() {
  return <LegalPage text={privacyPolicy} />;
}
