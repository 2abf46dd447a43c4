import { KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core';

/**
 * dnd-kit adds its key listener in a timer after a row is picked up. An earlier key would scroll the page instead of
 * moving the row, so this sensor buffers such keys and dispatches them once dnd-kit listens.
 */
export class PromptKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    super(props);
    bufferEarlyKeys();
  }
}

function bufferEarlyKeys(): void {
  const buffered: KeyboardEvent[] = [];
  const buffer = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    buffered.push(event);
  };
  // The key that picked the row up is past its capture phase, so it is not buffered.
  document.addEventListener('keydown', buffer, true);
  setTimeout(() => {
    document.removeEventListener('keydown', buffer, true);
    // One task per key: its effect must render before the next key is handled.
    for (const event of buffered) {
      setTimeout(() => document.dispatchEvent(new KeyboardEvent('keydown', event)));
    }
  });
}
