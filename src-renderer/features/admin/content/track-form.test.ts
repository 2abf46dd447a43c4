import { describe, expect, test } from 'vitest';
import { readTrackForm, type TrackDraft } from './track-form.ts';

const draft: TrackDraft = {
  title: '  Still Waters ',
  category: 'BIRTHING',
  kind: 'music',
  description: '  ',
  transcript: '',
  credits: 'Piano: Anna',
  is_premium: false,
  featured: false,
  enabled: true,
  duration: 600,
  audio_url: '/storage/v1/object/public/audio/still.mp3',
  image_url: null,
};

describe('the track editor', () => {
  test('[D2] trims what was typed and keeps empty texts as nothing', () => {
    expect(readTrackForm(draft).value).toMatchObject({
      title: 'Still Waters',
      description: null,
      transcript: null,
      credits: 'Piano: Anna',
    });
  });

  test.each([
    ['title', { title: ' ' }, 'The track needs a title'],
    ['audio_url', { audio_url: 'javascript:alert(1)' }, 'An address starts with https://'],
    ['audio_url', { audio_url: 'http://example.com/a.mp3' }, 'An address starts with https://'],
    ['image_url', { image_url: 'a.png' }, 'An address starts with https://'],
    ['duration', { duration: 0 }, 'How long the recording is, in whole seconds'],
  ])('[D2] says what is wrong with %s: %j', (field, wrong, message) => {
    expect(readTrackForm({ ...draft, ...wrong })).toEqual({ errors: { [field]: message } });
  });
});
