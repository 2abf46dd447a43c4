import { describe, expect, test } from 'vitest';
import { readPreferences } from './preferences.ts';

describe('[U5] the preferences of a user', () => {
  test('have neither reminders nor a pause without valid values', () => {
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

  test('are read from saved values, ignoring unknown ones', () => {
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
