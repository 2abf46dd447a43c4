import { z } from 'zod';
import type { S3Connection } from './s3-connection.ts';
import type { ObjectKey } from './s3-objects.ts';
import { createUploadBusyError } from './storage.errors.ts';

const schema = z.object({
  /** None while nothing has filled a part. */
  uploadId: z.string().nullable(),
  parts: z.array(z.object({ tag: z.string(), bytes: z.number() })),
  /** What came after the last part. */
  tail: z.object({ name: z.string(), bytes: z.number() }).nullable(),
});
export type PartState = z.infer<typeof schema>;

export function sizeOf({ parts, tail }: PartState): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, tail?.bytes ?? 0);
}

interface Versioned {
  readonly state: PartState;
  /** As the store names it; who has read another one may not write over it. */
  readonly version: string | undefined;
}

const EMPTY: PartState = { uploadId: null, parts: [], tail: null };

/** Which bytes of an upload count, in one object that is replaced in one step. */
export class PartStates {
  readonly #s3: S3Connection;
  readonly #keyOf: (id: string) => ObjectKey;

  constructor(s3: S3Connection, keyOf: (id: string) => ObjectKey) {
    this.#s3 = s3;
    this.#keyOf = keyOf;
  }

  async begin(id: string): Promise<void> {
    await this.save(id, EMPTY, undefined);
  }

  find(id: string): Promise<Versioned | undefined> {
    return this.#s3.ask(`reading the state of ${id}`, async (sdk, client) => {
      const { Body, ETag } = await client.send(new sdk.GetObjectCommand(this.#keyOf(id)));
      const text = (await Body?.transformToString()) ?? '';
      return { state: schema.parse(JSON.parse(text)), version: ETag };
    });
  }

  async get(id: string): Promise<Versioned> {
    return (await this.find(id)) ?? { state: EMPTY, version: undefined };
  }

  async save(id: string, state: PartState, version: string | undefined): Promise<Versioned> {
    const answer = await this.#s3.demand(`writing the state of ${id}`, async (sdk, client) => {
      const Body = Buffer.from(JSON.stringify(state));
      const IfMatch = version;
      try {
        return await client.send(new sdk.PutObjectCommand({ ...this.#keyOf(id), Body, IfMatch }));
      } catch (error) {
        if (error instanceof Error && error.name === 'PreconditionFailed') return 'another';
        throw error;
      }
    });
    if (answer === 'another') throw createUploadBusyError();
    return { state, version: answer.ETag };
  }

  async remove(id: string): Promise<void> {
    await this.#s3.ask(`removing the state of ${id}`, (sdk, client) =>
      client.send(new sdk.DeleteObjectCommand(this.#keyOf(id))),
    );
  }
}
