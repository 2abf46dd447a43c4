import type { RefObject } from 'react';
import { useBlocker } from 'react-router-dom';
import { desktopState } from '#renderer/lib/desktop.ts';
import { currentPerson, usePerson } from '#renderer/lib/person.ts';
import { lazyComponent } from '../lazy-component.tsx';

const LeaveQuestion = lazyComponent(
  () => import('./leave-question.tsx').then((module) => module.LeaveQuestion),
  { isOpenedByPress: true },
);

/** Asks before the page is left with a text in this field. A page has one: the router allows one blocker. */
export function UnsentText({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const person = usePerson();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    // A sign-out leaves at once, and a kiosk must always return to its first screen.
    if (currentPerson() !== person || desktopState()?.isKiosk) return false;
    return Boolean(field.current?.value.trim());
  });
  if (blocker.state !== 'blocked') return null;
  return (
    <LeaveQuestion
      title="Leave without sending?"
      text="What you wrote has not been sent, and will be lost."
      onLeave={() => blocker.proceed()}
      onStay={() => blocker.reset()}
      onMissing={() => blocker.proceed()}
    />
  );
}
