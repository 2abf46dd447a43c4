import type { IncomingHttpHeaders } from 'node:http';

export interface Version {
  etag: string;
  modifiedAt: Date;
}

/** RFC 9110 §13.2.2: the order in which preconditions count. */
export function checkConditions(
  headers: IncomingHttpHeaders,
  version: Version,
): 'send' | 'not modified' | 'failed' {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined && !listsTag(ifMatch, version.etag, false)) return 'failed';
  const unmodifiedSince = headers['if-unmodified-since'];
  if (ifMatch === undefined && unmodifiedSince && isNewer(version, unmodifiedSince))
    return 'failed';
  if (ifNoneMatch !== undefined) {
    return listsTag(ifNoneMatch, version.etag, true) ? 'not modified' : 'send';
  }
  const modifiedSince = headers['if-modified-since'];
  return modifiedSince && isDate(modifiedSince) && !isNewer(version, modifiedSince)
    ? 'not modified'
    : 'send';
}

/** Whether the rest of a half-received file may be sent: only of exactly this version. */
export function allowsRange(ifRange: string | undefined, version: Version): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.includes('"')) return ifRange.trim() === version.etag;
  return Date.parse(ifRange) === wholeSeconds(version.modifiedAt);
}

function listsTag(list: string, etag: string, isWeak: boolean): boolean {
  if (list.trim() === '*') return true;
  return list.split(',').some((item) => {
    const tag = item.trim();
    return tag === etag || (isWeak && tag === `W/${etag}`);
  });
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function isNewer({ modifiedAt }: Version, since: string): boolean {
  return wholeSeconds(modifiedAt) > Date.parse(since);
}

/** HTTP dates have no fractions. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
