import { type ReactNode, useId } from 'react';
import { Switch } from './switch.tsx';

interface SettingProps {
  title: string;
  text?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A row with a label, a description and a switch. */
export function Setting({ title, text, checked, disabled = false, onChange }: SettingProps) {
  const id = useId();
  return (
    <div className="setting">
      <span className="setting-text">
        <strong id={id}>{title}</strong>
        {text ? (
          <span className="setting-hint" id={`${id}-text`}>
            {text}
          </span>
        ) : null}
      </span>
      <Switch
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        labelledBy={id}
        describedBy={text ? `${id}-text` : undefined}
      />
    </div>
  );
}
