/** A bucket, or a folder of one, on an S3-compatible store. */
export interface S3Location {
  readonly bucket: string;
  /** Before every key; empty, or ends with a slash. */
  readonly prefix: string;
  /** Undefined: Amazon's own, by the region. */
  readonly endpoint: string | undefined;
  /** Undefined: the SDK finds it in the environment. */
  readonly region: string | undefined;
  /** The bucket in the path and not in the host's name, as stores of one's own want it. */
  readonly isPathStyle: boolean;
}

const PARAMETERS = ['endpoint', 'region', 'addressing'];
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** `s3://bucket/prefix?endpoint=…`; a text says what is wrong with it. */
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
    // Stores of one's own have no regions and want to hear of one all the same.
    region: searchParams.get('region') ?? (endpoint ? 'us-east-1' : undefined),
    isPathStyle: addressing === 'path',
  };
}

const isHttp = (text: string) =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
