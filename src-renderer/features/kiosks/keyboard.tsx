import { ArrowBigUp, CornerDownLeft, Delete, KeyboardOff } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#renderer/components/icon.tsx';
import { LETTERS, SIGNS, shortcutsFor } from './keyboard-layout.ts';
import { isTextField } from './use-kiosk-manners.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

interface KeyboardProps {
  /** For the fields of a dialog, in which it has to be: a dialog keeps all touches beside it to itself. */
  inDialog?: boolean;
}

/** Our own, because the system's shows what it learnt from the person before, or is not there at all. */
export function Keyboard({ inDialog = false }: KeyboardProps) {
  const [field, setField] = useFocusedField(inDialog);
  const [isUpper, setUpper] = useState(false);
  const [hasSigns, setSigns] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useRoomFor(field, panel);

  if (!field) return null;
  const type = (text: string) => {
    insertText(isUpper ? text.toUpperCase() : text);
    setUpper(false);
  };
  const submit = () => {
    if (field.form) field.form.requestSubmit();
    else field.blur();
  };
  const key = (text: string) => (
    <button key={text} type="button" className="k-key" onClick={() => type(text)}>
      {isUpper ? text.toUpperCase() : text}
    </button>
  );
  return createPortal(
    // The field must keep the focus while its keys are pressed.
    <section
      ref={panel}
      className="k-keyboard"
      aria-label="Keyboard"
      data-kiosk-keyboard
      onPointerDown={(event: PointerEvent) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {(hasSigns ? SIGNS : LETTERS).map((row, index, { length }) => (
        <div className="k-row" key={row}>
          {index === length - 1 && !hasSigns ? (
            <CapitalKey isOn={isUpper} onPress={() => setUpper(!isUpper)} />
          ) : null}
          {[...row].map(key)}
          {index === length - 1 ? <DeleteKey /> : null}
        </div>
      ))}
      <div className="k-row">
        <button type="button" className="k-key wide" onClick={() => setSigns(!hasSigns)}>
          {hasSigns ? 'abc' : '123'}
        </button>
        {shortcutsFor(field.type).map(key)}
        <button
          type="button"
          className="k-key space"
          aria-label="Space"
          onClick={() => insertText(' ')}
        />
        <button
          type="button"
          className="k-key wide"
          aria-label="Hide the keyboard"
          onClick={() => {
            field.blur();
            setField(undefined);
          }}
        >
          <Icon of={KeyboardOff} />
        </button>
        <button type="button" className="k-key enter" aria-label="Enter" onClick={submit}>
          <Icon of={CornerDownLeft} />
        </button>
      </div>
    </section>,
    document.body,
  );
}

function CapitalKey({ isOn, onPress }: { isOn: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className="k-key wide"
      aria-label="Capital letter"
      aria-pressed={isOn}
      onClick={onPress}
    >
      <Icon of={ArrowBigUp} />
    </button>
  );
}

function DeleteKey() {
  return (
    <button
      type="button"
      className="k-key wide"
      aria-label="Delete"
      onClick={() => document.execCommand('delete')}
    >
      <Icon of={Delete} />
    </button>
  );
}

/**
 * Deprecated, and still the one call that writes at the caret of every kind of field (an e-mail field
 * does not tell where its caret is), respects its limits and tells React of it.
 */
function insertText(text: string): void {
  document.execCommand('insertText', false, text);
}

/** Longer than from the first contact of a finger to the click it makes. */
const TAP_MS = 400;

function useFocusedField(inDialog: boolean) {
  const [field, setField] = useState<Field>();
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      const { activeElement } = document;
      clearTimeout(leaving);
      if (isTextField(activeElement) && isInDialog(activeElement) === inDialog) {
        setField(activeElement);
        // The system's own keyboard stays away.
        activeElement.inputMode = 'none';
        return;
      }
      // Not at once: the page would move under the finger that is just touching something.
      leaving = setTimeout(() => setField(undefined), TAP_MS);
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('focusout', follow);
    follow();
    return () => {
      clearTimeout(leaving);
      document.removeEventListener('focusin', follow);
      document.removeEventListener('focusout', follow);
    };
  }, [inDialog]);
  return [field, setField] as const;
}

const isInDialog = (field: Field) => field.closest('[role="dialog"]') !== null;

/** The page gets room below its end, and the field moves to where the keyboard does not cover it. */
function useRoomFor(field: Field | undefined, panel: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!field || !panel.current) return;
    const ground = field.closest<HTMLElement>('.scrim') ?? document.body;
    ground.style.paddingBottom = `${panel.current.offsetHeight}px`;
    const { bottom } = field.getBoundingClientRect();
    const { top } = panel.current.getBoundingClientRect();
    if (bottom > top - 16) field.scrollIntoView({ block: 'start', behavior: 'instant' });
    return () => {
      ground.style.paddingBottom = '';
    };
  }, [field, panel]);
}
