import { Switch as RadixSwitch } from 'radix-ui';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  disabled?: boolean;
}

export function Switch({
  checked,
  onChange,
  label,
  labelledBy,
  describedBy,
  disabled,
}: SwitchProps) {
  return (
    <RadixSwitch.Root
      className="switch"
      checked={checked}
      onCheckedChange={onChange}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      {...(disabled === undefined ? {} : { disabled })}
    >
      <RadixSwitch.Thumb className="thumb" />
    </RadixSwitch.Root>
  );
}
