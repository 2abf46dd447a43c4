import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

/** One photographed screen; its name says who looks, how wide, and at what. */
export interface Picture {
  readonly name: string;
  readonly path: string;
}

const COLUMNS = 16;
const TILE = { width: 180, height: 200 };
const LABEL_HEIGHT = 16;
const CELL = { width: TILE.width + 8, height: TILE.height + LABEL_HEIGHT + 8 };
const SHEET_GROUND = '#7f7f7f';
/** Of 255; what the compression makes of an unchanged picture is less. */
const SEEN_DIFFERENCE = 28;
/** Share of a tile's pixels. */
const CHANGED_SHARE = 0.01;

/** Writes all pictures, small, on one sheet, with the list of their names beside it. */
export async function writeContactSheet(pictures: readonly Picture[], file: string): Promise<void> {
  const rows = Math.ceil(pictures.length / COLUMNS);
  const tiles = await Promise.all(
    pictures.map(async ({ name, path }, at) => {
      const { left, top } = placeOf(at);
      return [
        { input: await shrink(path), left, top },
        { input: label(name), left, top: top + TILE.height },
      ];
    }),
  );
  const { width, height } = { width: COLUMNS * CELL.width, height: rows * CELL.height };
  await sharp({ create: { width, height, channels: 3, background: SHEET_GROUND } })
    .composite(tiles.flat())
    .webp({ quality: 70, effort: 5 })
    .toFile(file);
  writeFileSync(
    namesOf(file),
    `${JSON.stringify(
      pictures.map(({ name }) => name),
      null,
      2,
    )}\n`,
  );
}

/** What a sheet shows otherwise than a kept one, by name; undefined when none is kept. */
export async function compareSheets(file: string, kept: string): Promise<string[] | undefined> {
  if (!existsSync(kept)) return undefined;
  const [now, before] = await Promise.all([readSheet(file), readSheet(kept)]);
  const changes: string[] = [];
  for (const [name, tile] of now) {
    const old = before.get(name);
    if (!old) changes.push(`new: ${name}`);
    else if (differenceOf(tile, old) > CHANGED_SHARE) changes.push(`changed: ${name}`);
  }
  const gone = [...before.keys()].filter((name) => !now.has(name));
  return [...changes, ...gone.map((name) => `gone: ${name}`)];
}

const namesOf = (file: string) => file.replace(/\.webp$/, '.json');

function placeOf(at: number) {
  return { left: (at % COLUMNS) * CELL.width, top: Math.floor(at / COLUMNS) * CELL.height };
}

function shrink(path: string): Promise<Buffer> {
  return sharp(path)
    .resize({ ...TILE, fit: 'contain', position: 'top', background: SHEET_GROUND })
    .toBuffer();
}

function label(name: string): Buffer {
  const text = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE.width}" height="${LABEL_HEIGHT}"><text y="12" font-family="sans-serif" font-size="10" fill="#fff">${text}</text></svg>`,
  );
}

/** Every tile of a written sheet in grey, by its name. */
async function readSheet(file: string): Promise<Map<string, Buffer>> {
  const names: string[] = JSON.parse(readFileSync(namesOf(file), 'utf8'));
  const sheet = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = sheet.info;
  const cut = (at: number) =>
    sharp(sheet.data, { raw: { width, height, channels } })
      .extract({ ...placeOf(at), ...TILE })
      .greyscale()
      .raw()
      .toBuffer();
  return new Map(await Promise.all(names.map(async (name, at) => [name, await cut(at)] as const)));
}

function differenceOf(one: Buffer, other: Buffer): number {
  let different = 0;
  for (let at = 0; at < one.length; at += 1) {
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > SEEN_DIFFERENCE) different += 1;
  }
  return different / one.length;
}
