/** 372 → '6:12'. Hours are not split off: the longest track is shorter than the habit of reading them. */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** 900 → '15 min'; anything that plays at all is at least a minute. */
export function formatMinutes(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
  return `${whole > 0 ? Math.max(1, Math.round(whole / 60)) : 0} min`;
}
