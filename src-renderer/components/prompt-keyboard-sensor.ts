import { KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core';

/**
 * dnd-kit hears keys only from a timer after the one that picked the row up. A key that comes sooner
 * would scroll the page instead of moving the row, so it is kept and given to it then.
 */
export class PromptKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    super(props);
    keepEarlyKeys();
  }
}

function keepEarlyKeys(): void {
  const early: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    early.push(event);
  };
  // Capturing, which the event that picked the row up has behind it.
  document.addEventListener('keydown', keep, true);
  setTimeout(() => {
    document.removeEventListener('keydown', keep, true);
    // One task each: a key's effect must be drawn before the next is judged.
    for (const event of early) {
      setTimeout(() => document.dispatchEvent(new KeyboardEvent('keydown', event)));
    }
  });
}
