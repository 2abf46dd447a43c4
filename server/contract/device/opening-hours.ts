import { z } from 'zod';

const timeOfDaySchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please write a time of day as 08:30');

/** One day; null: closed. If `to` is at or before `from`, it is on the next day. */
const openDaySchema = z.object({ from: timeOfDaySchema, to: timeOfDaySchema }).nullable();

/** Seven days from Monday, in the kiosk's time zone; null: always open. */
export const openingHoursSchema = z
  .array(openDaySchema)
  .length(7, 'Opening hours have seven days, Monday first')
  .nullable();
export type OpeningHours = z.infer<typeof openingHoursSchema>;

const DAYS = 7;

/** Whether the kiosk is open at `now`, in the machine's time zone. */
export function isOpenAt(hours: OpeningHours, now: Date): boolean {
  if (hours === null) return true;
  const minute = now.getHours() * 60 + now.getMinutes();
  const today = spanOf(hours, now.getDay());
  if (today && minute >= today.from && (minute < today.to || today.to <= today.from)) return true;
  const yesterday = spanOf(hours, now.getDay() - 1);
  return yesterday !== undefined && yesterday.to <= yesterday.from && minute < yesterday.to;
}

/** Next opening; undefined if always or never open. */
export function findOpening(hours: OpeningHours, now: Date): Date | undefined {
  if (hours === null) return undefined;
  for (let days = 0; days <= DAYS; days += 1) {
    const span = spanOf(hours, now.getDay() + days);
    if (!span) continue;
    const opens = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 0, span.from);
    if (opens > now) return opens;
  }
  return undefined;
}

/** Opening span in minutes of the day. `weekday` is 0 on Sunday and may be out of range by a week. */
function spanOf(hours: NonNullable<OpeningHours>, weekday: number) {
  const day = hours[(weekday + 2 * DAYS - 1) % DAYS];
  return day ? { from: minuteOf(day.from), to: minuteOf(day.to) } : undefined;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
