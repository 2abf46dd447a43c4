/**
 * States what the software stores. Each statement corresponds to a table, a device key or a server
 * behaviour; change the software and this text together.
 */
export const PRIVACY_TEXTS = {
  version: '1.0',
  /** ISO date of the last substantive change. */
  updated: '2026-11-26',
  summary:
    'We keep what the app needs to work for you, we show it only to those who need it for their work, and we delete it when you ask.',
  text: `## Who we are {#who-we-are}

{name} is an audio companion for pregnancy, birth and the weeks after. It is run by {company}, a company registered in the United Kingdom, at {address}. For the personal data described here we are the controller under the UK General Data Protection Regulation (UK GDPR) and the Data Protection Act 2018.

Write to [{email}](mailto:{email}) about anything on this page.

## What we keep, and why {#what-we-keep}

You can open the site, search and listen without an account. With an account we keep:

- **Your account.** Your email address, a one-way hash of your password (argon2id; we cannot read the password itself), and the times at which the account was made, confirmed and last used. We need these to let you in, and only you.
- **Your sign-ins.** One record for each device that is signed in, with the time and the way you signed in, and the name of the browser and the system, so that you can see where you are signed in and sign out there. It holds no network address.
- **Your profile.** The username and picture address you choose to give. Both are optional.
- **Your listening.** The tracks you marked as favorites, and where you stopped in a track you did not finish, so that the app can take you back there. If you agreed to it, the tracks you started, so that you can look back on them; you can take that back in your profile, which deletes them at once. Our reports count plays; they do not show what one named person listened to.
- **Your subscription.** Its kind, status and dates, where you have one. The app takes no card details; nothing is sold inside it.
- **What you write to us.** Support tickets and our answers, newsletter sign-ups with the time of your consent, and deletion requests.

What you listen to may say something about your faith or your pregnancy. The law treats such information with special care, and so do we: it is used to play your audio and for nothing else. We do not ask for a due date, a diagnosis, a church or the name of your child, and we ask you not to put such things in a support ticket unless you want us to know.

## Our legal grounds {#legal-grounds}

- **Contract** (Article 6(1)(b)): your account, profile, favorites, places in tracks, subscription and support tickets, because without them we could not give you the service you asked for.
- **Consent** (Articles 6(1)(a) and 9(2)(a)): the newsletter, reminders, the history of what you listened to, and anything that reveals your beliefs or your health. You can take consent back at any time; what was done before stays lawful.
- **Legitimate interests** (Article 6(1)(f)): keeping the service safe, which includes short-lived technical logs and limits on repeated sign-in attempts.
- **Legal duty** (Article 6(1)(c)): proof that a deletion was carried out, kept as a hash that does not name you.

## Who sees it {#who-sees-it}

Our own staff, when they answer you or look after the service. The companies that host our server and carry our mail, under contracts that bind them to our instructions. No one else, unless a court or the law requires it.

We sell nothing about you. The pages load no trackers, no advertising scripts, no fonts and no audio from other companies: everything comes from our own server. When you press a link to a social network or an app store you leave this site, and their rules apply there.

Our data is kept in the United Kingdom or the European Economic Area. If that ever has to change, we will use the safeguards that UK law requires and say so here first.

## How long we keep it {#how-long}

- Your account and what belongs to it: until you delete it.
- After a deletion request is approved: your personal data is erased within 30 days of the approval, from the live system first and from backups as they are replaced.
- The history of what you started: a year, or until you switch it off. Our anonymous counts stay.
- Sign-in links and codes: at most 24 hours, and only until they are used.
- Technical logs: up to 30 days. They hold no passwords and no sign-in tokens.
- Support tickets: two years after the last message, or until you ask us to delete them.
- The newsletter: 30 days if you do not confirm the sign-up, otherwise until you unsubscribe. After that we keep only the fact that you did, so that we do not write again.

## Your rights {#your-rights}

You may ask to see your data, to have a copy in a common format, to correct it, to limit or object to its use, to take back consent, and to have it deleted. [Your profile](/profile) has a copy to download at any time. Use [the account deletion page](/account-deletion), where you can also ask for a copy, or write to us. We answer within one month and charge nothing.

If you are not content with our answer, you can complain to the Information Commissioner’s Office, at ico.org.uk.

## Children {#children}

{name} is not meant for children under 13, and we do not knowingly keep their data. If you believe that a child under 13 has made an account, tell us and we will delete it.

## Shared devices in birth centres {#shared-devices}

On a screen that belongs to a birth centre, everything personal (your session, your favorites and what you typed) is removed when you end your session and when the screen has been left alone for a few minutes. The centre is responsible for the machine itself.

## How we protect it {#security}

Connections are encrypted. Each request is checked against rules that give a person access only to their own rows. Passwords, sign-in links and codes are kept as hashes. No system is perfect: if a breach is likely to put you at risk, we will tell you and the Information Commissioner’s Office as the law requires.

## Changes to this policy {#changes}

When we change what we do, we change this page and the date above it. If the change matters to you, we also tell you in the app before it takes effect.
`,
};
