import { createHash } from 'node:crypto';
import PostalMime, { addressParser, type Email } from 'postal-mime';
import { wordsOfHtml } from './html-words.ts';

/** What the head of a mail says; nothing of it is believed before it was compared with what we know. */
export interface MailHead {
  /** Made of its Message-ID, or of its whole head where it has none: the same mail has the same one. */
  readonly key: string;
  /** In small letters; undefined when it is nobody's, or several people's. */
  readonly sender: string | undefined;
  /** Where the mark of a ticket may stand. */
  readonly marked: string;
  /** Nobody wrote it: an absence note, a bounce, a list, a program. */
  readonly isAutomatic: boolean;
}

export interface MailBody {
  readonly text: string;
  /** Names only. */
  readonly attachments: readonly string[];
}

/** Of a mail, or of its head alone. */
export async function readHead(source: Uint8Array): Promise<MailHead> {
  const mail = await parse(source);
  const { messageId, subject, inReplyTo, references } = mail;
  return {
    key: createHash('sha256')
      .update(messageId?.trim() || source)
      .digest('hex'),
    sender: senderOf(mail),
    marked: [references, inReplyTo, subject].filter(Boolean).join('\n'),
    isAutomatic: isAutomatic(mail),
  };
}

export async function readBody(source: Uint8Array): Promise<MailBody> {
  const { text = '', html = '', attachments } = await parse(source);
  return {
    text: text.trim() === '' ? wordsOfHtml(html) : text,
    attachments: attachments.filter(isAttached).map(({ filename }) => nameOf(filename)),
  };
}

/** A mail within a mail is an attachment: its words are not hers. */
const parse = (source: Uint8Array): Promise<Email> =>
  PostalMime.parse(source, { forceRfc822Attachments: true });

function senderOf({ headers }: Email): string | undefined {
  const [first, ...others] = headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => addressParser(value, { flatten: true }));
  return others.length === 0 ? first?.address?.toLowerCase() || undefined : undefined;
}

const MACHINES_PRECEDENCE = /^(bulk|junk|list|auto_reply)\b/i;
/** Present only in what no person wrote (RFC 3834, and what came before it). */
const MACHINES_HEADERS = [
  'list-id',
  'list-unsubscribe',
  'x-autoreply',
  'x-autorespond',
  'x-auto-response-suppress',
  'x-failed-recipients',
  'x-loop',
];

function isAutomatic({ headers }: Email): boolean {
  const said = (name: string) => headers.find(({ key }) => key === name)?.value.trim();
  const submitted = said('auto-submitted');
  return (
    (submitted !== undefined && !/^no\b/i.test(submitted)) ||
    MACHINES_PRECEDENCE.test(said('precedence') ?? '') ||
    MACHINES_HEADERS.some((name) => said(name) !== undefined) ||
    said('return-path') === '<>' ||
    /^multipart\/report\b/i.test(said('content-type') ?? '')
  );
}

/** A picture of a signature is shown within the text, and no file of hers. */
const isAttached = ({ related, disposition }: Email['attachments'][number]) =>
  !(related && disposition !== 'attachment');

const LONGEST_NAME = 80;

function nameOf(filename: string | null): string {
  const name = (filename ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return name.slice(0, LONGEST_NAME) || 'a file without a name';
}
