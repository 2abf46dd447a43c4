/** Deeper than anybody means: a megabyte of brackets within brackets takes `JSON.parse` a second. */
const DEEPEST = 1_000;

const [QUOTE, BACKSLASH] = [34, 92];
const OPENING = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((sign) => sign.charCodeAt(0)));

/** `JSON.parse` for what a stranger sends; throws a `SyntaxError` for what is nested too deep, too. */
export function parseForeignJson(text: string): unknown {
  if (isNestedTooDeep(text)) throw new SyntaxError('nested too deep');
  return JSON.parse(text);
}

function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(sign)) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (CLOSING.has(sign)) depth -= 1;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) return at;
    if (sign === BACKSLASH) at += 1;
  }
  return text.length;
}
