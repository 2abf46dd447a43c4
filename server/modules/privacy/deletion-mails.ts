import type { Brand } from '#contract/words/brand.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import type { Mail } from '#server/core/mailer.ts';
import { composeLetter } from '#server/modules/mail/mail.usecases.ts';

interface Addressed {
  readonly to: string;
  readonly brand: Brand;
}

type Letter = Parameters<typeof composeLetter>[0];

function createMail({ to, brand }: Addressed, kind: string, letter: Omit<Letter, 'sender'>): Mail {
  const sender = { name: brand.name, address: brand.address };
  return { ...composeLetter({ ...letter, sender }), to, kind };
}

/** Asks whether the request was hers. */
export function createConfirmationMail(mail: Addressed & { siteUrl: string; token: string }): Mail {
  const { brand, siteUrl, token } = mail;
  return createMail(mail, 'deletion_confirmation', {
    subject: `Please confirm the deletion of your ${brand.name} account`,
    preview: 'Without your confirmation nothing is deleted.',
    heading: 'Was this you?',
    paragraphs: [
      `Somebody, we hope you, asked ${brand.name} to delete the account of this address. Open the link within a day to say that it was you.`,
    ],
    action: {
      label: 'Yes, delete my account',
      url: `${siteUrl}${API_PATHS.accountDeletionConfirm}?token=${token}`,
    },
    notes: ['If it was not you, do nothing: without the link nothing is deleted.'],
  });
}

interface ApprovedMail extends Addressed {
  readonly siteUrl: string;
  /** The day by which she is erased. */
  readonly dueAt: string;
  /** Of the link to a copy of her data, when she asked for one. */
  readonly dataToken: string | undefined;
}

export function createApprovedMail(mail: ApprovedMail): Mail {
  const { brand, siteUrl, dueAt, dataToken } = mail;
  const day = formatDay(dueAt);
  const copy =
    dataToken === undefined
      ? undefined
      : {
          label: 'Get my data',
          url: `${siteUrl}${API_PATHS.accountDeletionData}?token=${dataToken}`,
        };
  return createMail(mail, 'deletion_approved', {
    subject: `Your ${brand.name} account will be deleted by ${day}`,
    preview: 'Until then you can still change your mind.',
    heading: 'Your request is approved',
    paragraphs: [
      `We erase your account and everything in it by ${day}, perhaps sooner. It cannot be brought back after that. We write once more when it is done, and then forget this address.`,
      ...(copy ? ['You asked for a copy of your data first. It is here until we erase them.'] : []),
    ],
    ...(copy ? { action: copy } : {}),
    notes: [`Changed your mind? Write to ${brand.email} before that day, and your account stays.`],
  });
}

export function createRefusedMail(mail: Addressed & { reason: string }): Mail {
  const { brand, reason } = mail;
  return createMail(mail, 'deletion_refused', {
    subject: `Your ${brand.name} account is not deleted`,
    preview: 'You asked us to delete it; here is why we have not.',
    heading: 'Your account stays as it is',
    paragraphs: reason.split(/\n{2,}/),
    notes: [
      `You asked ${brand.name} to delete the account of this address. Write to ${brand.email} if you see it differently; you may also complain to the data protection authority of your country.`,
    ],
  });
}

/** The last mail to this address. */
export function createErasedMail(mail: Addressed): Mail {
  const { name } = mail.brand;
  const letter = createMail(mail, 'deletion_done', {
    subject: `Your ${name} account is deleted`,
    preview: 'Your data are erased. This is our last mail.',
    heading: 'It is done',
    paragraphs: [
      `Everything ${name} kept about you is erased: your account, your favorites, what you wrote to us, and your place on any list of ours.`,
      'Copies of our database may hold it until they are replaced; should one of them be needed, you are erased from it before anybody sees it. For that alone we keep a fingerprint of your address, from which nobody reads the address itself.',
      'Thank you for the time you spent with us. Go in peace.',
    ],
    notes: ['This is our last mail to this address.'],
  });
  return { ...letter, forgetsAddress: true };
}

/** `21 December 2026`, of the day in UTC. */
function formatDay(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
