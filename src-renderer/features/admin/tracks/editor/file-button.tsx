import { useRef } from 'react';
import { Button } from '#renderer/components/button.tsx';

interface FileButtonProps {
  children: React.ReactNode;
  /** '.mp3,.m4a,.wav' */
  accept: string;
  /** Accessible name of the hidden field. */
  label: string;
  multiple?: boolean;
  soft?: boolean;
  busy?: string | false;
  onFiles: (files: readonly File[]) => void;
}

export function FileButton(props: FileButtonProps) {
  const { children, accept, label, multiple = false, soft = false, busy = false, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Allows choosing the same file again after it has been fixed.
          currentTarget.value = '';
        }}
      />
      <Button
        look={soft ? 'soft' : 'primary'}
        small={soft}
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
