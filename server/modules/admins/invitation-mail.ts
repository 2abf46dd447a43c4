import { ADMIN_ROLES, type AdminRole } from '#contract/words/admin-roles.ts';
import type { Brand } from '#contract/words/brand.ts';
import type { Mail } from '#server/core/mailer.ts';
import { composeLetter } from '#server/modules/mail/mail.usecases.ts';

interface Invited {
  readonly to: string;
  readonly name: string;
  readonly role: AdminRole;
  readonly link: string;
  readonly expiresAt: string;
  readonly brand: Brand;
}

/** What opens the admin area to somebody who comes in under her own name. */
export function createInvitationMail({ to, name, role, link, expiresAt, brand }: Invited): Mail {
  const { label, text } = ADMIN_ROLES[role];
  const letter = composeLetter({
    subject: `You are invited to help with ${brand.name}`,
    preview: 'Choose a password, and the admin area is open to you.',
    heading: `${name}, you are invited`,
    paragraphs: [
      `You are asked to help with ${brand.name} as ${label}: ${lowerFirst(text)}`,
      'Accept, choose a password, and set up a second factor on your phone with your first sign-in.',
    ],
    action: { label: 'Accept the invitation', url: link },
    notes: [
      `The link works once, until ${expiresAt.slice(0, 10)}.`,
      'If you do not know why you got this, you can leave it unanswered.',
    ],
    sender: { name: brand.name, address: brand.address },
  });
  return { ...letter, to, kind: 'admin_invitation' };
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
