import { beforeEach, expect, test, vi } from 'vitest';
import { watchOtherDevice } from './other-device.ts';

const row = (at: number, isPlaying: boolean, id = 1) => ({ id, position: 10, at, isPlaying });
const tell = vi.fn();
beforeEach(() => tell.mockReset());

test('a start on another device is reported once; a stop or a start before the page is not', () => {
  const elsewhere = watchOtherDevice(tell);
  elsewhere.checkRows([row(100, true)]);
  expect(tell).not.toHaveBeenCalled();
  elsewhere.checkRows([row(200, true)]);
  elsewhere.checkRows([row(200, true)]);
  expect(tell).toHaveBeenCalledTimes(1);
  elsewhere.checkRows([row(300, false)]);
  expect(tell).toHaveBeenCalledTimes(1);
});

test('a start on this device is not reported, even if the row arrives before the response', async () => {
  const elsewhere = watchOtherDevice(tell);
  elsewhere.checkRows([]);
  const answer = Promise.withResolvers<number>();
  const trackSend = elsewhere.trackSend(answer.promise);
  elsewhere.checkRows([row(200, true)]);
  answer.resolve(200);
  await trackSend;
  expect(tell).not.toHaveBeenCalled();
});

test('a start on another device during a request of this one is reported afterwards', async () => {
  const elsewhere = watchOtherDevice(tell);
  elsewhere.checkRows([]);
  const answer = Promise.withResolvers<number>();
  const trackSend = elsewhere.trackSend(answer.promise);
  elsewhere.checkRows([row(200, true), row(210, true, 2)]);
  answer.resolve(200);
  await trackSend;
  expect(tell).toHaveBeenCalledTimes(1);
});

test('a start on another device is still reported after a failed request of this one', async () => {
  const elsewhere = watchOtherDevice(tell);
  elsewhere.checkRows([]);
  await expect(elsewhere.trackSend(Promise.reject(new Error('offline')))).rejects.toThrow();
  elsewhere.checkRows([row(200, true)]);
  expect(tell).toHaveBeenCalledTimes(1);
});
