import { FIRST_ROWS_ELEMENT_ID, type FirstRows } from '#contract/rows/first-rows.ts';

let rows: FirstRows | undefined;

/** The rows the document was rendered from, until the page has asked for its own. */
export function firstRows(): FirstRows | undefined {
  if (typeof document !== 'undefined') rows ??= readElement();
  return rows;
}

/** For the server, before it renders; and for a screen that must begin with nothing. */
export function provideFirstRows(given: FirstRows): void {
  rows = given;
}

function readElement(): FirstRows | undefined {
  const text = document.getElementById(FIRST_ROWS_ELEMENT_ID)?.textContent;
  if (!text) return undefined;
  // Written by our own server from this type.
  const found: FirstRows = JSON.parse(text);
  return found;
}
