import { createHmac, createSecretKey } from 'node:crypto';

export type SecretKeys = ReturnType<typeof createSecretKeys>;

/** Derives keys from the server's secret, one per use, so that no signature is valid for another use. */
export function createSecretKeys(secret: string) {
  const derive = (use: string) =>
    createSecretKey(createHmac('sha256', secret).update(`cradlesong/${use}`).digest());
  return {
    /** Signs access tokens; the secret itself, as other programs sharing it expect. */
    accessTokens: createSecretKey(Buffer.from(secret, 'utf8')),
    refreshTokens: derive('refresh-tokens'),
    oneTimeTokens: derive('one-time-tokens'),
    handOvers: derive('hand-overs'),
    deviceMarks: derive('device-marks'),
    /** Encrypts the TOTP secrets of admins. */
    secondFactors: derive('second-factors'),
    /** Encrypts queued mails. */
    waitingMails: derive('waiting-mails'),
    /** Signs ticket references in mails, so that replies can be matched. */
    ticketReferences: derive('ticket-marks'),
    /** Generates fake user ids for addresses without an account. */
    fakeUserIds: derive('stand-ins'),
  };
}
