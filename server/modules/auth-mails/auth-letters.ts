import type { Brand } from '#contract/words/brand.ts';

/** GoTrue's words for its mails. */
export type AuthMailKind =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

interface Words {
  subject: string;
  preview: string;
  heading: string;
  paragraphs: string[];
  /** Undefined where only the code is of use. */
  button?: string;
  codeLabel: string;
  unasked: string;
}

const CODE_INSTEAD = 'Or type this code where you were asked for it:';
const IGNORE = 'If you did not ask for this, you can leave this mail unanswered. Nothing changes.';

const createWords = (name: string): Record<AuthMailKind, Words> => ({
  signup: {
    subject: `Confirm your e-mail address for ${name}`,
    preview: 'One step more, and your account is ready.',
    heading: 'Welcome. It is good to have you here.',
    paragraphs: ['Please confirm that this address is yours. Then your account is ready.'],
    button: 'Confirm my address',
    codeLabel: CODE_INSTEAD,
    unasked: IGNORE,
  },
  invite: {
    subject: `You are invited to ${name}`,
    preview: 'An account has been prepared for you.',
    heading: 'You are invited',
    paragraphs: [
      `Someone at ${name} has prepared an account for you. Accept, choose a password, and it is yours.`,
    ],
    button: 'Accept the invitation',
    codeLabel: CODE_INSTEAD,
    unasked: 'If you do not know why you got this, you can leave it unanswered.',
  },
  magiclink: {
    subject: `Your link to sign in to ${name}`,
    preview: 'Sign in without a password.',
    heading: 'Sign in',
    paragraphs: ['Here is the link you asked for. It signs you in without a password.'],
    button: 'Sign in',
    codeLabel: CODE_INSTEAD,
    unasked: IGNORE,
  },
  recovery: {
    subject: `Choose a new password for ${name}`,
    preview: 'Here is the link you asked for.',
    heading: 'Choose a new password',
    paragraphs: ['It happens to all of us. Open the link, and you can choose a new password.'],
    button: 'Choose a new password',
    codeLabel: CODE_INSTEAD,
    unasked: 'If you did not ask for this, leave it unanswered: your password stays as it is.',
  },
  email_change_current: {
    subject: `Confirm the change of your ${name} address`,
    preview: 'Your account is about to get a new address.',
    heading: 'A new address for your account',
    paragraphs: [
      'Your account is about to move to another e-mail address. Please confirm it from this, your current address; the new one is asked as well.',
    ],
    button: 'Confirm the change',
    codeLabel: CODE_INSTEAD,
    unasked:
      'If this was not you, do not confirm, and change your password: somebody else may know it.',
  },
  email_change_new: {
    subject: `Confirm your new ${name} address`,
    preview: 'One step more, and this is your new address.',
    heading: 'Is this your new address?',
    paragraphs: ['Please confirm that your account may use this e-mail address from now on.'],
    button: 'Confirm this address',
    codeLabel: CODE_INSTEAD,
    unasked: IGNORE,
  },
  reauthentication: {
    subject: `Your ${name} code`,
    preview: 'To confirm that it is you.',
    heading: 'Confirm that it is you',
    paragraphs: [],
    codeLabel: 'Type this code to go on:',
    unasked: 'If you did not ask for this, change your password: somebody may be signed in as you.',
  },
});

/** The words of one kind of mail, in the owner's name. */
export function createAuthLetter(
  { name, address }: Brand,
  kind: AuthMailKind,
  secrets: { code: string; link: string },
) {
  const words = createWords(name)[kind];
  const { subject, preview, heading, paragraphs, button, codeLabel, unasked } = words;
  return {
    subject,
    preview,
    heading,
    paragraphs,
    ...(button === undefined ? {} : { action: { label: button, url: secrets.link } }),
    code: { label: codeLabel, digits: secrets.code },
    notes: [
      button === undefined
        ? 'The code holds for 24 hours and works once.'
        : 'The link and the code hold for 24 hours, and the first one used is the only one that works.',
      unasked,
    ],
    sender: { name, address },
  };
}
