import type { Dashboard } from '#contract/calls/admin/dashboard.ts';
import type { AudioCategory } from '#contract/constants/tracks/tracks.ts';
import { STAGE_CHOICES, StageMark, stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { formatDate, formatNumber, formatShortDate } from '../shared/format.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartFigure, marksOf } from './chart-figure.tsx';

type Span = Dashboard['plays']['byStage'][number];
const DAY_MS = 24 * 60 * 60 * 1000;

export function StageChart({ plays }: { plays: Dashboard['plays'] }) {
  const spans = plays.byStage;
  if (spans.length === 0) {
    return (
      <p className="quiet">Too few plays to show stages without revealing what one person plays.</p>
    );
  }
  const totalOf = (category: AudioCategory) => spans.reduce((sum, span) => sum + span[category], 0);
  const all = STAGE_CHOICES.reduce((sum, { value }) => sum + totalOf(value), 0);
  return (
    <>
      <ul className="split">
        {STAGE_CHOICES.map(({ value }) => {
          const percent = (totalOf(value) / all) * 100;
          return (
            <li key={value} data-stage={stageOf(value)}>
              <StageMark stage={stageOf(value)} />
              <b className="tabular-numbers">
                {Math.round(percent)}%{' '}
                <span className="small quiet">{formatNumber(totalOf(value))}</span>
                <span className="visually-hidden"> plays</span>
              </b>
              <i style={{ '--w': `${percent}%` }} />
            </li>
          );
        })}
      </ul>
      <ChartFigure
        name="Plays by stage"
        caption="Plays per day by the stage of the track. Days with fewer than five plays are grouped."
        head={['Days', ...STAGE_CHOICES.map(({ label }) => label)]}
        rows={spans
          .toReversed()
          .map((span) => [daysOf(span), ...STAGE_CHOICES.map(({ value }) => span[value])])}
      >
        <BarChart
          label={`Plays by stage: ${describe(totalOf)}. The table below has every bar.`}
          unit="Plays per day, by stage"
          columns={spans.map((span) => ({
            key: span.from,
            text: `${daysOf(span)}: ${describe((category) => span[category])}`,
            units: lengthOf(span),
            parts: STAGE_CHOICES.map(({ value }) => ({
              tone: stageOf(value),
              value: span[value],
            })),
          }))}
          marks={marksOf([spans[0]?.from ?? '', spans.at(-1)?.to ?? ''])}
        />
      </ChartFigure>
    </>
  );
}

/** 'Pregnancy 12, Birthing 4, Postbirth 7' */
const describe = (countOf: (category: AudioCategory) => number) =>
  STAGE_CHOICES.map(({ value, label }) => `${label} ${formatNumber(countOf(value))}`).join(', ');
const lengthOf = ({ from, to }: Span) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
const daysOf = ({ from, to }: Span) =>
  from === to ? formatDate(from) : `${formatShortDate(from)} to ${formatDate(to)}`;
