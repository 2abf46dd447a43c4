/** A reminder that a sleeping device delayed for longer is dropped. */
const MAX_DELAY_MS = 60 * 60_000;

/** The next time the local clock shows 'HH:MM', even across daylight saving changes. */
export function nextAt(time: string, now: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const next = new Date(now);
  next.setHours(hours, minutes, 0, 0);
  if (next <= now) {
    next.setDate(next.getDate() + 1);
    next.setHours(hours, minutes, 0, 0);
  }
  return next;
}

/** Calls back once a day at the local time, until the returned function is called. */
export function remindDaily(time: string, onTime: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const next = nextAt(time, new Date());
    timer = setTimeout(() => {
      if (Date.now() - next.getTime() < MAX_DELAY_MS) onTime();
      wait();
    }, next.getTime() - Date.now());
  };
  wait();
  return () => clearTimeout(timer);
}
