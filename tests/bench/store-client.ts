import { S3Client } from '@aws-sdk/client-s3';
import { S3_KEYS } from '#tests/support/servers/s3-server.ts';

/** The official S3 client for the test store. */
export function connectTo(storeUrl: string) {
  const { host, pathname, searchParams } = new URL(storeUrl);
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: searchParams.get('endpoint') ?? '',
    forcePathStyle: true,
    credentials: {
      accessKeyId: S3_KEYS.AWS_ACCESS_KEY_ID,
      secretAccessKey: S3_KEYS.AWS_SECRET_ACCESS_KEY,
    },
  });
  return { client, bucket: host, folder: pathname.slice(1) };
}
