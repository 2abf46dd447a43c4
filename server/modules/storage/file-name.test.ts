import { describe, expect, test } from 'vitest';
import { attachmentNamed, fileNameFor, MAX_FILE_NAME_BYTES } from './file-name.ts';

const STORED = 'file-0123456789abcdef.mp3';

describe('[D2] a file name given by the owner', () => {
  test.each([
    'تهلیل.mp3',
    'लोरी.mp3',
    'Prière du matin – à l’aube.MP3',
    'می‌خوابم 👩‍👧.mp3',
    'Psalm 23: “He leads me” 50% & more.mp3',
  ])('is kept: %s', (name) => {
    expect(fileNameFor(name, STORED)).toBe(name);
  });

  test.each([
    ['../../etc/passwd', '-..-etc-passwd.mp3'],
    ['..\\..\\boot.ini', '-..-boot.ini.mp3'],
    ['.hidden.mp3', 'hidden.mp3'],
    ['  calm .mp3. ', 'calm.mp3'],
    ['ca\0l\nm\r\u007f.mp3', 'calm.mp3'],
    ['cod\u202e3pm.exe', 'cod3pm.exe.mp3'],
    ['a\ud800b.mp3', 'a\ufffdb.mp3'],
    ['\ufeff\u2028.mp3', 'mp3.mp3'],
  ])('%j is made safe: %s', (given, kept) => {
    expect(fileNameFor(given, STORED)).toBe(kept);
  });

  test.each(['', ' . ', '\u202e', '...', '\0'])(
    'falls back to the stored name if nothing is left of %j',
    (given) => {
      expect(fileNameFor(given, `deep/${STORED}`)).toBe(STORED);
    },
  );

  test.each([
    ['Ύμνος.opus', 'a-0123456789abcdef.ogg', 'Ύμνος.opus'],
    ['Ύμνος.WAV', 'a-0123456789abcdef.wav', 'Ύμνος.WAV'],
    ['Größe.jpeg', 'a-0123456789abcdef.jpg', 'Größe.jpeg'],
    ['Größe.heic', 'a-0123456789abcdef.png', 'Größe.heic.png'],
    ['Ύμνος.html', 'a-0123456789abcdef.m4a', 'Ύμνος.html.m4a'],
    ['Ύμνος', 'a-0123456789abcdef.m4a', 'Ύμνος.m4a'],
  ])('%s, stored as %s, gets the extension of its content: %s', (given, stored, kept) => {
    expect(fileNameFor(given, stored)).toBe(kept);
  });

  test.each(['ύ', '摇', '👩‍👧', 'e\u0301'])(
    'is cut to the limit without splitting a letter: many %s',
    (letter) => {
      const whole = letter.normalize('NFC');
      const kept = fileNameFor(`${letter.repeat(300)}.wave`, 'a-0123456789abcdef.wav');
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(MAX_FILE_NAME_BYTES);
      expect(Buffer.byteLength(kept) + Buffer.byteLength(whole)).toBeGreaterThan(
        MAX_FILE_NAME_BYTES,
      );
      expect(kept.replaceAll(whole, '')).toBe('.wave');
    },
  );
});

test('[D2] a browser gets the owner’s file name, and a client without Unicode the stored one', () => {
  const header = attachmentNamed("Ύμνος 'a' (2)*;\".mp3", `deep/${STORED}`);
  expect(header).toBe(
    `attachment; filename="${STORED}"; filename*=UTF-8''%CE%8E%CE%BC%CE%BD%CE%BF%CF%82%20%27a%27%20%282%29%2A%3B%22.mp3`,
  );
});
