import { findMailTextFault, findSentenceFault, sentencePlaceholders } from './mail-text.ts';
import { type SiteText, type TextGroup, textsByName } from './site-texts.ts';

const CODE_INSTEAD = 'Or type this code where you were asked for it: {code}';
const EACH_ONCE = 'Use the link or the code within 24 hours. Each works once.';
const IGNORE = 'If you did not ask for this, you can ignore this email. Nothing changes.';

/** A mail whose link or code confirms something. */
const withLinkAndCode = (opening: string, note = IGNORE) => `${opening}

${CODE_INSTEAD}

---

${EACH_ONCE}

${note}`;

interface Template {
  readonly subject: string;
  /** Preview beside the subject. */
  readonly preview: string;
  readonly text: string;
}

function mail(title: string, { subject, preview, text }: Template) {
  const known = sentencePlaceholders([subject, preview, text].join('\n'));
  const findFault = (line: string) => findSentenceFault(line, known);
  return {
    title,
    hint: known.map((name) => `{${name}}`).join(', '),
    texts: {
      subject: {
        label: 'Subject',
        kind: 'line',
        text: subject,
        findFault: (line) => (line.trim() === '' ? 'The subject is empty' : findFault(line)),
      },
      preview: { label: 'Preview beside the subject', kind: 'line', text: preview, findFault },
      text: {
        label: 'Text',
        kind: 'mail',
        text,
        findFault: (own) => findMailTextFault(own, text, known),
      },
    },
  } as const satisfies TextGroup;
}

const knownAddress = (title: string, attempt: string) =>
  mail(title, {
    subject: 'You already have an account at {name}',
    preview: 'Nothing has changed.',
    text: `# You already have an account

Somebody, perhaps you, wanted to ${attempt}

[Sign in]({link})

---

If you have forgotten your password, choose ‘Forgot password’ there.

If this was not you, you can ignore this email. Nothing has changed.`,
  });

const approvedDeletion = (title: string, copy: string) =>
  mail(title, {
    subject: 'Your {name} account will be deleted by {day}',
    preview: 'Until then you can still change your mind.',
    text: `# Your request is approved

We erase your account and everything in it by {day}, perhaps sooner. It cannot be brought back after that. We write once more when it is done, and then forget this address.
${copy}
---

Changed your mind? Write to {email} before that day, and your account stays.`,
  });

/** Every mail to a user or an invited admin. */
export const MAIL_TEXTS = {
  signup: mail('Confirmation of the address', {
    subject: 'Confirm your email address for {name}',
    preview: 'One step more, and your account is ready.',
    text: withLinkAndCode(`# Welcome. It is good to have you here.

Please confirm that this address is yours. Then your account is ready.

[Confirm my address]({link})`),
  }),
  invite: mail('Invitation of a user', {
    subject: 'You are invited to {name}',
    preview: 'An account has been prepared for you.',
    text: withLinkAndCode(
      `# You are invited

Someone at {name} has prepared an account for you. Accept, choose a password, and it is yours.

[Accept the invitation]({link})`,
      'If you do not know why you got this, you can ignore it.',
    ),
  }),
  magiclink: mail('Link to sign in', {
    subject: 'Your link to sign in to {name}',
    preview: 'Sign in without a password.',
    text: withLinkAndCode(`# Sign in

Here is the link you asked for. It signs you in without a password.

[Sign in]({link})`),
  }),
  recovery: mail('New password', {
    subject: 'Choose a new password for {name}',
    preview: 'Here is the link you asked for.',
    text: withLinkAndCode(
      `# Choose a new password

It happens to all of us. Open the link, and you can choose a new password.

[Choose a new password]({link})`,
      'If you did not ask for this, ignore this email: your password stays as it is.',
    ),
  }),
  email_change_current: mail('Change of address, to the current one', {
    subject: 'Confirm the change of your {name} address',
    preview: 'Your account is about to get a new address.',
    text: withLinkAndCode(
      `# A new address for your account

Your account is about to move to another email address. Please confirm it from this, your current address. We’ll also ask the new address.

[Confirm the change]({link})`,
      'If this was not you, do not confirm, and change your password: somebody else may know it.',
    ),
  }),
  email_change_new: mail('Change of address, to the new one', {
    subject: 'Confirm your new {name} address',
    preview: 'One step more, and this is your new address.',
    text: withLinkAndCode(`# Is this your new address?

Please confirm that your account may use this email address from now on.

[Confirm this address]({link})`),
  }),
  reauthentication: mail('Code to confirm a change', {
    subject: 'Your {name} code',
    preview: 'To confirm that it is you.',
    text: `# Confirm that it is you

Type this code to continue: {code}

---

Use the code within 24 hours. It works once.

If you did not ask for this, change your password: somebody may be signed in as you.`,
  }),
  known_address_signup: knownAddress(
    'Sign-up with a known address',
    'sign up for {name} with this address. There is an account with it already: just sign in.',
  ),
  known_address_email_change: knownAddress(
    'Change to a known address',
    'move another {name} account to this address. There is an account with it already, so nothing was moved.',
  ),
  newsletter_confirmation: mail('Newsletter', {
    subject: 'One more step for the {name} newsletter',
    preview: 'Confirm and you’re in. If you do nothing, we won’t write again.',
    text: `# One more step

Someone (hopefully you) asked for the {name} newsletter at this address. Confirm and you’re in. If you do nothing, we won’t write again.

[Yes, send it to me]({link})

[Don’t email me again]({unsubscribe})`,
  }),
  support_answer: mail('Answer to a ticket', {
    subject: 'Our answer: {subject}',
    preview: 'You wrote to us; here is our answer.',
    text: `# Our answer to you

{answer}

[Read and reply in your profile]({link})

---

You wrote to {name} about “{subject}” ({ticket}).

{next}`,
  }),
  deletion_confirmation: mail('Deletion: was this you?', {
    subject: 'Please confirm the deletion of your {name} account',
    preview: 'Without your confirmation nothing is deleted.',
    text: `# Was this you?

Someone (hopefully you) asked {name} to delete the account of this address. Open the link within a day to say that it was you.

[Yes, delete my account]({link})

---

If it was not you, do nothing: without the link nothing is deleted.`,
  }),
  deletion_approved: approvedDeletion('Deletion: approved', ''),
  deletion_approved_with_data: approvedDeletion(
    'Deletion: approved, with a copy of the data',
    `
You asked for a copy of your data first. You can download it until then.

[Get my data]({link})
`,
  ),
  deletion_refused: mail('Deletion: refused', {
    subject: 'Your {name} account is not deleted',
    preview: 'You asked us to delete it; here is why we have not.',
    text: `# Your account stays as it is

{reason}

---

You asked {name} to delete the account of this address. Write to {email} if you see it differently; you may also complain to the data protection authority of your country.`,
  }),
  deletion_done: mail('Deletion: done', {
    subject: 'Your {name} account is deleted',
    preview: 'Your data has been erased. This is our last email.',
    text: `# Your account has been deleted

Everything {name} kept about you is erased: your account, your favorites, what you wrote to us, and your place on any list of ours.

Backups of our database may hold it until they are replaced. If we ever have to restore one, you are erased from it before anybody sees it. Only for that we keep a fingerprint of your address, which nobody can turn back into the address.

Thank you for the time you spent with us. Go in peace.

---

This is our last email to this address.`,
  }),
  admin_invitation: mail('Invitation to the admin area', {
    subject: 'You are invited to help with {name}',
    preview: 'Choose a password, and the admin area is open to you.',
    text: `# {person}, you are invited

You are asked to help with {name} as {role}: {roleText}

Accept, choose a password, and set up a second factor on your phone with your first sign-in.

[Accept the invitation]({link})

---

The link works once, until {day}.

If you do not know why you got this, you can ignore it.`,
  }),
} as const;

export type MailTemplate = keyof typeof MAIL_TEXTS;
export const MAIL_TEMPLATES = Object.keys(MAIL_TEXTS) as MailTemplate[];

/** Every text of a mail by its name, such as `mail.signup.subject`. */
export const MAIL_TEXTS_BY_NAME: ReadonlyMap<string, SiteText> = textsByName(
  Object.fromEntries(MAIL_TEMPLATES.map((name) => [`mail.${name}`, MAIL_TEXTS[name]])),
);
