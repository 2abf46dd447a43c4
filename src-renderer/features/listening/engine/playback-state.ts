import type { PlayableTrack, PlaybackStatus, Surface } from '#renderer/data/playback.ts';

/** The state of the machine in `playback-machine.ts`. */
export interface Machine {
  readonly status: PlaybackStatus;
  readonly track: PlayableTrack | null;
  readonly surface: Surface;
  /** False until this track has been audible. */
  readonly hasStarted: boolean;
  /** The user pressed play; false for automatic advance and recovery. */
  readonly isByUser: boolean;
  readonly position: number;
  readonly duration: number;
  /** The URL in use; differs from `track.audio_url` if the library has a newer one. */
  readonly address: string;
  /** Increases with every load and unload; results of an earlier load are dropped. */
  readonly load: number;
  readonly source: Source;
  /** The element has metadata and can seek. */
  readonly hasMetadata: boolean;
  /** Position to seek to once the metadata is known. */
  readonly pendingSeek: number | null;
  /** The element cannot continue with its data and must reload before it plays. */
  readonly needsReload: boolean;
  /** Time of the last progress: position, metadata or user action. */
  readonly progressAt: number;
  /** Time when bytes last arrived while the element was waiting for them. */
  readonly bytesAt: number;
  /** Time of the next probe. */
  readonly probeAt: number;
  /** Set from the first symptom until playback is stable again. */
  readonly recovery: Recovery | null;
}

export type Source = 'network' | 'memory';

/** `broken`: the element reported an error. `early`: it ended too soon. `stalled`: no progress. */
export type Cause = 'broken' | 'early' | 'stalled';

export interface Recovery {
  readonly cause: Cause;
  readonly since: number;
  readonly position: number;
  /** Probes since the backoff was last reset. */
  readonly probes: number;
  /** Reloads since playback was last stable. */
  readonly tries: number;
  /** A reload is in progress. */
  readonly isReloading: boolean;
  /** The track was already loaded from the prefetch buffer at this position. */
  readonly hasTriedMemory: boolean;
}

/**
 * `good`: the file is available. `lost`: no response, or a temporary error. `gone`: missing or not
 * allowed. `foreign`: this server responds with something other than audio. An address: the file
 * has moved there.
 */
export type ProbeResult = 'good' | 'lost' | 'gone' | 'foreign' | { readonly address: string };

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
  /** Bytes have arrived while the element was waiting for them. */
  | { type: 'bytes' }
  | { type: 'error' }
  | { type: 'rejected' }
  | { type: 'tick'; position: number; isSeeking?: boolean }
  | { type: 'probed'; result: ProbeResult }
  /** The connection may be back, or the page became visible. */
  | { type: 'retry'; isPaused: boolean };

export type Effect =
  /** `bypassesCache`: for the browser's HTTP cache, which may hold bad bytes. */
  | { do: 'load'; source: Source; bypassesCache?: boolean }
  | { do: 'play' }
  | { do: 'pause' }
  | { do: 'seek'; position: number }
  /** Leads to the event `probed`. */
  | { do: 'probe' }
  | { do: 'emit'; event: PlayerEvent };

/** `media`: the file is missing or broken. `rejected`: the browser refused to play. */
export type FailureReason = 'media' | 'rejected';

export type PlayerEvent =
  | { type: 'started'; track: PlayableTrack; surface: Surface }
  | { type: 'ended'; track: PlayableTrack; surface: Surface }
  | { type: 'failed'; track: PlayableTrack; surface: Surface; reason: FailureReason };

export interface View {
  /** Milliseconds of a monotonic clock. */
  readonly now: number;
  /** The position up to which the track is prefetched; Infinity when complete. */
  readonly heldUntil: number;
  /** Random, 0 to 1: spreads the retries of many clients after an outage. */
  readonly jitter?: number;
}

export type Step = readonly [Machine, readonly Effect[]];

export const IDLE_MACHINE: Machine = {
  status: 'idle',
  track: null,
  surface: 'list',
  hasStarted: false,
  isByUser: false,
  position: 0,
  duration: 0,
  address: '',
  load: 0,
  source: 'network',
  hasMetadata: false,
  pendingSeek: null,
  needsReload: false,
  progressAt: 0,
  bytesAt: 0,
  probeAt: 0,
  recovery: null,
};

/** The machine without a track; the engine then unloads the element. */
export function idleAfter({ surface, load }: Machine): Machine {
  return { ...IDLE_MACHINE, surface, load: load + 1 };
}

export function wantsPlayback({ status }: Pick<Machine, 'status'>): boolean {
  return status === 'loading' || status === 'playing' || status === 'recovering';
}

export function clamp(position: number, duration: number): number {
  const end = Number.isFinite(duration) && duration > 0 ? duration : position;
  return Math.min(Math.max(position, 0), end);
}
