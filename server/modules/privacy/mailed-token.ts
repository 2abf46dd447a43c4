import { createSecret, hashSecret } from '#server/core/secrets.ts';

/** A secret for a link in a mail, and what the database keeps of it. */
export function createMailedToken(): { token: string; hash: string } {
  const token = createSecret();
  return { token, hash: hashSecret(token) };
}
