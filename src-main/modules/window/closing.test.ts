import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_KIOSK_SETTINGS, type KioskSettings } from '#contract/device/desktop.ts';
import { createClosing } from './closing.ts';

/** 23 November 2026 is a Monday. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
const BY_DAY = Array.from({ length: 7 }, () => ({ from: '07:00', to: '23:00' }));
const CLOSED = { opensAt: at(24, 7).toISOString() };

function setUp(start: Date, changed: Partial<KioskSettings> = {}) {
  vi.setSystemTime(start);
  let settings: KioskSettings = { ...DEFAULT_KIOSK_SETTINGS, openingHours: BY_DAY, ...changed };
  const seen = { isSounding: false, isFirstScreen: true };
  const announce = vi.fn();
  const closing = createClosing({
    settings: { read: () => settings },
    lookAtWindow: () => seen,
    announce,
  });
  closing.watch();
  return {
    closing,
    seen,
    announce,
    wait: (minutes: number) => vi.advanceTimersByTime(minutes * 60_000),
    change: (next: Partial<KioskSettings>) => {
      settings = { ...settings, ...next };
    },
  };
}

beforeEach(() => void vi.useFakeTimers());

describe('a kiosk with opening hours', () => {
  test('closes when they end, names the next opening, and opens then automatically', () => {
    const { closing, announce, wait } = setUp(at(23, 22));
    wait(59);
    expect(closing.read()).toBeNull();
    wait(2);
    expect(closing.read()).toEqual(CLOSED);
    wait(8 * 60 - 2);
    expect(closing.read()).toEqual(CLOSED);
    wait(1);
    expect(closing.read()).toBeNull();
    expect(announce).toHaveBeenCalledTimes(2);
  });

  test('never closes while somebody listens, and waits ten minutes afterwards', () => {
    const { closing, seen, wait } = setUp(at(23, 22, 50));
    seen.isFirstScreen = false;
    wait(4 * 60);
    expect(closing.read()).toBeNull();
    seen.isFirstScreen = true;
    seen.isSounding = true;
    wait(60);
    expect(closing.read()).toBeNull();
    seen.isSounding = false;
    wait(9);
    closing.noteInput();
    wait(9);
    expect(closing.read()).toBeNull();
    wait(1);
    expect(closing.read()).toEqual(CLOSED);
  });

  test('is not opened by a touch once closed', () => {
    const { closing, wait } = setUp(at(23, 23));
    wait(10);
    closing.noteInput();
    wait(1);
    expect(closing.read()).toEqual(CLOSED);
  });

  test('stays open until the next closing after staff opened it', () => {
    const { closing, wait } = setUp(at(23, 23));
    wait(10);
    closing.openByStaff();
    expect(closing.read()).toBeNull();
    wait(6 * 60);
    expect(closing.read()).toBeNull();
    wait(18 * 60);
    expect(closing.read()).toEqual({ opensAt: at(25, 7).toISOString() });
  });

  test('follows changed hours and clock jumps, forward and back', () => {
    const { closing, wait, change } = setUp(at(23, 12));
    vi.setSystemTime(at(24, 3));
    wait(11);
    expect(closing.read()).toEqual(CLOSED);
    vi.setSystemTime(at(23, 12));
    wait(1);
    expect(closing.read()).toBeNull();
    change({ openingHours: BY_DAY.map(() => null) });
    wait(1);
    expect(closing.read()).toEqual({ opensAt: null });
    change({ openingHours: null });
    wait(1);
    expect(closing.read()).toBeNull();
  });
});
