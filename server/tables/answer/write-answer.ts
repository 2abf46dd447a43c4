import { describeApplied } from '../query/prefer.ts';
import type { TableDefinition } from '../table-definition.ts';
import type { TableRequest } from '../table-request.ts';
import { createSingularError } from '../tables.errors.ts';
import type { Outcome } from '../write/mutation.ts';
import type { MediaType } from './media-type.ts';
import { renderPage } from './render.ts';
import type { TableAnswer } from './table-answer.ts';

/** A singular answer to a write that touched more or fewer rows undoes the write, shown or not. */
export function ensureSingular(media: MediaType, { keys }: Outcome): void {
  if (media.form === 'object' && keys.length !== 1) throw createSingularError(keys.length);
}

export function answerWrite(
  request: TableRequest,
  table: TableDefinition,
  media: MediaType,
  outcome: Outcome,
): TableAnswer {
  const { method, prefer } = request;
  const isInsert = method === 'POST' || method === 'PUT';
  const applied = describeApplied({
    resolution: method === 'POST' ? prefer.resolution : undefined,
    missing: method === 'DELETE' ? undefined : prefer.missing,
    return: prefer.return,
    count: prefer.count,
    handling: prefer.handling,
    maxAffected: isInsert ? undefined : prefer.maxAffected,
  });
  const rows = outcome.rows ?? [];
  const body =
    prefer.return === 'representation' ? renderPage(`[${rows.join(',')}]`, rows.length, media) : '';
  return {
    status: statusOf(request, outcome),
    headers: {
      ...(prefer.return === 'representation' ? { 'Content-Type': media.contentType } : {}),
      'Content-Range': contentRangeOf(request, outcome),
      ...(request.profile === null ? {} : { 'Content-Profile': request.profile }),
      ...(applied === '' ? {} : { 'Preference-Applied': applied }),
      ...locationOf(request, table, outcome),
      'Cache-Control': 'no-store',
    },
    body,
    isShareable: false,
  };
}

function statusOf({ method, prefer }: TableRequest, { isCreation }: Outcome): number {
  switch (method) {
    case 'POST':
      if (prefer.resolution === 'merge-duplicates') return isCreation ? 201 : 200;
      return 201;
    case 'PUT':
      if (isCreation) return 201;
      return prefer.return === 'representation' ? 200 : 204;
    default:
      return prefer.return === 'representation' ? 200 : 204;
  }
}

function contentRangeOf({ method, prefer }: TableRequest, { keys }: Outcome): string {
  const total = prefer.count === undefined ? '*' : String(keys.length);
  const isRange = method === 'PATCH' && keys.length > 0;
  return `${isRange ? `0-${keys.length - 1}` : '*'}/${total}`;
}

function locationOf(
  { method, prefer }: TableRequest,
  table: TableDefinition,
  { keys }: Outcome,
): Record<string, string> {
  const [key] = keys;
  if (method !== 'POST' || prefer.return !== 'headers-only') return {};
  if (key === undefined || keys.length > 1) return {};
  const parameters = new URLSearchParams(
    table.primaryKey.map((name, index): [string, string] => [name, `eq.${key[index]}`]),
  );
  return { Location: `/${table.name}?${parameters.toString()}` };
}
