/** Both are filled by a trigger on the play log: counts only, nobody's name. */
export interface PlayDaysTable {
  /** `2026-01-02`, in UTC. */
  day: string;
  plays: number;
  /** The whole lengths of what was played. */
  seconds_started: number;
}

export interface PlayCountsTable {
  span: 'day' | 'month';
  /** `2026-01-02` or `2026-01`, in UTC. */
  starts: string;
  content_id: number;
  plays: number;
}
