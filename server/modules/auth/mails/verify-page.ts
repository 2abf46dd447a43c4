import type { SimplePage } from '#server/http/pages/simple-page.ts';

interface Words {
  heading: string;
  text: string;
  button: string;
}

const CONFIRM: Words = {
  heading: 'Confirm your address',
  text: 'One press, and your account is ready.',
  button: 'Confirm my address',
};

const WORDS: Readonly<Record<string, Words>> = {
  signup: CONFIRM,
  email: { heading: 'Welcome', text: 'One press, and you are in.', button: 'Continue' },
  magiclink: { heading: 'Welcome back', text: 'One press, and you are in.', button: 'Sign in' },
  recovery: {
    heading: 'Choose a new password',
    text: 'One press, and you can choose a new password.',
    button: 'Continue',
  },
  invite: {
    heading: 'You are invited',
    text: 'One press, and the account is yours.',
    button: 'Accept the invitation',
  },
  email_change: {
    heading: 'Confirm the change',
    text: 'One press, and this address is confirmed.',
    button: 'Confirm',
  },
};

/**
 * Page shown when a mailed link is opened. Mail scanners stop here; a user presses the button, which posts to
 * the same address.
 */
export function createVerifyPage(
  type: string,
  page: Pick<SimplePage, 'brand' | 'action' | 'redirectTo'>,
): SimplePage {
  const { heading, text, button } = WORDS[type] ?? CONFIRM;
  return {
    ...page,
    title: heading,
    paragraphs: [text],
    button,
    closing: ['Only you should have this link. It works once.'],
  };
}
