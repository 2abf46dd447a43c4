/** Mount points of the server, shared with clients and the development proxy. */
export const API_PATHS = {
  auth: '/auth/v1',
  tables: '/rest/v1',
  realtime: '/realtime/v1',
  changes: '/realtime/v1/changes',
  realtimeSocket: '/realtime/v1/websocket',
  storage: '/storage/v1',
  publicObject: '/storage/v1/object/public',
  signedObject: '/storage/v1/object/sign',
  resumableUpload: '/storage/v1/upload/resumable',
  newsletter: '/newsletter',
  newsletterConfirm: '/newsletter/confirm',
  newsletterUnsubscribe: '/newsletter/unsubscribe',
  accountDeletion: '/account-deletion-requests',
  accountDeletionConfirm: '/account-deletion-requests/confirm',
  accountDeletionData: '/account-deletion-requests/data',
  accountData: '/account-data',
  accountSessions: '/account-sessions',
  redeemCode: '/subscription-codes/redeem',
  /** Followed by a key; shows a centre how often its code was used. */
  centreNumbers: '/centre-numbers',
  ownTickets: '/support-tickets',
  /** Admin calls without a table or a GoTrue endpoint. */
  admin: '/admin/v1',
  /** Followed by a backup's name; requires a signed token, valid for a minute. */
  backupDownload: '/backup-downloads',
  /** Only for kiosk shells, each with its own token. */
  kioskReports: '/kiosk/v1/reports',
  kioskEnrolments: '/kiosk/v1/enrolments',
  /** Well-known address for password managers (W3C change-password-url). */
  changePassword: '/.well-known/change-password',
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
  devMailbox: '/dev/mailbox',
} as const;

/** Public address of a stored object; segments are escaped, slashes are not. */
export function publicObjectPath(bucket: string, path: string): string {
  const segments = [bucket, ...path.split('/')].map(encodeURIComponent);
  return `${API_PATHS.publicObject}/${segments.join('/')}`;
}

/** Where a listener requests a gated recording, by track and not by file. */
export function signedRecordingPath(trackId: string): string {
  return `${API_PATHS.signedObject}/audio_content/${trackId}`;
}

/** `Prefer` value of our pages, which may be open under a host name other than the server's. */
export const RELATIVE_ADDRESSES = 'addresses=relative';
