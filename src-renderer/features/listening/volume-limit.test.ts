import { expect, test } from 'vitest';
import { limitVolume } from './volume-limit.ts';

/** As a browser has it: the property belongs to the class, and what is heard lies behind it. */
class FakeElement {
  heard = 1;
  get volume() {
    return this.heard;
  }
  set volume(next: number) {
    this.heard = next;
  }
}

test('nothing makes it louder than the limit, and what is set is a share of it', () => {
  const element = new FakeElement();
  const setLimit = limitVolume(element);
  setLimit(0.6);
  expect(element.heard).toBe(0.6);
  element.volume = 1;
  expect(element.heard).toBe(0.6);
  element.volume = 0.5;
  expect([element.heard, element.volume]).toEqual([0.3, 0.5]);
  element.volume = 7;
  expect(element.heard).toBe(0.6);
});

test('a limit that changes is heard at once', () => {
  const element = new FakeElement();
  const setLimit = limitVolume(element);
  element.volume = 0.5;
  setLimit(0.2);
  expect(element.heard).toBe(0.1);
  setLimit(1);
  expect(element.heard).toBe(0.5);
});
