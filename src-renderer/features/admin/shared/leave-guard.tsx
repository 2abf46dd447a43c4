import { useCallback, useEffect, useEffectEvent } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router-dom';
import { LeaveQuestion } from './leave-question.tsx';

interface GuardedForm {
  isDirty(): boolean;
  /** Files that are being sent, by name. */
  readonly pending: ReadonlyMap<string, unknown>;
  /** The URL parameter that opens the form, if any. */
  readonly openedBy: string | undefined;
}

/** The forms on the page. A router has one blocker, and a page may have several forms. */
const forms = new Set<GuardedForm>();

export const hasUnsavedInput = (): boolean => [...forms].some((form) => form.isDirty());

/** The consequences of leaving, in a sentence or two. */
export function describeUnsaved(): string {
  const kept =
    'Your changes are not saved. This browser keeps them until you come back to this form.';
  const isSending = [...forms].some((form) => form.pending.size > 0);
  return isSending ? `${kept} A file that is still being sent has to be chosen again.` : kept;
}

/** Asks before the user leaves a dirty form. */
export function useLeaveGuard(form: GuardedForm): void {
  const { openedBy, pending } = form;
  const isDirty = useEffectEvent(form.isDirty);
  useEffect(() => {
    const guarded = { openedBy, pending, isDirty: () => isDirty() };
    forms.add(guarded);
    return () => void forms.delete(guarded);
  }, [openedBy, pending]);
}

function isLeft({ openedBy }: GuardedForm, from: Location, to: Location): boolean {
  if (from.pathname !== to.pathname) return true;
  const [before, after] = [from, to].map(({ search }) => new URLSearchParams(search));
  return ['part', ...(openedBy ? [openedBy] : [])].some(
    (name) => before?.get(name) !== after?.get(name),
  );
}

/** Mounted once in the area: asks before unsaved input is lost, and saves with Ctrl+S. */
export function LeaveGuard() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    [...forms].some((form) => form.isDirty() && isLeft(form, currentLocation, nextLocation)),
  );
  useBeforeUnload(
    useCallback((event) => {
      if (hasUnsavedInput()) event.preventDefault();
    }, []),
  );
  useEffect(() => {
    window.addEventListener('keydown', saveByKey);
    return () => window.removeEventListener('keydown', saveByKey);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <LeaveQuestion
      title="Leave without saving?"
      text={describeUnsaved()}
      onLeave={() => blocker.proceed()}
      onStay={() => blocker.reset()}
    />
  );
}

/**
 * Ctrl+S, on a Mac Cmd+S: submits the focused form, else the page's last form outside of
 * `data-apart`. Suppresses the browser's dialog.
 */
function saveByKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() !== 's' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
  event.preventDefault();
  if (event.repeat) return;
  const used = document.activeElement?.closest<HTMLFormElement>('form');
  const all = document.querySelectorAll<HTMLFormElement>(
    'form[data-admin-form]:not([data-apart] *)',
  );
  const form = used ?? [...all].at(-1);
  // Disabled for a role that may not change it.
  if (form && !form.closest('fieldset:disabled')) form.requestSubmit();
}
