import { crc32, deflateSync } from 'node:zlib';

/** Silence at 128 kbit/s and 44.1 kHz: 417 bytes and 26.1 ms per frame. */
export function mp3(frames: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

export function wav(seconds: number): Buffer {
  const data = Buffer.alloc(8000 * seconds);
  return Buffer.concat([wavHead({ bytes: data.length, rate: 8000, bits: 8 }), data]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(content.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), chunk.length - 4);
  return chunk;
}

interface PngHead {
  width: number;
  height: number;
  bits: number;
}

/** A grey PNG with these compressed rows. */
export function pngOf({ width, height, bits }: PngHead, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(bits, 8);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export const PNG = pngOf({ width: 1, height: 1, bits: 8 }, deflateSync(Buffer.from([0, 0])));

interface ToneOptions {
  /** Share of full scale, 0 to 1. */
  amplitude: number;
  /** Amplitude of a knock each second. */
  knock?: number;
}

/** A 1 kHz tone as 16 bit, 44.1 kHz, mono. */
export function tone(seconds: number, { amplitude, knock = 0 }: ToneOptions): Buffer {
  const second = Buffer.alloc(44_100 * 2);
  for (let index = 0; index < 44_100; index += 1) {
    const level = index < 100 ? Math.max(amplitude, knock) : amplitude;
    const value = Math.sin((index * 2 * Math.PI * 1000) / 44_100) * level * 32_767;
    second.writeInt16LE(Math.round(value), index * 2);
  }
  const samples = Buffer.alloc(second.length * seconds, second);
  return Buffer.concat([wavHead({ bytes: samples.length, rate: 44_100, bits: 16 }), samples]);
}

function wavHead({ bytes, rate, bits }: { bytes: number; rate: number; bits: number }): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE((rate * bits) / 8, 28);
  head.writeUInt16LE(bits / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return head;
}
