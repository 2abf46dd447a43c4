import { formatMoment } from '../shared/format-moment.ts';

interface Plan {
  readonly enabled: boolean;
  readonly publish_at: string | null;
  readonly unpublish_at: string | null;
}

/** 'On 24 Dec, 18:00', by the admin's own clock; undefined without a plan that is still to come. */
export function describePlan({ enabled, publish_at, unpublish_at }: Plan): string | undefined {
  if (!enabled && publish_at) return `On ${formatMoment(publish_at)}`;
  if (enabled && unpublish_at) return `Off ${formatMoment(unpublish_at)}`;
  return undefined;
}

/** Whether a field of this kind names a time that is over. */
export function isPast(text: string): boolean {
  return text !== '' && Date.parse(text) < Date.now();
}
