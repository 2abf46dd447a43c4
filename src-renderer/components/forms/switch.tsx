import { Switch as RadixSwitch } from 'radix-ui';
import './switch.css';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label?: string;
  labelledBy?: string;
  describedBy?: string | undefined;
  disabled?: boolean;
}

export function Switch({
  checked,
  onChange,
  label,
  labelledBy,
  describedBy,
  disabled = false,
}: SwitchProps) {
  return (
    <RadixSwitch.Root
      className="switch"
      checked={checked}
      onCheckedChange={(next) => disabled || onChange(next)}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      // Not `disabled`, which would remove the focus from the switch just pressed.
      aria-disabled={disabled || undefined}
    >
      <RadixSwitch.Thumb className="switch-thumb" />
    </RadixSwitch.Root>
  );
}
