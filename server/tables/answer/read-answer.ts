import type { CompiledQuery } from 'kysely';
import { describeApplied } from '../query/prefer.ts';
import { fillIn, type Occasion, type ReadPlan } from '../read/plan.ts';
import type { TableRequest } from '../table-request.ts';
import type { EngineDeps } from '../tables.engine.ts';
import { negotiateMediaType } from './media-type.ts';
import { renderPage } from './render.ts';
import { describeRange } from './row-range.ts';
import type { TableAnswer } from './table-answer.ts';

export async function answerRead(
  deps: EngineDeps,
  request: TableRequest,
  plan: ReadPlan,
  occasion: Occasion,
): Promise<TableAnswer> {
  const media = negotiateMediaType(request.headers.accept);
  const run = <R>(compiled: CompiledQuery<R>) =>
    deps.db.kysely.executeQuery(fillIn(plan, compiled, occasion)).then(({ rows }) => rows[0]);
  const { body, rows } = (await run(plan.page)) ?? { body: '[]', rows: 0 };
  const total = request.prefer.count === undefined ? null : await countAll();
  const { status, contentRange } = describeRange(rows, plan.window, total);
  const applied = describeApplied({
    count: request.prefer.count,
    handling: request.prefer.handling,
  });
  return {
    status,
    headers: {
      'Content-Type': media.contentType,
      'Content-Range': contentRange,
      ...(request.location === null ? {} : { 'Content-Location': request.location }),
      ...(request.profile === null ? {} : { 'Content-Profile': request.profile }),
      ...(applied === '' ? {} : { 'Preference-Applied': applied }),
      ...(plan.isShareable ? {} : { 'Cache-Control': 'no-store' }),
    },
    body: renderPage(body, rows, media),
    isShareable: plan.isShareable,
  };

  /** A page that is not full tells the total by itself. */
  async function countAll(): Promise<number> {
    const { offset, limit } = plan.window;
    if (rows < limit && (rows > 0 || offset === 0)) return offset + rows;
    const counted = await run(plan.total);
    // A row may have gone between the two statements; the answer must not contradict itself.
    return Math.max(counted?.total ?? 0, rows === 0 ? 0 : offset + rows);
  }
}
