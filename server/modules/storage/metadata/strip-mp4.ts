import { createTooManyPartsError } from '../storage.errors.ts';
import type { FilePatcher } from './file-patcher.ts';

interface Box {
  type: string;
  position: number;
  /** Start of the content, after the header. */
  start: number;
  end: number;
  /** Whether it exceeds its parent box. */
  isTruncated: boolean;
}

const MAX_DEPTH = 8;
const MAX_BOXES = 100_000;
const MEDIA_BOXES = /^(?:ftyp|styp|sidx|ssix|moof|mdat|mfra|wide|prft|emsg|pdin)$/;
/** Boxes to descend into, and children to keep; others become free space. */
const CHILDREN: Readonly<Record<string, RegExp>> = {
  moov: /^(?:mvhd|trak|mvex|iods|udta)$/,
  trak: /^(?:tkhd|tref|edts|mdia|load)$/,
  mdia: /^(?:mdhd|hdlr|minf|elng)$/,
  udta: /^(?:meta)$/,
  meta: /^(?:hdlr|ilst)$/,
  ilst: /^(?:\u00a9nam|\u00a9ART|\u00a9alb)$/,
};

/** Keeps the sound and `moov.udta.meta.ilst` with title, artist and album. Zeroes the times and all other metadata. */
export async function stripMp4(patcher: FilePatcher): Promise<void> {
  const { size } = await patcher.file.stat();
  for (const box of await listBoxes(patcher, 0, size)) {
    patcher.isTruncated ||= box.isTruncated;
    if (box.type === 'moov') await stripBox(patcher, box, 0);
    else if (!MEDIA_BOXES.test(box.type)) await makeFree(patcher, box);
  }
}

/** Whether there are tracks other than audio and chapter text: video, location, sensors. */
export async function hasOtherTracks(patcher: FilePatcher): Promise<boolean> {
  const { size } = await patcher.file.stat();
  const path = ['moov', 'trak', 'mdia', 'hdlr'];
  for (const { start } of await findBoxes(patcher, path, { start: 0, end: size })) {
    const handler = (await patcher.read(start, 12)).toString('latin1', 8, 12);
    if (handler !== 'soun' && handler !== 'text') return true;
  }
  return false;
}

/** Finds all boxes at a path of box types. */
async function findBoxes(
  patcher: FilePatcher,
  [type, ...rest]: readonly string[],
  { start, end }: Pick<Box, 'start' | 'end'>,
): Promise<Box[]> {
  const found = (await listBoxes(patcher, start, end)).filter((box) => box.type === type);
  if (rest.length === 0) return found;
  const below = [];
  for (const box of found) below.push(await findBoxes(patcher, rest, box));
  return below.flat();
}

async function stripBox(patcher: FilePatcher, box: Box, depth: number): Promise<void> {
  const kept = CHILDREN[box.type];
  if (!kept || depth > MAX_DEPTH) return;
  const head = box.type === 'meta' ? await metaHeadBytes(patcher, box) : 0;
  for (const child of await listBoxes(patcher, box.start + head, box.end)) {
    if (!kept.test(child.type)) await makeFree(patcher, child);
    else if (/^(?:mvhd|tkhd|mdhd)$/.test(child.type)) await clearTimes(patcher, child);
    else if (box.type !== 'ilst') await stripBox(patcher, child, depth + 1);
  }
}

/** Length of the version field of `meta`: four bytes in MP4 files; QuickTime files have none. */
async function metaHeadBytes(patcher: FilePatcher, { start }: Box): Promise<number> {
  return (await patcher.read(start + 4, 4)).toString('latin1') === 'hdlr' ? 0 : 4;
}

async function makeFree(patcher: FilePatcher, { position, start, end }: Box): Promise<void> {
  await patcher.write(position + 4, Buffer.from('free'));
  await patcher.zero(start, end - start);
}

/** Creation and modification times, after version and flags. */
async function clearTimes(patcher: FilePatcher, { start }: Box): Promise<void> {
  const isLong = (await patcher.read(start, 1))[0] === 1;
  await patcher.zero(start + 4, isLong ? 16 : 8);
}

async function listBoxes(patcher: FilePatcher, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = [];
  let position = from;
  while (position + 8 <= to) {
    if (boxes.length > MAX_BOXES) throw createTooManyPartsError();
    const head = await patcher.read(position, 16);
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length >= 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - position : short;
    const start = position + (isLong ? 16 : 8);
    const end = Math.min(to, position + size);
    if (end < start) break;
    const type = head.toString('latin1', 4, 8);
    boxes.push({ type, position, start, end, isTruncated: position + size > to });
    position = end;
  }
  return boxes;
}
