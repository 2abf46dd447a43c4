import type { RoutePath } from './routes.ts';

/** Meta descriptions of screens. Separate from the list of screens, because only the server needs them. */
const DESCRIPTIONS: Record<RoutePath, string> = {
  '/': 'Guided scripture meditations, birth music and affirmations for Christian mothers, from the first weeks of pregnancy to the first weeks at home.',
  '/home': 'Your meditations, music and affirmations, and the place where you stopped listening.',
  '/login': 'Sign in to keep your favorites and your own order of tracks.',
  '/signup': 'An email address and a password are all it takes.',
  '/onboarding': 'A short welcome: daily scripture, prayer, and other mothers beside you.',
  '/tracks': 'Choose which tracks you hear, and in which order.',
  '/splash': 'What this companion is, whom it is for, and who makes it.',
  '/support': 'Answers, a short guide, and a person to write to.',
  '/socials': 'Find us and other mothers on the networks you already use.',
  '/profile': 'Your name, your subscription and your settings.',
  '/notifications': 'News about your tickets and new recordings.',
  '/favorites': 'The meditations you kept.',
  '/subscription': 'What premium access includes.',
  '/player/:trackId': 'Listen to one meditation in full.',
  '/labour': 'A dark screen with three big buttons, for the hours of labour.',
  '/thank-you': 'Your account has been created.',
  '/admin': 'The administration of this site.',
  '/admin/:tab': 'The administration of this site.',
  '/admin-preview': 'A static preview of the administration.',
  '/privacy': 'What we keep, why, for how long, and how to have it deleted.',
  '/terms': 'The terms under which the application may be used.',
  '/cookies': 'What is stored on your device, and what it is for.',
  '/accessibility': 'Who can use it, what does not work yet, and whom to tell.',
  '/contact': 'Write, telephone or send a letter. A person will answer.',
  '/get-started': 'Four steps from the download to the first meditation.',
  '/kiosk': 'Scripture, prayer and music to listen to at the birth centre.',
  '/hand-over': 'Continue listening on your own phone, or use it to sign in on the screen.',
  '/account-deletion': 'Ask for your account and your data to be deleted.',
  '/account-deletion-confirmation': 'Your request has been received.',
};

const NOT_FOUND_DESCRIPTION = 'The address leads nowhere. Here is the way back.';

export function describeRoute(path: string): string {
  return path in DESCRIPTIONS ? DESCRIPTIONS[path as RoutePath] : NOT_FOUND_DESCRIPTION;
}
