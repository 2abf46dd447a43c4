import { createHash } from 'node:crypto';
import EmailReplyParser from 'email-reply-parser';
import { convert, type FormatCallback } from 'html-to-text';
import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime';

export interface Reply {
  /** The sender's text without quotes and signature, or the whole text if nothing remains. */
  readonly text: string;
  /** Names of attached files. */
  readonly attachments: readonly string[];
}

/** Header of a mail; untrusted until compared with our data. */
export async function readHead(head: Uint8Array) {
  const mail = await PostalMime.parse(head);
  const { messageId, subject, inReplyTo, references } = mail;
  return {
    /** Hash of the Message-ID, or of the whole header without one; stable per mail. */
    key: createHash('sha256')
      .update(messageId?.trim() || head)
      .digest('hex'),
    sender: senderOf(mail),
    /** Text that may contain a ticket reference. */
    referenceHeaders: [references, inReplyTo, subject].filter(Boolean).join('\n'),
    isAutomatic: isAutomatic(mail),
  };
}

/** Prefers plain text to HTML. */
export async function readReply(content: Uint8Array): Promise<Reply> {
  const known = await parse(withKnownCharsets(content));
  const isDecoded = !`${known.text}${known.html}`.includes('\ufffd');
  const mail = isDecoded ? known : await parse(content);
  const text = mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? '');
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b\ufeff]/g, '')
    .replaceAll('\u00a0', ' ')
    // PostgreSQL cannot store NUL.
    .replaceAll('\0', '');
  return {
    text: withoutQuotes(clean) || clean.trim(),
    attachments: mail.attachments.filter(isAttached).map(({ filename }) => nameOf(filename)),
  };
}

/** An attached mail is an attachment; its text is not the sender's. */
const parse = (content: Uint8Array) => PostalMime.parse(content, { maxRfc822NestingDepth: 0 });

/** Renames unknown charsets to UTF-8; the library decodes them as Windows-1252, which never fails. */
function withKnownCharsets(content: Uint8Array): Uint8Array {
  const text = Buffer.from(content).toString('latin1');
  const renamed = text.replace(/(charset="?)([\w.:+-]{1,64})/gi, (given, start, label) =>
    isKnownCharset(label) ? given : `${start}utf-8`,
  );
  return Buffer.from(renamed, 'latin1');
}

function isKnownCharset(charset: string): boolean {
  try {
    new TextDecoder(charset);
    return true;
  } catch {
    return false;
  }
}

/** Inline pictures, e.g. of a signature, are not attachments. */
const isAttached = ({ disposition, related }: Attachment) =>
  disposition === 'attachment' || !related;

const LONGEST_NAME = 80;

function nameOf(filename: string | null): string {
  const name = (filename ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return name.slice(0, LONGEST_NAME) || 'a file without a name';
}

/** Outlook on the web starts the quoted mail with one of these, without wrapping it. */
const OUTLOOK_MARKS = ['#appendonsend', '#divRplyFwdMsg', '#x_divRplyFwdMsg'];
/** Elements that mail programs use for quoted mails. */
const QUOTES = ['blockquote', '.protonmail_quote', '.yahoo_quoted', '.zmail_extra', '[name=quote]'];

const originalMessage: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addLiteral('-----Original Message-----');
  builder.closeBlock({ trailingLineBreaks: 1 });
  walk(element.children, builder);
};

const textOfHtml = (html: string) =>
  convert(html, {
    wordwrap: false,
    limits: { maxDepth: 100, maxChildNodes: 5_000, ellipsis: '' },
    formatters: { originalMessage },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'table', format: 'block' },
      ...QUOTES.map((selector) => ({ selector, format: 'blockquote' })),
      ...OUTLOOK_MARKS.map((selector) => ({ selector, format: 'originalMessage' })),
    ],
  });

/** Longer text below two dashes is not a signature. */
const MAX_SIGNATURE_LINES = 12;

/** Removes quotes and signature at both ends; keeps quotes answered inline. */
function withoutQuotes(text: string): string {
  const fragments = new EmailReplyParser().read(text).getFragments();
  const isOwn = fragments.map((fragment) => {
    const isLong = fragment.getContent().split('\n').length > MAX_SIGNATURE_LINES;
    return !fragment.isHidden() || (fragment.isSignature() && isLong);
  });
  const [first, last] = [isOwn.indexOf(true), isOwn.lastIndexOf(true)];
  if (first === -1) return '';
  const answersBetween = isOwn.slice(first, last).includes(false);
  return fragments
    .slice(answersBetween ? 0 : first, last + 1)
    .map((fragment) => fragment.getContent())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Lower case; undefined for no sender or several. */
function senderOf({ headers }: Email): string | undefined {
  const [first, ...others] = headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => addressParser(value, { flatten: true }));
  return others.length === 0 ? first?.address?.toLowerCase() || undefined : undefined;
}

const AUTOMATIC_PRECEDENCE = /^(bulk|junk|list|auto_reply)\b/i;
/**
 * Headers of automatic mails only (RFC 3834 and predecessors). X-Auto-Response-Suppress is missing because
 * Outlook also sends it for personal mails.
 */
const AUTOMATIC_HEADERS = [
  'list-id',
  'list-unsubscribe',
  'x-autoreply',
  'x-autorespond',
  'x-failed-recipients',
  'x-loop',
];

/** Sent automatically: an absence note, a bounce, a list. */
function isAutomatic({ headers }: Email): boolean {
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value.trim();
  const submitted = headerOf('auto-submitted');
  return (
    (submitted !== undefined && !/^no\b/i.test(submitted)) ||
    AUTOMATIC_PRECEDENCE.test(headerOf('precedence') ?? '') ||
    AUTOMATIC_HEADERS.some((name) => headerOf(name) !== undefined) ||
    headerOf('return-path') === '<>' ||
    /^multipart\/report\b/i.test(headerOf('content-type') ?? '')
  );
}
