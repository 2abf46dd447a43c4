import { describe, expect, test } from 'vitest';
import { DEFAULT_KIOSK_SETTINGS } from '#contract/device/desktop.ts';
import { draftOf, kioskFormSchema } from './kiosk-form.ts';

const read = (changes: object) =>
  kioskFormSchema.safeParse({ ...draftOf(DEFAULT_KIOSK_SETTINGS), ...changes });

describe('the settings of a kiosk', () => {
  test.each([100, 180])(
    'keep an idle time of %i seconds, which is shown in minutes',
    (idleSeconds) => {
      const settings = { ...DEFAULT_KIOSK_SETTINGS, idleSeconds, hardLimitMinutes: 45 };
      expect(kioskFormSchema.parse(draftOf(settings))).toEqual(settings);
    },
  );

  test('show no hard limit as an empty field, and save an empty field as no hard limit', () => {
    expect(draftOf(DEFAULT_KIOSK_SETTINGS).hardLimitMinutes).toBe('');
    expect(read({ hardLimitMinutes: ' ' }).data?.hardLimitMinutes).toBeNull();
    expect(read({ hardLimitMinutes: '90' }).data?.hardLimitMinutes).toBe(90);
  });

  test.each([
    ['volumePercent', '101', 'Please write a whole number from 0 to 100.'],
    ['idleSeconds', '0.4', 'Please write a number from 0.5 to 60.'],
    ['name', ' ', 'Please give the kiosk a name'],
  ])('are refused with a message: %s %j', (name, text, message) => {
    expect(read({ [name]: text }).error?.issues).toMatchObject([{ path: [name], message }]);
  });
});
