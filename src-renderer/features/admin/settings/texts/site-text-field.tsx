import { useId } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { TextAreaField, TextField } from '#renderer/components/forms/field.tsx';

interface SiteTextFieldProps {
  label: string;
  builtIn: string;
  error: string | undefined;
  value: string;
  /** Explains the syntax of the text. */
  note?: string | undefined;
  /** Whether an empty field removes the text from the page; otherwise the built-in text is shown. */
  isRemovable?: boolean;
  onFocus?: () => void;
  onChange: (text: string) => void;
}

/** Texts up to this length get a single-line field. */
const MAX_LINE_LENGTH = 40;
/** Longer built-in texts are not shown as a hint. */
const MAX_HINT = 500;

function rowsOf(text: string): number {
  const lines = text.split('\n').length;
  if (lines > 1) return Math.min(16, lines + 3);
  return text.length > 2 * MAX_LINE_LENGTH ? 5 : 2;
}

/** A text field; once changed, it shows the built-in text and offers to restore it. */
export function SiteTextField(props: SiteTextFieldProps) {
  const { label, builtIn, note, isRemovable = false, value, onChange, ...rest } = props;
  const id = useId();
  const isChanged = value.trim() !== builtIn;
  const isLong = builtIn.length > MAX_LINE_LENGTH;
  const Field = isLong ? TextAreaField : TextField;
  const isRemoved = isRemovable && value === '';
  const hint = isChanged && builtIn.length <= MAX_HINT ? `The built-in text: ${builtIn}` : note;
  const replaceBy = (text: string) => {
    onChange(text);
    // The button disappears, so the focus moves to the field.
    document.getElementById(id)?.focus();
  };
  return (
    <div className="admin-site-text">
      <Field
        {...rest}
        id={id}
        label={label}
        placeholder={isRemovable ? undefined : builtIn}
        {...(isLong ? { rows: rowsOf(builtIn) } : {})}
        hint={isRemoved ? 'Removed from the page.' : hint}
        value={value}
        onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
      />
      {isChanged || isRemovable ? (
        <div className="row admin-wrap">
          {isChanged ? (
            <Button small look="soft" aria-describedby={id} onClick={() => replaceBy(builtIn)}>
              Back to the built-in text
            </Button>
          ) : null}
          {isRemovable && !isRemoved ? (
            <Button small look="line" aria-label={`Remove ${label}`} onClick={() => replaceBy('')}>
              Remove
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
