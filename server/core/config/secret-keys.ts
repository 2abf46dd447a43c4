import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Keys derived from the server's secret, one per use, so that no signature is valid for another use. */
export interface SecretKeys {
  /** Signs access tokens; the secret itself, as other programs sharing it expect. */
  readonly accessTokens: KeyObject;
  readonly refreshTokens: KeyObject;
  readonly oneTimeTokens: KeyObject;
  readonly handOvers: KeyObject;
  readonly deviceMarks: KeyObject;
  /** Encrypts the TOTP secrets of admins. */
  readonly secondFactors: KeyObject;
  /** Encrypts queued mails. */
  readonly waitingMails: KeyObject;
  /** Signs ticket references in mails, so that replies can be matched. */
  readonly ticketMarks: KeyObject;
  /** Generates fake user ids for addresses without an account. */
  readonly standIns: KeyObject;
}

export function createSecretKeys(secret: string): SecretKeys {
  const derive = (use: string) =>
    createSecretKey(createHmac('sha256', secret).update(`cradlesong/${use}`).digest());
  return {
    accessTokens: createSecretKey(Buffer.from(secret, 'utf8')),
    refreshTokens: derive('refresh-tokens'),
    oneTimeTokens: derive('one-time-tokens'),
    handOvers: derive('hand-overs'),
    deviceMarks: derive('device-marks'),
    secondFactors: derive('second-factors'),
    waitingMails: derive('waiting-mails'),
    ticketMarks: derive('ticket-marks'),
    standIns: derive('stand-ins'),
  };
}
