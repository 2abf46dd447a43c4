import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { createDiskStore } from '../stores/disk-store.ts';
import { storeUpload } from './upload.usecases.ts';

const WANTED = { bucket: 'audio', name: 'psalm.mp3' } as const;
const logger = createLogger({ level: 'silent', isTerminal: false });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cradlesong-upload-'));
});

const upload = (
  onStored = async () => {},
  body: Iterable<Buffer> = [mp3(20)],
  store = createDiskStore(folder),
) =>
  storeUpload(
    {
      store,
      logger,
      onStored,
      limitBytes: 1_000_000,
      config: { FFMPEG: 'off' },
    },
    WANTED,
    Readable.from(body),
  );
const filesIn = (name: string) =>
  existsSync(join(folder, name)) ? readdirSync(join(folder, name)) : [];

describe('a failed upload leaves nothing half done', () => {
  test('when its folder cannot be created', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'audio'), 'a file where the folder should be');
    await expect(upload()).rejects.toThrow();
    expect(filesIn('.incoming')).toEqual([]);
  });

  test('when the disk is full before its first byte', async () => {
    const createTemporary = async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const store = { ...createDiskStore(folder), createTemporary };
    await expect(upload(undefined, undefined, store)).rejects.toMatchObject({ status: 507 });
  });

  test('when `onStored` fails: the file stays stored, and its next upload calls `onStored` again', async () => {
    const calls: string[] = [];
    const failing = async () => {
      calls.push('first');
      throw new Error('the database is gone');
    };
    await expect(upload(failing)).rejects.toThrow('the database is gone');
    expect([filesIn('.incoming'), filesIn('audio').length]).toEqual([[], 1]);
    await upload(async () => void calls.push('again'));
    expect(calls).toEqual(['first', 'again']);
    expect(filesIn('audio')).toHaveLength(1);
  });
});
