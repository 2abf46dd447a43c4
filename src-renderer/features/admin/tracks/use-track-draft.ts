import { useEffect, useState } from 'react';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { useQuestionAtLeaving } from '../shared/use-question-at-leaving.ts';
import { type DraftId, forgetDraft, type KeptDraft, keepDraft, recallDraft } from './kept-draft.ts';
import { draftOf, NEW_TRACK, type TrackDraft } from './track-form.ts';
import { changedParts, mergeDrafts, type TrackPart, takeParts } from './track-merge.ts';

/** `base` is the track as it is on the server, as far as this window knows. */
export interface Working extends KeptDraft {
  /** What was changed here and elsewhere, for her to choose; the draft has hers. */
  readonly clashes: readonly TrackPart[];
}

export interface TrackDraftState extends Working {
  /** The parts she has changed. */
  readonly changed: readonly TrackPart[];
  /** Whether this began with what an earlier visit left behind. */
  readonly isRecalled: boolean;
  change(part: Partial<TrackDraft>): void;
  /** Takes in the row as it is now; returns what came out of it. */
  follow(track: AudioContent): Working;
  settle(part: TrackPart, choice: 'hers' | 'theirs'): void;
  /** Saved or given up: nothing is kept any more. */
  forget(): void;
}

/** The draft of a track's editor: follows what changes elsewhere, and outlives the editor until it is saved. */
export function useTrackDraft(track: AudioContent | undefined): TrackDraftState {
  const id: DraftId = track?.id ?? 'new';
  const [isRecalled] = useState(() => recallDraft(id) !== undefined);
  const [working, setWorking] = useState(() => begin(id, track));
  // A row that arrives while the editor is open is taken in at once, before anything is drawn.
  const current = track && isNewer(track, working) ? take(working, track) : working;
  if (current !== working) setWorking(current);
  const changed = changedParts(current.base, current.draft);
  const isDirty = changed.length > 0;

  useEffect(() => {
    const { version, base, draft } = current;
    if (isDirty) keepDraft(id, { version, base, draft });
    else forgetDraft(id);
  }, [id, isDirty, current]);
  useQuestionAtLeaving(isDirty);

  return {
    ...current,
    changed,
    isRecalled,
    change: (part) => setWorking((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    follow(row) {
      setWorking((now) => take(now, row));
      return take(current, row);
    },
    settle: (part, choice) =>
      setWorking((now) => ({
        ...now,
        draft: choice === 'hers' ? now.draft : takeParts(now.draft, now.base, [part]),
        clashes: now.clashes.filter((clash) => clash !== part),
      })),
    forget: () => forgetDraft(id),
  };
}

function begin(id: DraftId, track: AudioContent | undefined): Working {
  const base = track ? draftOf(track) : NEW_TRACK;
  const fresh = { version: track?.updated_at ?? null, base, draft: base, clashes: [] };
  const kept = recallDraft(id);
  if (!kept) return fresh;
  return track ? take({ ...kept, clashes: [] }, track) : { ...kept, clashes: [] };
}

function take(working: Working, track: AudioContent): Working {
  const theirs = draftOf(track);
  const { draft, clashes } = mergeDrafts(working.base, working.draft, theirs);
  const differing = changedParts(theirs, draft);
  return {
    version: track.updated_at,
    base: theirs,
    draft,
    clashes: differing.filter((part) => clashes.includes(part) || working.clashes.includes(part)),
  };
}

const isNewer = (track: AudioContent, { version }: Working) =>
  version === null || Date.parse(track.updated_at) > Date.parse(version);
