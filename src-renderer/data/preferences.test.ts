import { describe, expect, test } from 'vitest';
import { readPreferences } from './preferences.ts';

describe('[U5] preferences of a person', () => {
  test('without usable values there are no reminders and no pause', () => {
    for (const found of [
      null,
      undefined,
      3,
      'x',
      [],
      { reminders: 'yes', reminderTime: '25:00', stage: 'birthing' },
    ]) {
      expect(readPreferences(found)).toEqual({
        reminders: false,
        reminderTime: '20:00',
        paused: false,
        stage: null,
      });
    }
  });

  test('saved values are read, and unknown ones are ignored', () => {
    expect(
      readPreferences({
        reminders: true,
        reminderTime: '06:30',
        paused: true,
        stage: 'BIRTHING',
        colour: 'blue',
      }),
    ).toEqual({ reminders: true, reminderTime: '06:30', paused: true, stage: 'BIRTHING' });
  });
});
