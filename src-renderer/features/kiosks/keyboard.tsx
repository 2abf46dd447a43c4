import { ArrowBigUp, CornerDownLeft, Delete, KeyboardOff } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#renderer/components/icon.tsx';
import { accentsOf, LAYERS, type Layer, shortcutsFor } from './keyboard-layout.ts';
import { isTextField } from './use-kiosk-restrictions.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

interface KeyboardProps {
  /**
   * For fields in a dialog, which must contain the keyboard: a modal dialog blocks touches outside
   * it.
   */
  inDialog?: boolean;
}

/** Replaces the system's keyboard, which may be missing or suggest the previous user's words. */
export function Keyboard({ inDialog = false }: KeyboardProps) {
  const [field, setField] = useFocusedField(inDialog);
  const [isUpper, setUpper] = useState(false);
  const [layer, setLayer] = useState<Layer>('letters');
  const [accents, setAccents] = useState<readonly string[]>([]);
  const panel = useRef<HTMLElement>(null);
  useRoomFor(field, panel);

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
    // Keeps the focus in the field while its keys are pressed.
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
 * Uses deprecated `execCommand`: the only call that inserts at the caret of every field type (an
 * email field does not expose its caret), respects limits and triggers React's events.
 */
function insertText(text: string): void {
  document.execCommand('insertText', false, text);
}

/** Longer than a tap, from the first contact to the click. */
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
        // Suppresses the system's keyboard.
        activeElement.inputMode = 'none';
        return;
      }
      // Delayed: hiding it at once would move the page under the finger during a tap.
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

/** Adds room below the page and scrolls the field clear of the keyboard, a search with its results. */
function useRoomFor(field: Field | undefined, panel: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!field || !panel.current) return;
    const ground = field.closest<HTMLElement>('.scrim') ?? document.body;
    ground.style.paddingBottom = `${panel.current.offsetHeight}px`;
    const { bottom } = field.getBoundingClientRect();
    const { top } = panel.current.getBoundingClientRect();
    if (bottom > top - 16 || field.type === 'search') {
      field.scrollIntoView({ block: 'start', behavior: 'instant' });
    }
    return () => {
      ground.style.paddingBottom = '';
    };
  }, [field, panel]);
}
