/** A file that a track plays or has played, by its address. */
export interface TrackFile {
  readonly path: string;
  readonly isPremium: boolean;
}

export interface TrackFiles {
  readonly playing: readonly TrackFile[];
  /** Of every track, what it plays and has played. */
  readonly ever: readonly TrackFile[];
  /** Original and levelled copy: two files of one recording. */
  readonly copies: readonly (readonly [string, string])[];
}

/**
 * The files everybody may open while the gate is closed. What no track is known to have played is not
 * among them: a draft, a copy in the making, an upload nobody has used. What is played now counts more
 * than what was; and premium more than free, where two tracks share a recording.
 */
export function findOpenFiles({ playing, ever, copies }: TrackFiles): Set<string> {
  const premium = withCopies(pathsOf(playing, true), copies);
  const free = withCopies(pathsOf(playing, false), copies);
  const oncePremium = withCopies(pathsOf(ever, true), copies);
  const onceFree = withCopies(pathsOf(ever, false), copies);
  const stillOpen = [...onceFree].filter((path) => !oncePremium.has(path));
  return new Set([...free, ...stillOpen].filter((path) => !premium.has(path)));
}

function pathsOf(files: readonly TrackFile[], isPremium: boolean): Set<string> {
  return new Set(files.filter((file) => file.isPremium === isPremium).map(({ path }) => path));
}

/** A copy may have been copied again, so it is looked until nothing is added. */
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
