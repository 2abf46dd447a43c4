import { useDesktopState } from '#renderer/lib/desktop.ts';

interface StaySignedInFieldProps {
  checked: boolean;
  onChange: (keep: boolean) => void;
}

/** Offers to stay signed in, except on a kiosk: its screen is shared, and the server refuses. */
export function StaySignedInField({ checked, onChange }: StaySignedInFieldProps) {
  if (useDesktopState()?.isKiosk) return null;
  return (
    <label className="admin-keep">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        aria-describedby="keep-hint"
      />
      <span>
        Stay signed in on this machine
        <small id="keep-hint" className="quiet">
          For 30 days. Only where nobody else uses it.
        </small>
      </span>
    </label>
  );
}
