import { formatMoment } from '#renderer/features/admin/shared/format.ts';
import { fromLocalField } from '#renderer/features/admin/shared/local-field.ts';
import { formatClock } from '#renderer/lib/format.ts';
import type { TrackDraft } from './track-form.ts';

export const TRACK_CONFLICTS = {
  names: {
    image_url: 'Cover',
    audio_url: 'Recording',
    is_premium: 'Premium',
    enabled: 'Active and its times',
  },
  value: describePart,
};

function describePart(part: string, draft: TrackDraft): string | undefined {
  switch (part) {
    case 'audio_url':
      return draft.audio_url === ''
        ? 'No recording'
        : `${fileNameOf(draft.audio_url)}, ${formatClock(draft.duration)}`;
    case 'image_url':
      return describeCover(draft);
    case 'chapters':
      return describeChapters(draft);
    case 'enabled':
      return describeActive(draft);
    default:
      return undefined;
  }
}

function describeCover({ image_url, focus }: TrackDraft): string {
  if (image_url === null) return 'No cover';
  return focus === null ? fileNameOf(image_url) : `${fileNameOf(image_url)}, focal point ${focus}`;
}

const describeChapters = ({ chapters }: TrackDraft) =>
  chapters?.map(({ start, title }) => `${formatClock(start)} ${title}`).join(', ') ?? 'None';

function describeActive({ enabled, publish_at, unpublish_at }: TrackDraft): string {
  const [on, off] = [publish_at, unpublish_at].map((field) => fromLocalField(field));
  return [
    enabled ? 'On' : 'Off',
    ...(on ? [`published on ${formatMoment(on)}`] : []),
    ...(off ? [`unpublished on ${formatMoment(off)}`] : []),
  ].join(', ');
}

const fileNameOf = (address: string) => decodeURIComponent(address.split('/').at(-1) ?? '');
