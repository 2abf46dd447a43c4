import { useCallback, useEffect, useEffectEvent } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router-dom';
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx';

interface GuardedForm {
  isDirty(): boolean;
  /** Uploads in progress, by name. */
  readonly pending: ReadonlyMap<string, unknown>;
  /** The URL parameter that opens the form, if any. */
  readonly openedBy: string | undefined;
}

/** All forms of the page, because a router supports only one blocker. */
const forms = new Set<GuardedForm>();

export const hasUnsavedInput = (): boolean => [...forms].some((form) => form.isDirty());

/** The text of the question before leaving. */
export function describeUnsaved(): string {
  const text =
    'Your changes are not saved. This browser keeps them until you come back to this form.';
  const isSending = [...forms].some((form) => form.pending.size > 0);
  return isSending ? `${text} A file that is still being sent has to be chosen again.` : text;
}

/** Registers a form with `LeaveGuard`. */
export function useLeaveGuard(form: GuardedForm): void {
  const { openedBy, pending } = form;
  const isDirty = useEffectEvent(form.isDirty);
  useEffect(() => {
    const guarded = { openedBy, pending, isDirty: () => isDirty() };
    forms.add(guarded);
    return () => void forms.delete(guarded);
  }, [openedBy, pending]);
}

function leavesForm({ openedBy }: GuardedForm, from: Location, to: Location): boolean {
  if (from.pathname !== to.pathname) return true;
  const [before, after] = [from, to].map(({ search }) => new URLSearchParams(search));
  return ['part', ...(openedBy ? [openedBy] : [])].some(
    (name) => before?.get(name) !== after?.get(name),
  );
}

/** Mounted once in the area. Asks before unsaved input is lost, and saves on Ctrl+S. */
export function LeaveGuard() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    [...forms].some((form) => form.isDirty() && leavesForm(form, currentLocation, nextLocation)),
  );
  useBeforeUnload(
    useCallback((event) => {
      if (hasUnsavedInput()) event.preventDefault();
    }, []),
  );
  useEffect(() => {
    window.addEventListener('keydown', handleSaveKey);
    return () => window.removeEventListener('keydown', handleSaveKey);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <UnsavedChangesDialog
      title="Leave without saving?"
      text={describeUnsaved()}
      onLeave={() => blocker.proceed()}
      onStay={() => blocker.reset()}
    />
  );
}

/** Submits the focused form, or else the page's last form that is not inside `data-apart`. */
function handleSaveKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() !== 's' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
  // Suppresses the browser's own dialog.
  event.preventDefault();
  if (event.repeat) return;
  const active = document.activeElement;
  // A dialog may ask to confirm a deletion.
  if (active?.closest('[role=dialog], [role=alertdialog]')) return;
  const focused = active?.closest('form');
  const all = document.querySelectorAll<HTMLFormElement>(
    'form[data-admin-form]:not([data-apart] *)',
  );
  const form = focused ?? [...all].at(-1);
  // The fieldset is disabled for roles without write access.
  if (form && !form.closest('fieldset:disabled')) form.requestSubmit();
}
