import { beforeEach, expect, test } from 'vitest';
import { createVolume, limitVolume } from './volume.ts';

beforeEach(() => createVolume({ volume: 1 }, () => {}).clear());

test('the level is stored on the device until sign-out', () => {
  const element = { volume: 1 };
  createVolume(element, () => {}).set(0.4);
  expect(element.volume).toBe(0.4);
  const next = { volume: 1 };
  const volume = createVolume(next, () => {});
  expect(next.volume).toBe(0.4);
  volume.clear();
  expect(next.volume).toBe(1);
  expect(createVolume({ volume: 1 }, () => {}).get()).toBe(1);
});

test('setting the level ends a fade', () => {
  const element = { volume: 0.2 };
  const volume = createVolume(element, () => {
    element.volume = 1;
  });
  volume.set(0.5);
  expect(element.volume).toBe(0.5);
});

test('a platform that does not allow setting the volume is detected', () => {
  const fixed = {
    get volume() {
      return 1;
    },
    set volume(_: number) {
      // iOS ignores it.
    },
  };
  const volume = createVolume(fixed, () => {});
  expect(volume.canSet).toBe(false);
  volume.set(0.3);
  expect(volume.get()).toBe(1);
});

test('the volume never exceeds the limit, and the level is a share of it', () => {
  const element = { volume: 1 };
  const limited = limitVolume(element);
  limited.setLimit(0.6);
  expect(element.volume).toBe(0.6);
  limited.volume = 1;
  expect(element.volume).toBe(0.6);
  limited.volume = 0.5;
  expect([element.volume, limited.volume]).toEqual([0.3, 0.5]);
});
