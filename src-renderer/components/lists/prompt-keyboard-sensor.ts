import { KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core';

/**
 * dnd-kit starts to listen to keys in a timer after the pick-up. An earlier key would scroll the page instead of moving
 * the row, so this sensor holds it back and dispatches it once dnd-kit listens.
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
  // The capture phase is already over for the event that picked the row up.
  document.addEventListener('keydown', keep, true);
  setTimeout(() => {
    document.removeEventListener('keydown', keep, true);
    // One task each: the effect of a key must render before the next one is handled.
    for (const event of early) {
      setTimeout(() => document.dispatchEvent(new KeyboardEvent('keydown', event)));
    }
  });
}
