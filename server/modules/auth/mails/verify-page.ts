import type { SimplePage } from '#server/http/pages/simple-page.ts';

interface Texts {
  heading: string;
  text: string;
  button: string;
}

const CONFIRM: Texts = {
  heading: 'Confirm your address',
  text: 'One press, and your account is ready.',
  button: 'Confirm my address',
};

const TEXTS: Readonly<Record<string, Texts>> = {
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
 * Page of a mailed link. Its button posts to the same address. Mail scanners open links but press no button, so they
 * do not use up the link.
 */
export function createVerifyPage(
  type: string,
  page: Pick<SimplePage, 'brand' | 'action' | 'redirectTo'>,
): SimplePage {
  const { heading, text, button } = TEXTS[type] ?? CONFIRM;
  return {
    ...page,
    title: heading,
    paragraphs: [text],
    button,
    closing: ['Only you should have this link. It works once.'],
  };
}
