import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** One secret in the settings, a key of its own for each use, so that no proof can be played as another. */
export interface SecretKeys {
  /** Signs access tokens; the secret itself, as other programs that share it expect. */
  readonly accessTokens: KeyObject;
  readonly refreshTokens: KeyObject;
  readonly oneTimeTokens: KeyObject;
  readonly handOvers: KeyObject;
  readonly deviceMarks: KeyObject;
  /** Seals what an admin's second factor is proved with. */
  readonly secondFactors: KeyObject;
  /** Seals mails until the mail server has them. */
  readonly waitingMails: KeyObject;
  /** Marks mails about a ticket, so that a reply finds it. */
  readonly ticketMarks: KeyObject;
  /** Makes up the ids that are answered for an address without an account. */
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
