import { describe, expect, test } from 'vitest';
import { DEFAULT_KIOSK_SETTINGS, type KioskSettings } from '#contract/device/desktop.ts';
import { createIdleWatch } from './idle-watch.ts';

function setUp(settings: Partial<KioskSettings> = {}) {
  const clock = { ms: 0 };
  const watch = createIdleWatch(
    () => ({ ...DEFAULT_KIOSK_SETTINGS, ...settings }),
    () => clock.ms,
  );
  const wait = (seconds: number, { isInUse = true, isSounding = false } = {}) => {
    let moment = watch.check({ isInUse, isSounding });
    for (let second = 0; second < seconds; second += 1) {
      clock.ms += 1000;
      moment = watch.check({ isInUse, isSounding });
    }
    return moment;
  };
  return { watch, wait };
}

describe('a session without input', () => {
  test('shows a warning after three minutes and ends half a minute later', () => {
    const { wait } = setUp();
    expect(wait(179).phase).toBe('in-use');
    expect(wait(1)).toMatchObject({ phase: 'warning', secondsLeft: 30, isDim: false });
    expect(wait(29)).toMatchObject({ phase: 'warning', secondsLeft: 1 });
    expect(wait(1).phase).toBe('ending');
  });

  test('continues when the warning is answered', () => {
    const { watch, wait } = setUp();
    wait(200);
    watch.touch();
    expect(wait(179).phase).toBe('in-use');
    expect(wait(1).phase).toBe('warning');
  });

  test('stays open while sound plays, and ends three minutes after the last sound', () => {
    const { wait } = setUp();
    expect(wait(4 * 3600, { isSounding: true }).phase).toBe('in-use');
    expect(wait(179).phase).toBe('in-use');
    expect(wait(1).phase).toBe('warning');
  });

  test('continues when playback starts during the warning, and is warned again after it stops', () => {
    const { wait } = setUp();
    wait(190);
    expect(wait(1, { isSounding: true }).phase).toBe('in-use');
    expect(wait(180)).toMatchObject({ phase: 'warning', secondsLeft: 30 });
  });

  test('past the hard limit is kept open by a touch, but not by sound', () => {
    const { watch, wait } = setUp({ hardLimitMinutes: 60 });
    expect(wait(3600, { isSounding: true }).phase).toBe('in-use');
    expect(wait(180, { isSounding: true }).phase).toBe('warning');
    watch.touch();
    expect(wait(100, { isSounding: true }).phase).toBe('in-use');
  });
});

test('no warning is shown without a session', () => {
  const { wait } = setUp();
  expect(wait(10_000, { isInUse: false }).phase).toBe('quiet');
});

test('the screen is dimmed without a touch, even during sound, and wakes on a touch', () => {
  const { watch, wait } = setUp();
  expect(wait(119, { isSounding: true }).isDim).toBe(false);
  expect(wait(1, { isSounding: true }).isDim).toBe(true);
  watch.touch();
  expect(wait(0, { isSounding: true }).isDim).toBe(false);
});
