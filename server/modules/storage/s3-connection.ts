import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from '#server/core/s3-location.ts';
import { createStoreAwayError } from './storage.errors.ts';

type Sdk = typeof import('@aws-sdk/client-s3');

/** With the usual names of the environment as credentials, which the SDK reads and nobody here sees. */
export interface S3Connection {
  /** One question to the store. Undefined when what it was about is not there. */
  ask<T>(
    what: string,
    question: (sdk: Sdk, client: S3Client) => Promise<T>,
  ): Promise<T | undefined>;
  /** The same, where an absence is a failure. */
  demand<T>(what: string, question: (sdk: Sdk, client: S3Client) => Promise<T>): Promise<T>;
}

const CONNECT_MS = 3_000;
/** Until it begins to answer. */
const ANSWER_MS = 15_000;
/** Of one question, with growing waits between: a 503 or a line that broke is asked again. */
const TRIES = 4;
/** More listeners than this wait for each other's piece, and not for each other's listening. */
const CONNECTIONS = 128;

/** The SDK is loaded by the first question: a server that keeps its files in a folder never has it in memory. */
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
  const client = new sdk.S3Client({
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
  });
  return { sdk, client };
}

const ABSENT = ['NoSuchKey', 'NotFound', 'NoSuchUpload'];

const isAbsence = (error: unknown) => error instanceof Error && ABSENT.includes(error.name);

/** The SDK's errors carry the key's id and what was signed: only these words reach a log. */
export function describeS3Error(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const metadata = '$metadata' in error ? Object(error.$metadata) : {};
  const status = metadata.httpStatusCode === undefined ? '' : ` (HTTP ${metadata.httpStatusCode})`;
  // A refused connection is an AggregateError without a text.
  const reason = error.message || ('code' in error ? String(error.code) : 'no answer');
  return `${error.name}: ${reason}${status}`;
}
