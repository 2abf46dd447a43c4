import type { CompiledQuery } from 'kysely';
import { LIMITS } from '#contract/words/limits.ts';
import { describeApplied } from '../query/prefer.ts';
import type { ReadPlan } from '../read/plan.ts';
import type { TableRequest } from '../table-request.ts';
import { createAnswerTooLargeError } from '../tables.errors.ts';
import { negotiateMediaType } from './media-type.ts';
import { renderPage } from './render.ts';
import { describeRange } from './row-range.ts';
import type { TableAnswer } from './table-answer.ts';

/** Runs a plan's statement for whoever asks; answers its one row. */
type Run = <R>(compiled: CompiledQuery<R>) => Promise<R | undefined>;

export async function answerRead(
  request: TableRequest,
  plan: ReadPlan,
  run: Run,
): Promise<TableAnswer> {
  const media = negotiateMediaType(request.headers.accept);
  const { body, rows } = (await run(plan.page)) ?? { body: '[]', rows: 0 };
  // PostgreSQL has counted by itself; SQLite counts only what is large.
  if (body === null || body.length > LIMITS.answerBytes) {
    throw createAnswerTooLargeError(LIMITS.answerBytes);
  }
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
