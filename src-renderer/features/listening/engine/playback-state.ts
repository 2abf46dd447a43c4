import type { PlayableTrack, PlaybackStatus, Surface } from '#renderer/data/playback.ts';

/** The state of the machine in `playback-machine.ts`. */
export interface Machine {
  readonly status: PlaybackStatus;
  readonly track: PlayableTrack | null;
  readonly surface: Surface;
  /** False until this track has sounded. */
  readonly hasStarted: boolean;
  /** The user pressed play; false for automatic advance and recovery. */
  readonly isPressed: boolean;
  readonly position: number;
  readonly duration: number;
  /** The URL in use; differs from the track's own after it was replaced. */
  readonly address: string;
  /** Increases with every load, so that late responses are ignored. */
  readonly load: number;
  readonly source: Source;
  /** The element has metadata and can seek. */
  readonly isKnown: boolean;
  /** Position to seek to once the metadata is known. */
  readonly pending: number | null;
  /** The element has no data left and must reload before playing. */
  readonly isSpent: boolean;
  /** Time of the last progress: position, metadata or user action. */
  readonly movedAt: number;
  /** Time when the last awaited bytes arrived. */
  readonly bytesAt: number;
  readonly tickedAt: number;
  /** Time of the next probe. */
  readonly askAt: number;
  /** From the first symptom until playback is stable again. */
  readonly trouble: Trouble | null;
}

export type Source = 'network' | 'memory';

/** `broken`: the element cannot use its data. `early`: it ended too soon. `stuck`: no progress. */
export type Cause = 'broken' | 'early' | 'stuck';

export interface Trouble {
  readonly cause: Cause;
  readonly since: number;
  /** Position in the track. */
  readonly at: number;
  readonly asked: number;
  /** Reloads without stable playback since. */
  readonly tries: number;
  /** A reload is in progress. */
  readonly isTrying: boolean;
  /** Attempts from memory at this position. */
  readonly memoryTries: number;
}

/**
 * Result of a probe. `lost`: no response, or a temporary error. `gone`: missing or not allowed.
 * `foreign`: this server responds with something other than audio.
 */
export type Answer = 'good' | 'lost' | 'gone' | 'foreign';

interface Opening {
  readonly track: PlayableTrack;
  readonly surface: Surface;
  readonly from?: number | undefined;
}

export type MachineEvent =
  /** `follows`: automatic advance after the previous track. */
  | ({ type: 'play'; follows?: boolean | undefined } & Opening)
  | ({ type: 'cue' } & Opening)
  | LoadedEvent;

/** Events that apply only to a loaded track. */
export type LoadedEvent =
  | { type: 'pause' }
  | { type: 'seek'; position: number }
  | { type: 'stop' }
  | { type: 'duration'; duration: number }
  | { type: 'metadata'; duration: number }
  | { type: 'time'; position: number }
  /** A seek by the user or the system. */
  | { type: 'seeking'; position: number }
  | { type: 'playing' }
  | { type: 'waiting'; isSeeking: boolean; position: number }
  | { type: 'ended'; position: number }
  | { type: 'finish' }
  /** Some of the awaited bytes have arrived. */
  | { type: 'bytes' }
  /** `soundsOn`: playback continues from the buffer. */
  | { type: 'error'; soundsOn?: boolean }
  | { type: 'refused'; load: number }
  | { type: 'tick'; position: number; isSeeking?: boolean }
  | { type: 'answer'; load: number; answer: Answer }
  /** The track's current URL in the library; null when there is no other. */
  | { type: 'address'; load: number; address: string | null }
  /** The connection may be back, or the page became visible. */
  | { type: 'chance'; isPaused: boolean };

export type Effect =
  /** `isAnew`: bypasses the browser's cache, which held bad bytes. */
  | { do: 'load'; source: Source; isAnew?: boolean }
  | { do: 'play'; load: number }
  | { do: 'pause' }
  | { do: 'seek'; position: number }
  | { do: 'unload' }
  /** Answered by `answer`. */
  | { do: 'ask'; load: number }
  /** Answered by `address`, or by `answer` when the library cannot be reached. */
  | { do: 'find-address'; load: number }
  /** The prefetched data of this track is bad. */
  | { do: 'forget' }
  | { do: 'tell'; event: PlayerEvent };

/** `media`: the file is missing or broken. `rejected`: the browser refused to play. */
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
  /** The position up to which memory holds the track; Infinity when complete. */
  readonly heldUntil: number;
  /** 0 to 1: spreads the retries of many clients after an outage. */
  readonly jitter?: number;
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
  source: 'network',
  isKnown: false,
  pending: null,
  isSpent: false,
  movedAt: 0,
  bytesAt: 0,
  tickedAt: 0,
  askAt: 0,
  trouble: null,
};

/**
 * An idle machine that keeps the load number, so that pending results of the previous track are
 * ignored.
 */
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
