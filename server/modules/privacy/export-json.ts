import type { PersonExport } from '#contract/calls/person-export.ts';
import { chunksOf } from './chunks.ts';

/** `JSON.stringify(data, null, 2)` in pieces: a large file is not written at one go. */
export function* renderExportJson(data: PersonExport): Generator<string> {
  let separator = '{\n';
  for (const [member, value] of Object.entries(data)) {
    yield separator;
    if (Array.isArray(value) && value.length > 0) yield* renderList(member, value);
    else yield renderMember(member, value);
    separator = ',\n';
  }
  yield '\n}\n';
}

const LIST_END = '\n  ]';

function* renderList(member: string, rows: readonly unknown[]): Generator<string> {
  yield `  ${JSON.stringify(member)}: [`;
  let separator = '';
  for (const chunk of chunksOf(rows)) {
    const whole = renderMember(member, chunk);
    yield separator + whole.slice(whole.indexOf('[') + 1, -LIST_END.length);
    separator = ',';
  }
  yield LIST_END;
}

/** One member, indented as in the whole. */
function renderMember(member: string, value: unknown): string {
  return JSON.stringify({ [member]: value }, null, 2).slice('{\n'.length, -'\n}'.length);
}
