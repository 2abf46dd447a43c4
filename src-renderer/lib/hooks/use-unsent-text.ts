import { useCallback, useEffect, useRef } from 'react';
import { UNSENT_TEXT_KEY } from '../session.ts';

/** Texts by the name of their form and of their field. */
type UnsentTexts = Record<string, Record<string, string> | undefined>;

/**
 * Keeps the text fields of a form in this tab until they are sent, so that a reload, another page or a sign-in loses
 * nothing.
 */
export function useUnsentText(name: string) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const texts = readTexts()[name] ?? {};
    for (const field of textFields(element)) field.value ||= texts[field.name] ?? '';
    const keep = () => writeText(name, readValues(element));
    element.addEventListener('input', keep);
    return () => element.removeEventListener('input', keep);
  }, [name]);

  const clear = useCallback(() => {
    form.current?.reset();
    writeText(name, undefined);
  }, [name]);
  return { form, clear };
}

function textFields(form: HTMLFormElement) {
  return form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
}

function readValues(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...textFields(form)].map(({ name, value }) => [name, value]));
}

function readTexts(): UnsentTexts {
  try {
    return JSON.parse(sessionStorage.getItem(UNSENT_TEXT_KEY) ?? '{}');
  } catch {
    return {};
  }
}

function writeText(name: string, values: Record<string, string> | undefined): void {
  try {
    sessionStorage.setItem(UNSENT_TEXT_KEY, JSON.stringify({ ...readTexts(), [name]: values }));
  } catch {}
}
