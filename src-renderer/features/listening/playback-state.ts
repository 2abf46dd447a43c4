import type { PlayableTrack, PlaybackStatus, Surface } from '#renderer/data/playback.ts';

/** What the machine of `playback-machine.ts` knows. */
export interface Machine {
  readonly status: PlaybackStatus;
  readonly track: PlayableTrack | null;
  readonly surface: Surface;
  /** False until this track was heard. */
  readonly hasStarted: boolean;
  /** She pressed play for what happens now; false when it follows or comes back by itself. */
  readonly isPressed: boolean;
  readonly position: number;
  readonly duration: number;
  /** Where its sound comes from; another than the track's own when that one was no longer good. */
  readonly address: string;
  /** Grows with every load, so that a late answer cannot speak for the next track. */
  readonly load: number;
  readonly source: Source;
  /** The element knows its file and can be sent to a second. */
  readonly isKnown: boolean;
  /** A second to go to as soon as it does. */
  readonly pending: number | null;
  /** The element has nothing to go on with and must be loaded before it plays. */
  readonly isSpent: boolean;
  /** When something last moved: the time, what is known of the file, her hand. */
  readonly movedAt: number;
  /** When bytes last came that it was waiting for. */
  readonly bytesAt: number;
  readonly tickedAt: number;
  /** When the line is to be asked next. */
  readonly askAt: number;
  /** From the first sign of it until sound has gone on for a while. */
  readonly trouble: Trouble | null;
}

export type Source = 'line' | 'memory';

/** `broken`: the element cannot use what it got. `early`: it ended too soon. `stuck`: nothing moves. */
export type Cause = 'broken' | 'early' | 'stuck';

export interface Trouble {
  readonly cause: Cause;
  readonly since: number;
  /** The second of the track. */
  readonly at: number;
  readonly asked: number;
  /** How often the element was loaded anew without sound that lasted. */
  readonly tries: number;
  /** A load is on its way and may have its time. */
  readonly isTrying: boolean;
  /** How often memory has been tried at this place. */
  readonly memoryTries: number;
}

/**
 * What the line says about a file. `lost`: no answer, or one that means later. `gone`: not there, or
 * not for her. `foreign`: our own server answers, with something that is no recording.
 */
export type Answer = 'good' | 'lost' | 'gone' | 'foreign';

interface Opening {
  readonly track: PlayableTrack;
  readonly surface: Surface;
  readonly from?: number | undefined;
}

export type MachineEvent =
  /** `follows`: nobody pressed anything, the track before it has ended. */
  | ({ type: 'play'; follows?: boolean | undefined } & Opening)
  | ({ type: 'cue' } & Opening)
  | LoadedEvent;

/** What concerns only a track that is loaded. */
export type LoadedEvent =
  | { type: 'pause' }
  | { type: 'seek'; position: number }
  | { type: 'stop' }
  | { type: 'duration'; duration: number }
  | { type: 'metadata'; duration: number }
  | { type: 'time'; position: number }
  /** Somebody moves it, and be it the system. */
  | { type: 'seeking'; position: number }
  | { type: 'playing' }
  | { type: 'waiting'; isSeeking: boolean; position: number }
  | { type: 'ended'; position: number }
  /** Some of the bytes it has too few of have come. */
  | { type: 'bytes' }
  /** `soundsOn`: it goes on for as long as what it has got lasts. */
  | { type: 'error'; soundsOn?: boolean }
  | { type: 'refused'; load: number }
  | { type: 'tick'; position: number; isSeeking?: boolean }
  | { type: 'answer'; load: number; answer: Answer }
  /** The library's present address of the track; null when there is none but the old one. */
  | { type: 'address'; load: number; address: string | null }
  /** The connection is back, or the page is looked at again. */
  | { type: 'chance'; isPaused: boolean };

export type Effect =
  /** `isAnew`: without the bytes the browser has kept, which were no good. */
  | { do: 'load'; source: Source; isAnew?: boolean }
  | { do: 'play'; load: number }
  | { do: 'pause' }
  | { do: 'seek'; position: number }
  | { do: 'unload' }
  /** Answered by `answer`. */
  | { do: 'ask'; load: number }
  /** Answered by `address`, or by `answer` when the library cannot be reached. */
  | { do: 'find-address'; load: number }
  /** What memory holds of this track is no good. */
  | { do: 'forget' }
  | { do: 'tell'; event: PlayerEvent };

/** `media`: the file is missing or broken. `rejected`: the browser refused to begin. */
type FailureReason = 'media' | 'rejected';

export type PlayerEvent =
  | { type: 'started'; track: PlayableTrack; surface: Surface }
  | { type: 'ended'; track: PlayableTrack; surface: Surface }
  | {
      type: 'failed';
      track: PlayableTrack;
      surface: Surface;
      reason: FailureReason;
      position: number;
    };

export interface View {
  /** Milliseconds. */
  readonly now: number;
  /** To which second memory holds the track from its beginning; Infinity when all of it. */
  readonly heldUntil: number;
}

export type Step = readonly [Machine, readonly Effect[]];

export const AT_REST: Machine = {
  status: 'idle',
  track: null,
  surface: 'list',
  hasStarted: false,
  isPressed: false,
  position: 0,
  duration: 0,
  address: '',
  load: 0,
  source: 'line',
  isKnown: false,
  pending: null,
  isSpent: false,
  movedAt: 0,
  bytesAt: 0,
  tickedAt: 0,
  askAt: 0,
  trouble: null,
};

/** Nothing loaded; what is still on its way for the track before must not be taken for the next. */
export function restAfter({ surface, load }: Machine): Machine {
  return { ...AT_REST, surface, load: load + 1 };
}

export function wantsSound({ status }: Pick<Machine, 'status'>): boolean {
  return status === 'loading' || status === 'playing' || status === 'recovering';
}

export function clamp(position: number, duration: number): number {
  const end = Number.isFinite(duration) && duration > 0 ? duration : position;
  return Math.min(Math.max(position, 0), end);
}
