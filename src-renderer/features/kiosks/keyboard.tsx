import { ArrowBigUp, CornerDownLeft, Delete, KeyboardOff, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#renderer/components/icon.tsx';
import { useHold } from '#renderer/lib/hooks/use-hold.ts';
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
  const layerKey = (to: Layer) => (
    <Key className="wide" onClick={() => setLayer(to)}>
      {LAYER_LABELS[to]}
    </Key>
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
            <Key
              className="wide"
              label="Capital letter"
              icon={ArrowBigUp}
              aria-pressed={isUpper}
              onClick={() => setUpper(!isUpper)}
            />
          ) : (
            layerKey(layer === 'numbers' ? 'symbols' : 'numbers')
          )}
          {[...row].map(key)}
          {index === rows.length - 1 ? (
            <Key
              className="wide"
              label="Delete"
              icon={Delete}
              onClick={() => document.execCommand('delete')}
            />
          ) : null}
        </div>
      ))}
      <div className="kiosk-row">
        {layerKey(layer === 'letters' ? 'numbers' : 'letters')}
        {shortcutsFor(field.type).map(key)}
        <Key className="space" label="Space" onClick={() => insertText(' ')} />
        <Key
          className="wide"
          label="Hide the keyboard"
          icon={KeyboardOff}
          onClick={() => {
            field.blur();
            setField(undefined);
          }}
        />
        <Key className="enter" label="Enter" icon={CornerDownLeft} onClick={submit} />
      </div>
    </section>,
    document.body,
  );
}

const LAYER_LABELS: Record<Layer, string> = { letters: 'abc', numbers: '123', symbols: '[]{' };

interface KeyProps extends ComponentProps<'button'> {
  /** The accessible name of a key without text. */
  label?: string;
  icon?: LucideIcon;
}

export function Key({ className = '', label, icon, children, ...props }: KeyProps) {
  return (
    <button
      type="button"
      className={`kiosk-key ${className}`.trimEnd()}
      aria-label={label}
      {...props}
    >
      {icon ? <Icon of={icon} /> : children}
    </button>
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
  const wasLong = useRef(false);
  const hold = useHold(LONG_PRESS_MS, () => {
    wasLong.current = true;
    onLongPress();
  });
  return (
    <Key
      className={label.length > 1 ? 'wide' : ''}
      {...hold.handlers}
      onPointerDown={() => {
        wasLong.current = false;
        hold.begin();
      }}
      onClick={() => {
        if (!wasLong.current) onPress();
        wasLong.current = false;
      }}
    >
      {label}
    </Key>
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
    const dialog = field.closest<HTMLElement>('.scrim');
    const container = dialog ?? document.body;
    const isSearch = field.type === 'search';
    // "End my session" moves above the keyboard, unless results need the space.
    const bar = dialog || isSearch ? null : document.querySelector<HTMLElement>('.kiosk-bar');
    const { offsetHeight: height } = panel.current;
    container.style.paddingBottom = `${height + (bar?.offsetHeight ?? 0)}px`;
    if (bar) bar.style.bottom = `${height}px`;
    const { bottom } = field.getBoundingClientRect();
    const { top } = (bar ?? panel.current).getBoundingClientRect();
    if (bottom > top - 16 || isSearch) {
      field.scrollIntoView({ block: 'start', behavior: 'instant' });
    }
    return () => {
      container.style.paddingBottom = '';
      if (bar) bar.style.bottom = '';
    };
  }, [field, panel]);
}
