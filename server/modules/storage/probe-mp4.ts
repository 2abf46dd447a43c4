import type { FileWindow } from './file-window.ts';
import { createDamagedError } from './storage.errors.ts';

interface Box {
  type: string;
  /** Of the content, after the header. */
  start: number;
  end: number;
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia']);

/** The boxes must tile the file, and describe a track of sound; returns its seconds. */
export async function probeMp4(file: FileWindow): Promise<number> {
  const boxes = await listBoxes(file, 0, file.size);
  if (!boxes.some((box) => box.type === 'mdat')) throw createDamagedError('it holds no sound');
  const header = boxes.find((box) => box.type === 'mvhd');
  if (!header) throw createDamagedError('its index is missing, as after a cut-off upload');
  if (!(await hasSoundTrack(file, boxes))) throw createDamagedError('it has no track of sound');
  return readDuration(await file.at(header.start, Math.min(32, header.end - header.start)));
}

async function listBoxes(file: FileWindow, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = [];
  let position = from;
  while (position + 8 <= to) {
    const head = await file.at(position, 16);
    const type = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length >= 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - position : short;
    const start = position + (isLong ? 16 : 8);
    const end = position + size;
    if (end < start || end > to) throw createDamagedError(`its part "${type.trim()}" is cut off`);
    boxes.push({ type, start, end });
    if (CONTAINERS.has(type)) boxes.push(...(await listBoxes(file, start, end)));
    position = end;
  }
  return boxes;
}

async function hasSoundTrack(file: FileWindow, boxes: readonly Box[]): Promise<boolean> {
  for (const box of boxes.filter(({ type }) => type === 'hdlr')) {
    const handler = (await file.at(box.start, 12)).toString('latin1', 8, 12);
    if (handler === 'soun') return true;
  }
  return false;
}

function readDuration(mvhd: Buffer): number {
  const isVersion1 = mvhd[0] === 1;
  if (mvhd.length < (isVersion1 ? 32 : 20)) throw createDamagedError('its index is cut off');
  const timescale = mvhd.readUInt32BE(isVersion1 ? 20 : 12);
  const duration = isVersion1 ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  if (timescale === 0 || duration === 0) throw createDamagedError('it holds no sound');
  return duration / timescale;
}
