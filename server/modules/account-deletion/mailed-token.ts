import { createHash, randomBytes } from 'node:crypto';

/** A secret for a link in a mail, and what the database keeps of it. */
export function createMailedToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashMailedToken(token) };
}

export function hashMailedToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
