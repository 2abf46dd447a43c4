/** A file used by a track now or earlier, by address. */
export interface TrackFile {
  readonly path: string;
  readonly isPremium: boolean;
}

export interface TrackFiles {
  readonly current: readonly TrackFile[];
  /** All files that tracks use or used. */
  readonly history: readonly TrackFile[];
  /** Originals and their levelled copies. */
  readonly copies: readonly (readonly [string, string])[];
}

/**
 * Files open to everyone while the gate is on. Excludes files never used by a track: drafts, copies in
 * progress, unused uploads. Current use overrides earlier use, and premium overrides free if tracks share a
 * recording.
 */
export function findOpenFiles({ current, history, copies }: TrackFiles): Set<string> {
  const premium = withCopies(pathsOf(current, true), copies);
  const free = withCopies(pathsOf(current, false), copies);
  const oncePremium = withCopies(pathsOf(history, true), copies);
  const onceFree = withCopies(pathsOf(history, false), copies);
  const stillOpen = [...onceFree].filter((path) => !oncePremium.has(path));
  return new Set([...free, ...stillOpen].filter((path) => !premium.has(path)));
}

function pathsOf(files: readonly TrackFile[], isPremium: boolean): Set<string> {
  return new Set(files.filter((file) => file.isPremium === isPremium).map(({ path }) => path));
}

/** Copies may have copies: repeats until nothing is added. */
function withCopies(paths: Set<string>, copies: TrackFiles['copies']): Set<string> {
  const all = new Set(paths);
  for (let before = -1; before !== all.size; ) {
    before = all.size;
    for (const pair of copies) {
      if (pair.some((path) => all.has(path))) for (const path of pair) all.add(path);
    }
  }
  return all;
}
