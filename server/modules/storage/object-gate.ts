import type { StoredObject } from '#contract/calls/storage.ts';
import type { Actor } from '#server/core/actor.ts';
import type { ObjectName } from './object-name.ts';

/** Who may open what. Storage asks, and does not know why; the composition root brings the one who does. */
export interface ObjectGate {
  /** Whether everybody may open this file by its plain address. */
  isOpen(object: ObjectName): Promise<boolean>;
  /** The recording of a track, when it can be heard at all. */
  recordingOf(trackId: number): Promise<ObjectName | undefined>;
  /** Whether this person may hear what is not open. */
  mayHear(actor: Actor): Promise<boolean>;
}

/**
 * Called when a file was stored and before its sender is told, for whoever has to do something with it; with what
 * the sender called it.
 */
export type OnStored = (stored: StoredObject, sentName: string) => Promise<void>;
