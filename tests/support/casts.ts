import type { Sources } from './architecture.ts';

/** Matches `value as Type`; `as const` is not a cast. */
const CAST = /\bas (?!const\b)(?:unknown|never|string|number|boolean|keyof|[A-Z([{])[^'"]*[;),}]/;
const COMMENT = /^\s*(?:\/\/|\*|\/\*)/;
const RENAMES = /^\s*import\b|^\s*(?:type )?\w+ as \w+,$/;

export interface Cast {
  /** 'src-renderer/lib/requests/call.ts:58' */
  readonly place: string;
  /** Whether a comment right above explains the cast. */
  readonly hasReason: boolean;
}

/** Type casts in page code; build-only code and tests are excluded. */
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
