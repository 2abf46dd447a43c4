import type { Sources } from './architecture.ts';

/** `value as Type`, by what may follow a type; `as const` tells the compiler nothing it could not see. */
const CAST = /\bas (?!const\b)(?:unknown|never|string|number|boolean|keyof|[A-Z([{])[^'"]*[;),}]/;
const COMMENT = /^\s*(?:\/\/|\*|\/\*)/;
const RENAMES = /^\s*import\b|^\s*(?:type )?\w+ as \w+,$/;

export interface Cast {
  /** 'src-renderer/lib/call.ts:58' */
  readonly place: string;
  /** A comment right above says why it holds. */
  readonly hasReason: boolean;
}

/** Where the pages tell the compiler what it cannot see. What only the build runs, and tests, are no pages. */
export function findCasts(sources: Sources): Cast[] {
  return [...sources]
    .filter(([file]) => /^src-renderer\/(?!build\/)(?!.*\.test\.)/.test(file))
    .flatMap(([file, text]) => {
      const lines = text.split('\n');
      return lines.flatMap((line, at) => {
        if (COMMENT.test(line) || RENAMES.test(line) || !CAST.test(line)) return [];
        const above = [lines[at - 1] ?? '', lines[at - 2] ?? ''];
        return [{ place: `${file}:${at + 1}`, hasReason: above.some((one) => COMMENT.test(one)) }];
      });
    });
}
