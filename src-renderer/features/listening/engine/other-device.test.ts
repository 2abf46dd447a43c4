import { beforeEach, expect, test, vi } from 'vitest';
import { watchOtherDevice } from './other-device.ts';

const row = (at: number, isPlaying: boolean, id = 1) => ({ id, position: 10, at, isPlaying });
const notify = vi.fn();
beforeEach(() => notify.mockReset());

test('a start on another device is reported once; a stop, or a start before the page was opened, is not', () => {
  const otherDevice = watchOtherDevice(notify);
  otherDevice.checkRows([row(100, true)]);
  expect(notify).not.toHaveBeenCalled();
  otherDevice.checkRows([row(200, true)]);
  otherDevice.checkRows([row(200, true)]);
  expect(notify).toHaveBeenCalledTimes(1);
  otherDevice.checkRows([row(300, false)]);
  expect(notify).toHaveBeenCalledTimes(1);
});

test('a start on this device is not reported, even if the row arrives before the response', async () => {
  const otherDevice = watchOtherDevice(notify);
  otherDevice.checkRows([]);
  const response = Promise.withResolvers<number>();
  const sent = otherDevice.trackSend(response.promise);
  otherDevice.checkRows([row(200, true)]);
  response.resolve(200);
  await sent;
  expect(notify).not.toHaveBeenCalled();
});

test('a start on another device during a request of this one is reported afterwards', async () => {
  const otherDevice = watchOtherDevice(notify);
  otherDevice.checkRows([]);
  const response = Promise.withResolvers<number>();
  const sent = otherDevice.trackSend(response.promise);
  otherDevice.checkRows([row(200, true), row(210, true, 2)]);
  response.resolve(200);
  await sent;
  expect(notify).toHaveBeenCalledTimes(1);
});

test('a start on another device is still reported after a failed request of this one', async () => {
  const otherDevice = watchOtherDevice(notify);
  otherDevice.checkRows([]);
  await expect(otherDevice.trackSend(Promise.reject(new Error('offline')))).rejects.toThrow();
  otherDevice.checkRows([row(200, true)]);
  expect(notify).toHaveBeenCalledTimes(1);
});
