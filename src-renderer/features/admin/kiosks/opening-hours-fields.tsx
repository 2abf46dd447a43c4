import { useId } from 'react';
import type { OpeningHours } from '#contract/device/opening-hours.ts';
import { FieldError } from '#renderer/components/forms/field.tsx';
import { Setting } from '#renderer/components/forms/setting.tsx';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** For a day that is switched from closed to open. */
const DEFAULT_HOURS: Span = { from: '08:00', to: '20:00' };

type Day = NonNullable<OpeningHours>[number];
type Span = NonNullable<Day>;

interface OpeningHoursFieldsProps {
  /** An emptied time is '' until it is filled in. */
  hours: OpeningHours;
  error: string | undefined;
  onChange: (hours: OpeningHours) => void;
}

/** Always open, or opening hours for each weekday. */
export function OpeningHoursFields({ hours, error, onChange }: OpeningHoursFieldsProps) {
  const errorId = useId();
  return (
    <fieldset className="kiosk-hours">
      <legend className="visually-hidden">Opening hours</legend>
      <Setting
        title="Always open"
        text="When off, it closes outside its hours (by its own clock) once no one uses it. Listeners are not interrupted."
        checked={hours === null}
        onChange={(isAlways) => onChange(isAlways ? null : DAYS.map(() => DEFAULT_HOURS))}
      />
      {hours?.map((day, index) => (
        <DayFields
          key={DAYS[index]}
          name={String(DAYS[index])}
          day={day}
          errorId={error ? errorId : undefined}
          onChange={(next) => onChange(hours.with(index, next))}
        />
      ))}
      {hours ? (
        <p className="hint small quiet">
          A closing time that is not after the opening time is on the next day.
        </p>
      ) : null}
      {error ? (
        <div className="field">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      ) : null}
    </fieldset>
  );
}

interface DayFieldsProps {
  name: string;
  day: Day;
  /** The id of the error message about an emptied time. */
  errorId: string | undefined;
  onChange: (day: Day) => void;
}

function DayFields({ name, day, errorId, onChange }: DayFieldsProps) {
  const timeField = (end: 'from' | 'to', label: string, span: Span) => (
    <input
      type="time"
      aria-label={`${name}, ${label}`}
      aria-invalid={errorId && span[end] === '' ? true : undefined}
      aria-describedby={span[end] === '' ? errorId : undefined}
      value={span[end]}
      onChange={(event) => onChange({ ...span, [end]: event.target.value })}
    />
  );
  return (
    <div className="kiosk-day">
      <label>
        <input
          type="checkbox"
          aria-label={name}
          checked={day !== null}
          onChange={(event) => onChange(event.target.checked ? DEFAULT_HOURS : null)}
        />
        {name.slice(0, 3)}
      </label>
      {day ? (
        <span className="field">
          {timeField('from', 'opens', day)}
          <span aria-hidden="true">–</span>
          {timeField('to', 'closes', day)}
        </span>
      ) : (
        <span className="small quiet">Closed</span>
      )}
    </div>
  );
}
