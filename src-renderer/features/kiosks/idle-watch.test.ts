import { describe, expect, test } from 'vitest';
import { DEFAULT_KIOSK_SETTINGS, type KioskSettings } from '#contract/device/desktop.ts';
import { createIdleWatch } from './idle-watch.ts';

function setUp(settings: Partial<KioskSettings> = {}) {
  const clock = { ms: 0 };
  const watch = createIdleWatch({ ...DEFAULT_KIOSK_SETTINGS, ...settings }, () => clock.ms);
  const wait = (seconds: number, { isInUse = true, isSounding = false } = {}) => {
    let moment = watch.look({ isInUse, isSounding });
    for (let second = 0; second < seconds; second += 1) {
      clock.ms += 1000;
      moment = watch.look({ isInUse, isSounding });
    }
    return moment;
  };
  return { watch, wait };
}

describe('a session without input', () => {
  test('is asked about after three minutes and ended half a minute later', () => {
    const { wait } = setUp();
    expect(wait(179).phase).toBe('in-use');
    expect(wait(1)).toMatchObject({ phase: 'warning', secondsLeft: 30, isDim: false });
    expect(wait(29)).toMatchObject({ phase: 'warning', secondsLeft: 1 });
    expect(wait(1).phase).toBe('ending');
  });

  test('continues when the question is answered', () => {
    const { watch, wait } = setUp();
    wait(200);
    watch.touch();
    expect(wait(179).phase).toBe('in-use');
    expect(wait(1).phase).toBe('warning');
  });

  test('stays for as long as it sounds, and has its three minutes after the last sound', () => {
    const { wait } = setUp();
    expect(wait(4 * 3600, { isSounding: true }).phase).toBe('in-use');
    expect(wait(179).phase).toBe('in-use');
    expect(wait(1).phase).toBe('warning');
  });

  test('sound that begins again answers the question', () => {
    const { wait } = setUp();
    wait(190);
    expect(wait(1, { isSounding: true }).phase).toBe('in-use');
  });

  test('past the hard limit sound alone does not keep it, a touch does', () => {
    const { watch, wait } = setUp({ hardLimitMinutes: 60 });
    expect(wait(3600, { isSounding: true }).phase).toBe('in-use');
    expect(wait(180, { isSounding: true }).phase).toBe('warning');
    watch.touch();
    expect(wait(100, { isSounding: true }).phase).toBe('in-use');
  });
});

test('without a session nothing is asked', () => {
  const { wait } = setUp();
  expect(wait(10_000, { isInUse: false }).phase).toBe('quiet');
});

test('the screen goes dark without a touch, also while it sounds, and wakes with one', () => {
  const { watch, wait } = setUp();
  expect(wait(119, { isSounding: true }).isDim).toBe(false);
  expect(wait(1, { isSounding: true }).isDim).toBe(true);
  watch.touch();
  expect(wait(0, { isSounding: true }).isDim).toBe(false);
});
