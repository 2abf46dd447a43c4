import { formatMoment } from '../shared/format-moment.ts';
import { fromLocalField, toLocalField } from '../shared/local-field.ts';

/** The fields of the form; the times as `datetime-local` holds them, by the owner's clock. */
export interface AnnouncementDraft {
  readonly text: string;
  readonly from: string;
  readonly until: string;
}

export function announcementDraftOf(value: unknown): AnnouncementDraft {
  const { text, from, until } = Object(value);
  return {
    text: typeof text === 'string' ? text : '',
    from: toLocalField(typeof from === 'string' ? from : null),
    until: toLocalField(typeof until === 'string' ? until : null),
  };
}

/** What the server keeps of it; an empty time is left out. */
export function announcementOf({ text, ...times }: AnnouncementDraft): Record<string, string> {
  const from = fromLocalField(times.from);
  const until = fromLocalField(times.until);
  return { text, ...(from ? { from } : {}), ...(until ? { until } : {}) };
}

/** Said before anything is sent, in the words of the form. */
export function findBadTime({ from, until }: AnnouncementDraft, now = Date.now()): string | null {
  if (until === '') return null;
  if (from !== '' && Date.parse(until) <= Date.parse(from)) return 'It ends before it begins.';
  return Date.parse(until) <= now ? 'The time it ends has passed already.' : null;
}

/** Where it stands now, in a sentence; undefined without one. */
export function describeAnnouncement(
  { text, from, until }: AnnouncementDraft,
  now = Date.now(),
): string | undefined {
  if (text === '') return undefined;
  const say = (field: string) => formatMoment(fromLocalField(field) ?? '');
  if (until !== '' && Date.parse(until) <= now) return `It was shown until ${say(until)}.`;
  if (from !== '' && Date.parse(from) > now) return `It will be shown from ${say(from)}.`;
  return until === '' ? 'It is shown now.' : `It is shown now, until ${say(until)}.`;
}
