import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { mediaTypeOf } from './media-types.ts';

export const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof ENCODINGS;

export interface AssetBody {
  body: Buffer;
  etag: string;
}

export interface Asset {
  file: string;
  type: string;
  /** Its name changes with its content, so it may be kept for ever. */
  isImmutable: boolean;
  /** Text is kept in memory, with the compressed forms the build made; anything else stays on disk. */
  isText: boolean;
  encodings: ReadonlySet<Encoding>;
}

const HASHED_NAME = /^\/assets\/.*[-.][\w-]{8,}\.\w+$/;

export interface AssetStore {
  find(urlPath: string): Asset | undefined;
  /** Text of a built document, or undefined when the build has none of that name. */
  readDocument(name: string): string | undefined;
  load(asset: Asset, encoding: Encoding | undefined): AssetBody;
  readonly isEmpty: boolean;
}

/** The built pages: listed once when the program starts, so no request can name a file that is not theirs. */
export function createAssetStore(folder: string): AssetStore {
  const names = existsSync(folder) ? listFiles(folder) : [];
  const known = new Set(names);
  const assets = new Map(
    names
      .filter((name) => !/\.(br|gz|html|map)$/.test(name) && !name.startsWith('/.'))
      .map((name) => [name, describeAsset(folder, name, known)] as const),
  );
  const loaded = new Map<string, AssetBody>();

  return {
    isEmpty: names.length === 0,
    find: (urlPath) => assets.get(urlPath),
    readDocument: (name) =>
      known.has(`/${name}`) ? readFileSync(join(folder, name), 'utf8') : undefined,
    load(asset, encoding) {
      const file = asset.file + (encoding ? ENCODINGS[encoding] : '');
      const found = loaded.get(file);
      if (found) return found;
      const body = readFileSync(file);
      const entry = { body, etag: strongEtag(body) };
      loaded.set(file, entry);
      return entry;
    },
  };
}

/** Different bytes, different tag; the compressed forms of one file have tags of their own. */
export function strongEtag(body: Buffer | string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'));
}

function describeAsset(folder: string, name: string, known: ReadonlySet<string>): Asset {
  const { type, isText = false } = mediaTypeOf(name);
  const encodings = Object.entries(ENCODINGS)
    .filter(([, ending]) => known.has(name + ending))
    // The keys of ENCODINGS are its encodings; Object.entries only says string.
    .map(([encoding]) => encoding as Encoding);
  return {
    file: join(folder, name),
    type,
    isImmutable: HASHED_NAME.test(name),
    isText,
    encodings: new Set(encodings),
  };
}
