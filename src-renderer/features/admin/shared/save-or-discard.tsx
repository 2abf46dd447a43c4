import { Button } from '#renderer/components/button.tsx';

interface SaveOrDiscardProps {
  isSaving: boolean;
  /** There is something typed to give up. */
  hasChanges: boolean;
  onDiscard: () => void;
  /** In view however long the form is. */
  stays?: boolean;
}

/** The end of a form that keeps what was typed (`useKeptForm`). */
export function SaveOrDiscard({ isSaving, hasChanges, onDiscard, stays }: SaveOrDiscardProps) {
  return (
    <div className={stays ? 'row a-save' : 'row'}>
      <Button type="submit" busy={isSaving && 'Saving...'}>
        Save Changes
      </Button>
      {hasChanges ? (
        <Button look="line" disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
    </div>
  );
}
