import type { AuthView } from './auth.atoms.ts';

interface ViewTexts {
  readonly submit: string;
  readonly busy: string;
  readonly lede: string;
}

/** Labels exactly as specified; the ledes are shown under the page title. */
export const VIEW_TEXTS: Record<AuthView, ViewTexts> = {
  sign_in: { submit: 'Sign in', busy: 'Signing in...', lede: 'Sign in to your account' },
  sign_up: { submit: 'Sign up', busy: 'Signing up...', lede: 'Join our community today' },
  forgotten_password: {
    submit: 'Send reset password instructions',
    busy: 'Sending instructions...',
    lede: 'We send you a link to choose a new password',
  },
  magic_link: {
    submit: 'Send Magic Link',
    busy: 'Sending the link...',
    lede: 'We send you a link that signs you in',
  },
  update_password: {
    submit: 'Update password',
    busy: 'Updating password...',
    lede: 'Choose a new password',
  },
  verify_otp: {
    submit: 'Verify token',
    busy: 'Verifying token...',
    lede: 'Enter the six digits from our mail',
  },
};
