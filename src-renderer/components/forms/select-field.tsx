import type { ChangeEvent, ComponentProps } from 'react';
import { Field, type Labels } from './field.tsx';

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly Choice<Value>[];
  onChoose?: ((value: Value) => void) | undefined;
}

export function Select<Value extends string>({ options, onChoose, ...rest }: SelectProps<Value>) {
  const handleChoice = onChoose && {
    onChange({ target }: ChangeEvent<HTMLSelectElement>) {
      const chosen = options[target.selectedIndex];
      if (chosen) onChoose(chosen.value);
    },
  };
  return (
    <select {...rest} {...handleChoice}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function SelectField<Value extends string>({
  label,
  error,
  hint,
  ...rest
}: Labels & SelectProps<Value>) {
  return (
    <Field label={label} error={error} hint={hint} id={rest.id}>
      {(control) => <Select {...rest} {...control} />}
    </Field>
  );
}
