import { describe, expect, test } from 'vitest';
import { toLocalField } from '#renderer/features/admin/shared/local-field.ts';
import { NEW_TRACK, type TrackDraft, trackFormSchema } from './track-form.ts';

const draft: TrackDraft = {
  ...NEW_TRACK,
  title: '  Still Waters ',
  description: '  ',
  credits: 'Piano: Anna',
  enabled: true,
  duration: 600,
  audio_url: '/storage/v1/object/public/audio/still.mp3',
};

describe('the track editor', () => {
  test('[D2] trims texts and stores empty ones as null', () => {
    expect(trackFormSchema.parse(draft)).toMatchObject({
      title: 'Still Waters',
      description: null,
      transcript: null,
      transcript_timings: null,
      credits: 'Piano: Anna',
    });
  });

  test('[D2] accepts every title that the table accepts, such as the title of an imported track', () => {
    const isValid = (length: number) =>
      trackFormSchema.safeParse({ ...draft, title: 'a'.repeat(length) }).success;
    expect([500, 501].map(isValid)).toEqual([true, false]);
  });

  test.each([
    ['title', { title: ' ' }, 'The track needs a title'],
    [
      'audio_url',
      { audio_url: 'javascript:alert(1)' },
      'This file is hosted elsewhere. Upload it instead.',
    ],
    [
      'image_url',
      { image_url: '//a.example/a.png' },
      'This file is hosted elsewhere. Upload it instead.',
    ],
    ['duration', { duration: 0 }, 'The recording has no duration. Upload it again.'],
    [
      'enabled',
      { audio_url: '', duration: 0 },
      'Without a recording the track stays off. Upload one first.',
    ],
    [
      'unpublish_at',
      { enabled: false, publish_at: '2099-12-24T18:00', unpublish_at: '2099-12-24T18:00' },
      'This has to be later than the time of publication',
    ],
  ])('[D2] shows the error of %s: %j', (field, wrong, message) => {
    const { error } = trackFormSchema.safeParse({ ...draft, ...wrong });
    expect(error?.issues).toMatchObject([{ path: [field], message }]);
  });

  test('[D2] allows a track without a recording or with a publication time, but no publication time for an active track', () => {
    const plan = { publish_at: '2099-12-24T18:00', unpublish_at: '2099-12-26T18:00' };
    const waiting = { ...draft, ...plan, enabled: false, audio_url: '', duration: 0 };
    const [on, off] = [plan.publish_at, plan.unpublish_at].map((at) => new Date(at).toISOString());
    expect(trackFormSchema.parse(waiting)).toMatchObject({ publish_at: on, unpublish_at: off });
    expect(trackFormSchema.parse({ ...draft, ...plan })).toMatchObject({
      publish_at: null,
      unpublish_at: off,
    });
    expect(toLocalField(on ?? null)).toBe(plan.publish_at);
  });
});
