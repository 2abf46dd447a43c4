import { formatClock } from '#renderer/lib/format.ts';
import { FieldClashes } from '../shared/field-clashes.tsx';
import { formatMoment } from '../shared/format-moment.ts';
import { fromLocalField } from '../shared/local-field.ts';
import type { TrackDraft } from './track-form.ts';
import type { TrackPart } from './track-merge.ts';
import type { TrackDraftState } from './use-track-draft.ts';

const NAMES: Record<TrackPart, string> = {
  title: 'Title',
  description: 'Description',
  category: 'Category',
  kind: 'Kind',
  cover: 'Cover',
  recording: 'Recording',
  transcript: 'Transcript',
  chapters: 'Chapters',
  credits: 'Credits',
  premium: 'Premium',
  featured: 'Featured',
  active: 'Active and its times',
};

export function TrackClashes({ state }: { state: TrackDraftState }) {
  const { clashes, base, draft, settle } = state;
  return (
    <FieldClashes
      clashes={clashes.map((part) => ({
        name: part,
        label: NAMES[part],
        hers: describe(part, draft),
        theirs: describe(part, base),
      }))}
      onChoose={settle}
    />
  );
}

function describe(part: TrackPart, draft: TrackDraft): string {
  switch (part) {
    case 'recording':
      return draft.audio_url === ''
        ? 'No recording'
        : `${lastOf(draft.audio_url)}, ${formatClock(draft.duration)}`;
    case 'cover':
      return describeCover(draft);
    case 'chapters':
      return describeChapters(draft);
    case 'premium':
      return draft.is_premium ? 'On' : 'Off';
    case 'featured':
      return draft.featured ? 'On' : 'Off';
    case 'active':
      return describeActive(draft);
    default:
      return draft[part];
  }
}

function describeCover({ image_url, focus }: TrackDraft): string {
  if (image_url === null) return 'No cover';
  return focus === null ? lastOf(image_url) : `${lastOf(image_url)}, in sight at ${focus}`;
}

const describeChapters = ({ chapters }: TrackDraft) =>
  chapters?.map(({ start, title }) => `${formatClock(start)} ${title}`).join(', ') ?? 'None';

function describeActive({ enabled, publish_at, unpublish_at }: TrackDraft): string {
  const [on, off] = [publish_at, unpublish_at].map((field) => fromLocalField(field));
  return [
    enabled ? 'On' : 'Off',
    ...(on ? [`goes on ${formatMoment(on)}`] : []),
    ...(off ? [`goes off ${formatMoment(off)}`] : []),
  ].join(', ');
}

const lastOf = (address: string) => decodeURIComponent(address.split('/').at(-1) ?? '');
