import type { Timestamp } from './column-types.ts';

/** See `server/modules/mail/waiting-mails.ts`. `held_until` is the database's time, as in `leases`. */
export interface WaitingMailsTable {
  id: string;
  /** The whole mail, under a key made of `JWT_SECRET`. */
  sealed: string;
  /** How often its sending was begun. */
  tries: number;
  /** The process that sends it, for as long as it says that it lives. */
  holder: string;
  held_until: Timestamp;
}
