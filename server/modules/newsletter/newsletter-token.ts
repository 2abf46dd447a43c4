import { createHmac } from 'node:crypto';

/**
 * Made from the address, so that the link in an old mail still unsubscribes and a second request
 * does not break the first link. The table holds only its hash.
 */
export function createNewsletterToken(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`newsletter\n${email}`).digest('base64url');
}
