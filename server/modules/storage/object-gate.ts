import type { StoredObject } from '#contract/calls/storage.ts';
import type { Actor } from '#server/core/actor.ts';
import type { ObjectName } from './object-name.ts';

/** Access rules of files. Storage does not know their reasons; the composition root supplies them. */
export interface ObjectGate {
  /** Whether the file is public at its plain address. */
  isOpen(object: ObjectName): Promise<boolean>;
  /** Recording of a track, if playable. */
  recordingOf(trackId: number): Promise<ObjectName | undefined>;
  /** Whether the actor may hear gated recordings. */
  mayHear(actor: Actor): Promise<boolean>;
}

/** Called after a file was stored and before the response, with the sender's file name. */
export type OnStored = (stored: StoredObject, sentName: string) => Promise<void>;
