const STATES_BY_SCRIPT = /classList\.add\(['"`]([\w-]+)/g;
const CLASS_ATTRIBUTE = / class="([^"]*)"/g;
const CLASS_SELECTOR = /\.((?:[\w-]|\\.)+)/g;
/** What these name need not be there for the selector to match; two levels of brackets are all our sheets have. */
const MAY_BE_ABSENT = /:(?:not|is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
const HAS_RULES = /^@(?:media|supports|layer|container)\b/;
const TOKEN = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g;

/**
 * The rules of a sheet that something in this document can match, in their order. A document as small as what
 * it shows comes in one turn less of a slow line. Only classes are looked at: whatever else a selector asks for
 * (a state, an attribute, a place beside another) counts as there, so a rule too many stays and none too few.
 *
 * @param css a built sheet, without comments
 * @param document the whole document with its content; classes that its inline scripts may set count too
 */
export function criticalStyles(css: string, document: string): string {
  const names = new Set([
    ...[...document.matchAll(CLASS_ATTRIBUTE)].flatMap(([, value = '']) => value.split(/\s+/)),
    ...[...document.matchAll(STATES_BY_SCRIPT)].map(([, name = '']) => name),
  ]);
  return keepRules(css, names);
}

function keepRules(css: string, names: ReadonlySet<string>): string {
  return splitRules(css)
    .map((rule) => keepRule(rule, names))
    .join('');
}

interface Rule {
  /** What stands before the braces; empty for a statement that has none. */
  readonly prelude: string;
  readonly text: string;
}

function keepRule({ prelude, text }: Rule, names: ReadonlySet<string>): string {
  if (HAS_RULES.test(prelude)) {
    const inner = keepRules(text.slice(prelude.length + 1, -1), names);
    return inner === '' ? '' : `${prelude}{${inner}}`;
  }
  // Faces, movements and the like are few and small.
  if (prelude === '' || prelude.startsWith('@')) return text;
  return prelude.replaceAll(MAY_BE_ABSENT, '').split(',').some(canMatch) ? text : '';

  function canMatch(selector: string): boolean {
    return [...selector.matchAll(CLASS_SELECTOR)].every(([, name = '']) => names.has(name));
  }
}

/** A sheet in its rules of the first level, each whole. */
function splitRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let start = 0;
  let brace = -1;
  let depth = 0;
  const end = (at: number) => {
    const prelude = brace === -1 ? '' : css.slice(start, brace);
    rules.push({ prelude, text: css.slice(start, at) });
    start = at;
    brace = -1;
  };
  for (const { 0: token, index } of css.matchAll(TOKEN)) {
    if (token === '{') {
      if (depth === 0) brace = index;
      depth += 1;
    }
    if (token === '}') {
      depth -= 1;
      if (depth === 0) end(index + 1);
    }
    if (token === ';' && depth === 0) end(index + 1);
  }
  return rules;
}
