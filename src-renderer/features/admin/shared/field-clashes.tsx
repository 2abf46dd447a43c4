import { Button } from '#renderer/components/button.tsx';

interface FieldClash<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** In words, or what stands in the field. */
  readonly hers: string;
  readonly theirs: string;
}

interface FieldClashesProps<Name extends string> {
  clashes: readonly FieldClash<Name>[];
  onChoose: (name: Name, choice: 'hers' | 'theirs') => void;
}

/** What was changed here and in another window: both, and the choice. Nothing is saved before it is made. */
export function FieldClashes<Name extends string>(props: FieldClashesProps<Name>) {
  const { clashes, onChoose } = props;
  if (clashes.length === 0) return null;
  return (
    <div role="alert" className="stack">
      {clashes.map(({ name, label, hers, theirs }) => (
        <fieldset key={name} className="a-clash">
          <legend>{label} was changed elsewhere as well</legend>
          <dl>
            <dt>Yours</dt>
            <dd>{hers || 'Empty'}</dd>
            <dt>Theirs</dt>
            <dd>{theirs || 'Empty'}</dd>
          </dl>
          <div className="row">
            <Button small look="soft" onClick={() => onChoose(name, 'hers')}>
              Keep yours
            </Button>
            <Button small look="soft" onClick={() => onChoose(name, 'theirs')}>
              Take theirs
            </Button>
          </div>
        </fieldset>
      ))}
    </div>
  );
}
