/**
 * Everything that answers a visitor without a session. A route that is not here refuses her with
 * 401 or 403; a test asks every route of the program and compares.
 */
export const PUBLIC_ROUTES: readonly { path: string; because: string }[] = [
  { path: '/healthz', because: 'says only that the process lives' },
  { path: '/readyz', because: 'says only whether it can work' },
  { path: '/metrics', because: 'has its own rule: this machine, or the token' },
  { path: '/robots.txt', because: 'is for search engines' },
  { path: '/sitemap.xml', because: 'is for search engines' },
  { path: '/auth/v1/signup', because: 'makes an account' },
  { path: '/auth/v1/token', because: 'signs in' },
  { path: '/auth/v1/otp', because: 'signs in by mail' },
  { path: '/auth/v1/recover', because: 'is for a forgotten password' },
  { path: '/auth/v1/resend', because: 'sends a confirmation again' },
  { path: '/auth/v1/verify', because: 'carries a one-time token' },
  { path: '/auth/v1/settings', because: 'says which ways to sign in there are' },
  { path: '/auth/v1/health', because: 'says only that the service lives' },
  { path: '/auth/v1/.well-known/jwks.json', because: 'is public by purpose' },
  { path: '/auth/v1/admin/login', because: 'asks for the admin password' },
  { path: '/rest/v1', because: 'policies decide row by row, for the anon key too' },
  { path: '/rest/v1/:table', because: 'policies decide row by row, for the anon key too' },
  { path: '/realtime/v1/changes', because: 'the same policies decide event by event' },
  { path: '/storage/v1/object/public/:bucket/*path', because: 'holds what everybody may hear' },
  { path: '/storage/v1/object/sign/:bucket/*path', because: 'carries its own signature' },
  { path: '/storage/v1/object/sign/audio_content/:id', because: 'asks itself who may hear' },
  { path: '/newsletter', because: 'is a form on the landing page' },
  { path: '/newsletter/confirm', because: 'carries a one-time token' },
  { path: '/newsletter/unsubscribe', because: 'carries a token' },
  { path: '/account-deletion-requests', because: 'is a form, answered by a mail to the address' },
  { path: '/account-deletion-requests/confirm', because: 'carries a one-time token' },
];
