import type { Dashboard } from '#contract/calls/admin/dashboard.ts';
import { AUDIO_CATEGORIES, type AudioCategory } from '#contract/constants/tracks/tracks.ts';
import { StageMark, stageLabel, stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { formatDate, formatNumber, formatShortDate } from '../shared/format.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartFigure, marksOf } from './chart-figure.tsx';

type Span = Dashboard['plays']['byStage'][number];
const DAY_MS = 24 * 60 * 60 * 1000;

export function StageChart({ plays }: { plays: Dashboard['plays'] }) {
  const spans = plays.byStage;
  if (spans.length === 0) {
    return (
      <p className="quiet">
        Too little was played to tell stages apart without telling of one mother.
      </p>
    );
  }
  const totals = AUDIO_CATEGORIES.map((category) => ({ category, total: sumOf(spans, category) }));
  const all = totals.reduce((sum, { total }) => sum + total, 0);
  return (
    <>
      <ul className="split">
        {totals.map(({ category, total }) => (
          <li key={category} data-stage={stageOf(category)}>
            <StageMark stage={stageOf(category)} />
            <b className="tabular-numbers">
              {percent(total, all)} <span className="small quiet">{formatNumber(total)}</span>
              <span className="visually-hidden"> plays</span>
            </b>
            <i style={{ '--w': `${(total / all) * 100}%` }} />
          </li>
        ))}
      </ul>
      <ChartFigure
        name="Plays by stage"
        caption="Plays per day by the stage of the track. Days with fewer than five plays are grouped."
        head={['Days', ...AUDIO_CATEGORIES.map((category) => stageLabel(stageOf(category)))]}
        rows={spans
          .toReversed()
          .map((span) => [daysOf(span), ...AUDIO_CATEGORIES.map((category) => span[category])])}
      >
        <BarChart
          label={`Plays by stage: ${totals.map(({ category, total }) => `${stageLabel(stageOf(category))} ${formatNumber(total)}`).join(', ')}. The table below has every bar.`}
          unit="Plays per day, by stage"
          columns={spans.map((span) => ({
            key: span.from,
            text: `${daysOf(span)}: ${AUDIO_CATEGORIES.map((category) => `${stageLabel(stageOf(category))} ${formatNumber(span[category])}`).join(', ')}`,
            units: lengthOf(span),
            parts: AUDIO_CATEGORIES.map((category) => ({
              tone: stageOf(category),
              value: span[category],
            })),
          }))}
          marks={endsOf(spans)}
        />
      </ChartFigure>
    </>
  );
}

const sumOf = (spans: readonly Span[], category: AudioCategory) =>
  spans.reduce((sum, span) => sum + span[category], 0);
const lengthOf = ({ from, to }: Span) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
const daysOf = ({ from, to }: Span) =>
  from === to ? formatDate(from) : `${formatShortDate(from)} to ${formatDate(to)}`;
const endsOf = (spans: readonly Span[]) => marksOf([spans[0]?.from ?? '', spans.at(-1)?.to ?? '']);
const percent = (part: number, all: number) => `${Math.round((part / all) * 100)}%`;
