import {
  ANSWER_WARNING_DAYS,
  ANSWER_WITHIN_DAYS,
  type DeletionRequest,
} from '#contract/rows/deletion-requests.ts';
import { formatCount, formatDay } from '../shared/format.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface RequestDeadline {
  readonly text: string;
  /** Needs action now. */
  readonly isUrgent: boolean;
}

/** The time left to answer a request or, once approved, until the account is erased. */
export function describeDeadline(request: DeletionRequest, now: number): RequestDeadline {
  const { status, created_at, due_at, erased_at, refused_at } = request;
  const normal = (text: string) => ({ text, isUrgent: false });
  if (status === 'erased')
    return normal(erased_at ? `Erased on ${formatDay(erased_at)}` : 'Erased');
  if (status === 'refused') {
    return normal(refused_at ? `Refused on ${formatDay(refused_at)}` : 'Refused');
  }
  if (status === 'approved') {
    const left = due_at === null ? 0 : Math.max(0, Math.ceil((Date.parse(due_at) - now) / DAY_MS));
    return normal(left === 0 ? 'Erased within the hour' : `${daysOf(left)} until it is erased`);
  }
  const day = Math.floor((now - Date.parse(created_at)) / DAY_MS);
  if (day > ANSWER_WITHIN_DAYS) {
    return { text: `${daysOf(day - ANSWER_WITHIN_DAYS)} late`, isUrgent: true };
  }
  if (day === ANSWER_WITHIN_DAYS) return { text: 'Answer today', isUrgent: true };
  if (day >= ANSWER_WARNING_DAYS) {
    return { text: `${daysOf(ANSWER_WITHIN_DAYS - day)} left to answer`, isUrgent: true };
  }
  return normal(`Day ${Math.max(day, 0) + 1} of ${ANSWER_WITHIN_DAYS}`);
}

const daysOf = (count: number) => formatCount(count, 'day', 'days');
