import { ArrowBigUp, CornerDownLeft, Delete, KeyboardOff } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#renderer/components/icon.tsx';
import { accentsOf, LAYERS, type Layer, shortcutsFor } from './keyboard-layout.ts';
import { isTextField } from './use-kiosk-restrictions.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

interface KeyboardProps {
  /** Serves the fields of a dialog. A modal dialog needs its own keyboard: it blocks all others. */
  inDialog?: boolean;
}

/** Replaces the system's keyboard, which may be missing or suggest words of a previous user. */
export function Keyboard({ inDialog = false }: KeyboardProps) {
  const [field, setField] = useFocusedField(inDialog);
  const [isUpper, setUpper] = useState(false);
  const [layer, setLayer] = useState<Layer>('letters');
  const [accents, setAccents] = useState<readonly string[]>([]);
  const panel = useRef<HTMLElement>(null);
  useKeyboardSpace(field, panel);

  if (!field) return null;
  const type = (text: string) => {
    insertText(isUpper ? text.toUpperCase() : text);
    setUpper(false);
    setAccents([]);
  };
  const submit = () => {
    if (field.form) field.form.requestSubmit();
    else field.blur();
  };
  const key = (text: string) => (
    <CharacterKey
      key={text}
      label={isUpper ? text.toUpperCase() : text}
      onPress={() => type(text)}
      onLongPress={() => setAccents(accentsOf(text))}
    />
  );
  const rows = LAYERS[layer];
  return createPortal(
    // `preventDefault` keeps the focus in the field while keys are pressed.
    <section
      ref={panel}
      className="kiosk-keyboard"
      aria-label="Keyboard"
      data-kiosk-keyboard
      onPointerDown={(event: PointerEvent) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {accents.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div className="kiosk-row" role="group" aria-label="Accents">
          {accents.map(key)}
        </div>
      ) : null}
      {rows.map((row, index) => (
        <div className="kiosk-row" key={row}>
          {index < rows.length - 1 ? null : layer === 'letters' ? (
            <CapitalKey isOn={isUpper} onPress={() => setUpper(!isUpper)} />
          ) : (
            <LayerKey to={layer === 'numbers' ? 'symbols' : 'numbers'} onPress={setLayer} />
          )}
          {[...row].map(key)}
          {index === rows.length - 1 ? <DeleteKey /> : null}
        </div>
      ))}
      <div className="kiosk-row">
        <LayerKey to={layer === 'letters' ? 'numbers' : 'letters'} onPress={setLayer} />
        {shortcutsFor(field.type).map(key)}
        <button
          type="button"
          className="kiosk-key space"
          aria-label="Space"
          onClick={() => insertText(' ')}
        />
        <button
          type="button"
          className="kiosk-key wide"
          aria-label="Hide the keyboard"
          onClick={() => {
            field.blur();
            setField(undefined);
          }}
        >
          <Icon of={KeyboardOff} />
        </button>
        <button type="button" className="kiosk-key enter" aria-label="Enter" onClick={submit}>
          <Icon of={CornerDownLeft} />
        </button>
      </div>
    </section>,
    document.body,
  );
}

const LONG_PRESS_MS = 450;

interface CharacterKeyProps {
  label: string;
  onPress: () => void;
  onLongPress: () => void;
}

/** A long press offers the accented forms and types nothing. */
function CharacterKey({ label, onPress, onLongPress }: CharacterKeyProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);
  const release = () => clearTimeout(timer.current);
  return (
    <button
      type="button"
      className="kiosk-key"
      onPointerDown={() => {
        wasLong.current = false;
        timer.current = setTimeout(() => {
          wasLong.current = true;
          onLongPress();
        }, LONG_PRESS_MS);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onClick={() => {
        if (!wasLong.current) onPress();
        wasLong.current = false;
      }}
    >
      {label}
    </button>
  );
}

const LAYER_LABELS: Record<Layer, string> = { letters: 'abc', numbers: '123', symbols: '[]{' };

function LayerKey({ to, onPress }: { to: Layer; onPress: (layer: Layer) => void }) {
  return (
    <button type="button" className="kiosk-key wide" onClick={() => onPress(to)}>
      {LAYER_LABELS[to]}
    </button>
  );
}

function CapitalKey({ isOn, onPress }: { isOn: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className="kiosk-key wide"
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
      className="kiosk-key wide"
      aria-label="Delete"
      onClick={() => document.execCommand('delete')}
    >
      <Icon of={Delete} />
    </button>
  );
}

/**
 * `execCommand` is deprecated, but the only call that inserts at the caret of every type of field,
 * respects `maxLength` and triggers React's events. An email field does not expose its caret.
 */
function insertText(text: string): void {
  document.execCommand('insertText', false, text);
}

/** Longer than a tap takes from the first contact to the click. */
const TAP_MS = 400;

function useFocusedField(inDialog: boolean) {
  const [field, setField] = useState<Field>();
  useEffect(() => {
    let hideTimer: ReturnType<typeof setTimeout> | undefined;
    const updateField = () => {
      const { activeElement } = document;
      clearTimeout(hideTimer);
      if (isTextField(activeElement) && isInDialog(activeElement) === inDialog) {
        setField(activeElement);
        // Prevents the system's keyboard from opening.
        activeElement.inputMode = 'none';
        return;
      }
      // Delayed, because hiding the keyboard during a tap would move the page under the finger.
      hideTimer = setTimeout(() => setField(undefined), TAP_MS);
    };
    document.addEventListener('focusin', updateField);
    document.addEventListener('focusout', updateField);
    updateField();
    return () => {
      clearTimeout(hideTimer);
      document.removeEventListener('focusin', updateField);
      document.removeEventListener('focusout', updateField);
    };
  }, [inDialog]);
  return [field, setField] as const;
}

const isInDialog = (field: Field) => field.closest('[role="dialog"]') !== null;

/** Adds space below the page, and scrolls so that the keyboard covers neither the field nor results. */
function useKeyboardSpace(
  field: Field | undefined,
  panel: React.RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!field || !panel.current) return;
    const container = field.closest<HTMLElement>('.scrim') ?? document.body;
    container.style.paddingBottom = `${panel.current.offsetHeight}px`;
    const { bottom } = field.getBoundingClientRect();
    const { top } = panel.current.getBoundingClientRect();
    if (bottom > top - 16 || field.type === 'search') {
      field.scrollIntoView({ block: 'start', behavior: 'instant' });
    }
    return () => {
      container.style.paddingBottom = '';
    };
  }, [field, panel]);
}
