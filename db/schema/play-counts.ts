/** Filled by triggers on the play log: counts only, without users. */
export interface PlayDaysTable {
  /** `2026-01-02`, in UTC. */
  day: string;
  plays: number;
  /** Sum of the full lengths of started tracks. */
  seconds_started: number;
}

export interface PlayCountsTable {
  span: 'day' | 'month';
  /** `2026-01-02` or `2026-01`, in UTC. */
  starts: string;
  content_id: number;
  plays: number;
}

export interface PlayHoursTable {
  /** `2026-01`, in UTC. */
  month: string;
  /** 0 to 23, in UTC. */
  hour: number;
  plays: number;
}
