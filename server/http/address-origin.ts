import type { Config } from '#server/core/config.ts';
import type { OriginOf } from '#server/tables/table-request.ts';

/** A host and port that may be used as the prefix of stored paths. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** Our own pages ask for relative addresses: they may be open under another host name than `SITE_URL`. */
const RELATIVE = /(?:^|,)\s*addresses=relative\s*(?:,|$)/;

type OriginSettings = Pick<Config, 'SITE_URL' | 'GIVEN' | 'TRUST_PROXY'>;

/** Origin of addresses in an answer: `SITE_URL`, or else the requested host. */
export function createOriginOf({ SITE_URL, GIVEN, TRUST_PROXY }: OriginSettings): OriginOf {
  const site = SITE_URL.replace(/\/+$/, '');
  const isGiven = GIVEN.has('SITE_URL');
  return ({ headers }) => {
    if (RELATIVE.test(String(headers['prefer'] ?? ''))) return '';
    const { host = '' } = headers;
    if (isGiven || !HOST.test(host)) return site;
    const forwarded = TRUST_PROXY === false ? undefined : headers['x-forwarded-proto'];
    const isSecure =
      String(forwarded ?? '')
        .split(',')[0]
        ?.trim() === 'https';
    return `${isSecure ? 'https' : 'http'}://${host}`;
  };
}
