import type { MessageStructureObject } from 'imapflow';

/** A text part, addressed by its number. */
export interface PartAddress {
  readonly number: string;
  readonly type: 'text/plain' | 'text/html';
  readonly charset: string;
  readonly encoding: string;
  /** Whether plain text is flowed (RFC 3676). */
  readonly isFlowed: boolean;
}

export interface MailParts {
  /** Plain text first, if any. */
  readonly texts: readonly PartAddress[];
  readonly attachments: readonly string[];
}

/** More levels of parts than mail programs use. */
const MAX_DEPTH = 20;
const LONGEST_NAME = 80;
/** Values allowed in the header that the worker builds. */
const TOKEN = /^[\w.:+-]{1,64}$/;

/** Finds text parts and attachments in the BODYSTRUCTURE, without content. */
export function findParts(structure: MessageStructureObject): MailParts {
  const texts: PartAddress[] = [];
  const attachments: string[] = [];
  const visit = (node: MessageStructureObject, parent: string, depth: number): void => {
    const { childNodes, part, type, disposition, parameters = {} } = node;
    // An attached mail is an attachment; its text is not the sender's.
    if (childNodes && type !== 'message/rfc822') {
      if (depth < MAX_DEPTH) for (const child of childNodes) visit(child, type, depth + 1);
      return;
    }
    const isText = type === 'text/plain' || type === 'text/html';
    if (isText && disposition !== 'attachment' && !texts.some((text) => text.type === type)) {
      const [charset = '', encoding = ''] = [parameters['charset'], node.encoding];
      texts.push({
        number: part ?? '1',
        type,
        charset: TOKEN.test(charset) ? charset : 'us-ascii',
        encoding: TOKEN.test(encoding) ? encoding : '8bit',
        isFlowed: parameters['format']?.toLowerCase() === 'flowed',
      });
    } else if (disposition === 'attachment' || (parent !== 'multipart/related' && !isText)) {
      // Inline pictures, e.g. of a signature, are not attachments.
      attachments.push(nameOf(node.dispositionParameters?.['filename'] ?? parameters['name']));
    }
  };
  visit(structure, '', 0);
  texts.sort((one, other) => Number(one.type === 'text/html') - Number(other.type === 'text/html'));
  return { texts, attachments };
}

function nameOf(filename = ''): string {
  const name = filename.replace(/[\p{C}\s]+/gu, ' ').trim();
  return name.slice(0, LONGEST_NAME) || 'a file without a name';
}
