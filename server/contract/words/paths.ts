/** Where each part of the server is mounted; clients and the development proxy use the same list. */
export const API_PATHS = {
  auth: '/auth/v1',
  tables: '/rest/v1',
  realtime: '/realtime/v1',
  changes: '/realtime/v1/changes',
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
  redeemCode: '/subscription-codes/redeem',
  /** With a key of the owner's making; a centre sees there how often its code was used. */
  centreNumbers: '/centre-numbers',
  ownTickets: '/support-tickets',
  /** What the tables and GoTrue's endpoints have no word for; refused to everybody but the admin. */
  admin: '/admin/v1',
  /** Followed by a backup's name; carries a token that works once. */
  backupDownload: '/backup-downloads',
  /** From the shells of kiosks alone, each with a token of its own; no page has one. */
  kioskReports: '/kiosk/v1/reports',
  kioskEnrolments: '/kiosk/v1/enrolments',
  kioskPictures: '/kiosk/v1/pictures',
  /** A page of nothing, in which another page is drawn at a width of its own. */
  previewFrame: '/preview-frame',
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
  devMailbox: '/dev/mailbox',
} as const;

/** The public address of a stored object; every segment is escaped, the slashes stay. */
export function publicObjectPath(bucket: string, path: string): string {
  const segments = [bucket, ...path.split('/')].map(encodeURIComponent);
  return `${API_PATHS.publicObject}/${segments.join('/')}`;
}

/** Where a listener asks for a gated recording: it names the track, and nothing of the file. */
export function signedRecordingPath(trackId: string): string {
  return `${API_PATHS.signedObject}/audio_content/${trackId}`;
}
