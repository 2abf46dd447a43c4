/** A bucket, or a folder in one, on an S3-compatible store. */
export interface S3Location {
  readonly bucket: string;
  /** Prefix of every key; empty or ending with a slash. */
  readonly prefix: string;
  /** Undefined: Amazon's own endpoint of the region. */
  readonly endpoint: string | undefined;
  /** Undefined: the SDK reads it from the environment. */
  readonly region: string | undefined;
  /** Path-style addressing, needed by self-hosted stores. */
  readonly isPathStyle: boolean;
}

const PARAMETERS = ['endpoint', 'region', 'addressing'];
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** `s3://bucket/prefix?endpoint=…`; returns a text with the problem if invalid. */
export function parseS3Location(text: string): S3Location | string {
  if (!URL.canParse(text)) return 'must be an address, as s3://bucket/prefix';
  const { hostname, pathname, searchParams, username, password } = new URL(text);
  if (username || password) {
    return 'must have no credentials in it: give AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  }
  if (!BUCKET.test(hostname)) return 'must name a bucket, as s3://bucket/prefix';
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    return `must not have "${unknown}"; known are ${PARAMETERS.join(', ')}`;
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isHttp(endpoint)) {
    return 'must have an endpoint that starts with http:// or https://';
  }
  const addressing = searchParams.get('addressing') ?? (endpoint ? 'path' : 'host');
  if (addressing !== 'path' && addressing !== 'host') return 'must have addressing=path or =host';
  const folder = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: hostname,
    prefix: folder && `${folder}/`,
    endpoint,
    // Self-hosted stores have no regions, but the SDK requires one.
    region: searchParams.get('region') ?? (endpoint ? 'us-east-1' : undefined),
    isPathStyle: addressing === 'path',
  };
}

const isHttp = (text: string) =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
