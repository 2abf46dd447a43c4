import type { Timestamp } from './column-types.ts';

/** See `server/modules/mail/waiting-mails.ts`. `held_until` is the database's time, as in `leases`. */
export interface WaitingMailsTable {
  id: string;
  /** The whole mail, encrypted with a key derived from `JWT_SECRET`. */
  sealed: string;
  /** Number of send attempts. */
  tries: number;
  /** The process that is sending it, while its lease lasts. */
  holder: string;
  held_until: Timestamp;
}
