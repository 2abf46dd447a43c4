import { z } from 'zod';
import { formatMoment } from '../shared/format.ts';
import { fromLocalField, toLocalField } from '../shared/local-field.ts';

/** The fields of the form; times are `datetime-local` values in the admin's time zone. */
export const announcementFormSchema = z
  .object({
    text: z.string().trim().min(1).max(200),
    from: z.string(),
    until: z.string(),
  })
  .superRefine(({ from, until }, { addIssue }) => {
    if (until === '') return;
    const addError = (message: string) => addIssue({ code: 'custom', path: ['until'], message });
    if (from !== '' && Date.parse(until) <= Date.parse(from)) addError('It ends before it begins.');
    else if (Date.parse(until) <= Date.now()) addError('The end has already passed.');
  });
export type AnnouncementDraft = z.input<typeof announcementFormSchema>;

export function announcementDraftOf(value: unknown): AnnouncementDraft {
  const { text, from, until } = Object(value);
  return {
    text: typeof text === 'string' ? text : '',
    from: toLocalField(typeof from === 'string' ? from : null),
    until: toLocalField(typeof until === 'string' ? until : null),
  };
}

/** The announcement to store, without empty times. */
export function announcementOf({ text, ...times }: AnnouncementDraft): Record<string, string> {
  const from = fromLocalField(times.from);
  const until = fromLocalField(times.until);
  return { text, ...(from ? { from } : {}), ...(until ? { until } : {}) };
}

/** The announcement's state in a sentence; undefined without one. */
export function describeAnnouncement({ text, from, until }: AnnouncementDraft): string | undefined {
  const now = Date.now();
  if (text === '') return undefined;
  const formatField = (field: string) => formatMoment(fromLocalField(field) ?? '');
  if (until !== '' && Date.parse(until) <= now) return `It was shown until ${formatField(until)}.`;
  if (from !== '' && Date.parse(from) > now) return `It will be shown from ${formatField(from)}.`;
  return until === '' ? 'It is shown now.' : `It is shown now, until ${formatField(until)}.`;
}
