import { formatMoment } from '#renderer/features/admin/shared/format.ts';

interface Schedule {
  readonly enabled: boolean;
  readonly publish_at: string | null;
  readonly unpublish_at: string | null;
}

/** 'On 24 Dec, 18:00', in the admin's time zone; undefined without a future schedule. */
export function describeSchedule({
  enabled,
  publish_at,
  unpublish_at,
}: Schedule): string | undefined {
  if (!enabled && publish_at) return `On ${formatMoment(publish_at)}`;
  if (enabled && unpublish_at) return `Off ${formatMoment(unpublish_at)}`;
  return undefined;
}

/** Whether a `datetime-local` value is in the past. */
export function isPast(text: string): boolean {
  return text !== '' && Date.parse(text) < Date.now();
}
