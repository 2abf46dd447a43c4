import { Button } from '#renderer/components/button.tsx';
import { formatClock } from '#renderer/lib/format.ts';
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
  credits: 'Credits',
  premium: 'Premium',
  featured: 'Featured',
  active: 'Active and its times',
};

/** What was changed here and in another window: both, and the choice. Nothing is saved before it is made. */
export function TrackClashes({ state }: { state: TrackDraftState }) {
  const { clashes, base, draft, settle } = state;
  return (
    <div role="alert" className="stack">
      {clashes.map((part) => (
        <fieldset key={part} className="a-clash">
          <legend>{NAMES[part]} was changed elsewhere as well</legend>
          <dl>
            <dt>Yours</dt>
            <dd>{describe(part, draft)}</dd>
            <dt>Theirs</dt>
            <dd>{describe(part, base)}</dd>
          </dl>
          <div className="row">
            <Button small look="soft" onClick={() => settle(part, 'hers')}>
              Keep yours
            </Button>
            <Button small look="soft" onClick={() => settle(part, 'theirs')}>
              Take theirs
            </Button>
          </div>
        </fieldset>
      ))}
    </div>
  );
}

function describe(part: TrackPart, draft: TrackDraft): string {
  switch (part) {
    case 'recording':
      return draft.audio_url === ''
        ? 'No recording'
        : `${lastOf(draft.audio_url)}, ${formatClock(draft.duration)}`;
    case 'cover':
      return draft.image_url === null ? 'No cover' : lastOf(draft.image_url);
    case 'premium':
      return draft.is_premium ? 'On' : 'Off';
    case 'featured':
      return draft.featured ? 'On' : 'Off';
    case 'active':
      return describeActive(draft);
    default:
      return draft[part] || 'Empty';
  }
}

function describeActive({ enabled, publish_at, unpublish_at }: TrackDraft): string {
  const [on, off] = [publish_at, unpublish_at].map((field) => fromLocalField(field));
  return [
    enabled ? 'On' : 'Off',
    ...(on ? [`goes on ${formatMoment(on)}`] : []),
    ...(off ? [`goes off ${formatMoment(off)}`] : []),
  ].join(', ');
}

const lastOf = (address: string) => decodeURIComponent(address.split('/').at(-1) ?? '');
