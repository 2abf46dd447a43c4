import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Location } from '#server/core/s3-location.ts';
import { createStoreAwayError } from './storage.errors.ts';

type Sdk = typeof import('@aws-sdk/client-s3');

/** Credentials come from the usual environment variables, read by the SDK only. */
export interface S3Connection {
  /** Sends a request to the store. Undefined if the object does not exist. */
  ask<T>(
    what: string,
    question: (sdk: Sdk, client: S3Client) => Promise<T>,
  ): Promise<T | undefined>;
  /** The same, but a missing object is an error. */
  demand<T>(what: string, question: (sdk: Sdk, client: S3Client) => Promise<T>): Promise<T>;
}

const CONNECT_MS = 3_000;
/** Timeout until the response begins. */
const ANSWER_MS = 15_000;
/** Attempts per request, with backoff after a 503 or a broken connection. */
const TRIES = 4;
/** Further listeners queue for each chunk, not for the whole recording. */
const CONNECTIONS = 128;

/** Loads the SDK on first use, so that servers with local storage never load it. */
export function createS3Connection(location: S3Location): S3Connection {
  let loading: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const load = () => {
    loading ??= connect(location);
    return loading;
  };
  const ask: S3Connection['ask'] = async (what, question) => {
    try {
      const { sdk, client } = await load();
      return await question(sdk, client);
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw createStoreAwayError(new Error(`${what}: ${describeS3Error(error)}`));
    }
  };
  return {
    ask,
    async demand(what, question) {
      const answer = await ask(what, question);
      if (answer === undefined) throw createStoreAwayError(new Error(`${what}: it is not there`));
      return answer;
    },
  };
}

async function connect(location: S3Location): Promise<{ sdk: Sdk; client: S3Client }> {
  const sdk = await import('@aws-sdk/client-s3');
  return { sdk, client: new sdk.S3Client(clientSettings(location)) };
}

/** Settings shared by all S3 clients. */
export function clientSettings(location: S3Location): S3ClientConfig {
  return {
    forcePathStyle: location.isPathStyle,
    maxAttempts: TRIES,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
    ...(location.endpoint === undefined ? {} : { endpoint: location.endpoint }),
    ...(location.region === undefined ? {} : { region: location.region }),
  };
}

const ABSENT = ['NoSuchKey', 'NotFound', 'NoSuchUpload'];

const isAbsence = (error: unknown) => error instanceof Error && ABSENT.includes(error.name);

/** Text for the log: the SDK's errors contain the key's id and signed data. */
export function describeS3Error(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const metadata = '$metadata' in error ? Object(error.$metadata) : {};
  const status = metadata.httpStatusCode === undefined ? '' : ` (HTTP ${metadata.httpStatusCode})`;
  // A refused connection is an AggregateError without a message.
  const reason = error.message || ('code' in error ? String(error.code) : 'no answer');
  return `${error.name}: ${reason}${status}`;
}
