import type { CompiledQuery } from 'kysely';
import type { Actor } from '#server/core/actor.ts';
import { describeApplied } from '../query/prefer.ts';
import { fillIn, type ReadPlan } from '../read/plan.ts';
import type { TableRequest } from '../table-request.ts';
import type { EngineDeps } from '../tables.engine.ts';
import { negotiateMediaType } from './media-type.ts';
import { renderRows } from './render.ts';
import { describeRange } from './row-range.ts';
import type { TableAnswer } from './table-answer.ts';

export async function answerRead(
  deps: EngineDeps,
  request: TableRequest,
  plan: ReadPlan,
  actor: Actor,
): Promise<TableAnswer> {
  const media = negotiateMediaType(request.headers.accept);
  const now = deps.now();
  const run = async <R>(compiled: CompiledQuery): Promise<R[]> => {
    const { rows } = await deps.db.kysely.executeQuery(fillIn(compiled, actor, now));
    // The plan's two statements are the only ones run here and each has one column.
    return rows as R[];
  };
  const found = await run<{ body: string }>(plan.rows);
  const total = request.prefer.count === undefined ? null : await countAll();
  const { status, contentRange } = describeRange(found.length, plan.window, total);
  const texts = found.map(({ body }) => body);
  const applied = describeApplied({
    count: request.prefer.count,
    handling: request.prefer.handling,
  });
  return {
    status,
    headers: {
      'Content-Type': media.contentType,
      'Content-Range': contentRange,
      'Content-Location': request.location,
      ...(request.profile === null ? {} : { 'Content-Profile': request.profile }),
      ...(applied === '' ? {} : { 'Preference-Applied': applied }),
      ...(plan.isShareable ? {} : { 'Cache-Control': 'no-store' }),
    },
    body: renderRows(texts, media),
    isShareable: plan.isShareable,
  };

  /** A page that is not full tells the total by itself. */
  async function countAll(): Promise<number> {
    const { offset, limit } = plan.window;
    if (found.length < limit && (found.length > 0 || offset === 0)) return offset + found.length;
    const [counted] = await run<{ total: number }>(plan.total);
    // A row may have gone between the two statements; the answer must not contradict itself.
    return Math.max(counted?.total ?? 0, found.length === 0 ? 0 : offset + found.length);
  }
}
