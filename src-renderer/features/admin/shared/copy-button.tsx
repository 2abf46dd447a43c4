import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/messages/toast.ts';

interface CopyButtonProps {
  label: string;
  /** The kind of text: 'link', 'code'. */
  what: string;
  text: string;
}

export function CopyButton({ label, what, text }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`The ${what} is copied`);
    } catch {
      // The clipboard needs https and the browser's permission.
      toast.error(`The browser does not allow it. Select the ${what} and copy it.`);
    }
  };
  return (
    <Button look="soft" onClick={() => void copy()}>
      {label}
    </Button>
  );
}
