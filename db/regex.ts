/** The pattern uses something that is wrong, or that the two engines do not share. */
export class RegexSyntaxError extends Error {}

/**
 * The regular expressions that mean the same on PostgreSQL and here: characters, `.`, classes, groups,
 * alternatives, repetition, `^` and `$`. Patterns come from strangers, so they run as a set of states
 * (Thompson's construction): the time is bounded by length of text × length of pattern, whatever they are.
 */
export function compileRegex(pattern: string, ignoreCase: boolean): (text: string) => boolean {
  const program = new Parser(ignoreCase ? pattern.toLowerCase() : pattern).parse();
  return (text) => run(program, ignoreCase ? text.toLowerCase() : text);
}

type Step =
  | { readonly kind: 'take'; readonly accepts: (character: string) => boolean }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'start' | 'end' | 'match' };

/** Steps whose jumps count from their own first step. */
type Fragment = readonly Step[];

const MAX_STEPS = 400;
const MAX_REPEAT = 255;

const CLASSES: Readonly<Record<string, RegExp>> = {
  d: /^\p{Nd}$/u,
  w: /^[\p{L}\p{N}\p{M}_]$/u,
  s: /^\s$/u,
};
const NAMED: Readonly<Record<string, RegExp>> = {
  alpha: /^\p{L}$/u,
  digit: /^\p{Nd}$/u,
  alnum: /^[\p{L}\p{N}]$/u,
  upper: /^\p{Lu}$/u,
  lower: /^\p{Ll}$/u,
  space: /^\s$/u,
  punct: /^[\p{P}\p{S}]$/u,
};
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

class Parser {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  parse(): Step[] {
    const body = this.#alternatives();
    if (this.#at < this.#characters.length)
      throw new RegexSyntaxError('parentheses () not balanced');
    return [...body, { kind: 'match' }];
  }

  #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #accept(text: string): boolean {
    const isNext = this.#characters.slice(this.#at, this.#at + text.length).join('') === text;
    if (isNext) this.#at += text.length;
    return isNext;
  }

  #alternatives(): Fragment {
    let left = this.#sequence();
    while (this.#accept('|')) left = either(left, this.#sequence());
    return left;
  }

  #sequence(): Fragment {
    let steps: Fragment = [];
    for (
      let next = this.#next();
      next !== undefined && next !== '|' && next !== ')';
      next = this.#next()
    ) {
      steps = joined(steps, this.#repeated());
    }
    return steps;
  }

  #repeated(): Fragment {
    const atom = this.#atom();
    const range = this.#range();
    if (range === undefined) return atom;
    // Greedy or not makes no difference to whether something matches.
    this.#accept('?');
    if (this.#range() !== undefined) throw new RegexSyntaxError('quantifier operand invalid');
    return repeat(atom, range);
  }

  #range(): [number, number] | undefined {
    if (this.#accept('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#accept('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#accept('?')) return [0, 1];
    if (!this.#accept('{')) return undefined;
    const close = this.#characters.indexOf('}', this.#at);
    const text = this.#characters.slice(this.#at, close).join('');
    const found = close < 0 ? null : /^(\d+)(,(\d*))?$/.exec(text);
    if (found === null) throw new RegexSyntaxError('invalid repetition count(s)');
    this.#at = close + 1;
    const least = Number(found[1]);
    const open = found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3]);
    const most = found[2] === undefined ? least : open;
    if (least > MAX_REPEAT || most < least || (most > MAX_REPEAT && Number.isFinite(most))) {
      throw new RegexSyntaxError('invalid repetition count(s)');
    }
    return [least, most];
  }

  #atom(): Fragment {
    const character = this.#next() ?? '';
    this.#at += 1;
    switch (character) {
      case '.':
        return [{ kind: 'take', accepts: () => true }];
      case '^':
        return [{ kind: 'start' }];
      case '$':
        return [{ kind: 'end' }];
      case '(':
        return this.#group();
      case '[':
        return [{ kind: 'take', accepts: this.#bracket() }];
      case '\\':
        return [{ kind: 'take', accepts: this.#escape() }];
      case '*':
      case '+':
      case '?':
      case '{':
        throw new RegexSyntaxError('quantifier operand invalid');
      default:
        return [{ kind: 'take', accepts: (it) => it === character }];
    }
  }

  #group(): Fragment {
    if (this.#next() === '?' && !this.#accept('?:')) {
      throw new RegexSyntaxError('look-around is not supported');
    }
    this.#depth += 1;
    if (this.#depth > 30) throw new RegexSyntaxError('regular expression is too complex');
    const body = this.#alternatives();
    this.#depth -= 1;
    if (!this.#accept(')')) throw new RegexSyntaxError('parentheses () not balanced');
    return body;
  }

  #escape(): (character: string) => boolean {
    const character = this.#next();
    this.#at += 1;
    if (character === undefined) throw new RegexSyntaxError('invalid escape \\ sequence');
    const known = CLASSES[character.toLowerCase()];
    if (known !== undefined) {
      const isNegated = character !== character.toLowerCase();
      return (it) => known.test(it) !== isNegated;
    }
    if (/[\p{L}\p{N}]/u.test(character)) {
      const control = CONTROLS[character];
      if (control === undefined) throw new RegexSyntaxError('escape is not supported');
      return (it) => it === control;
    }
    return (it) => it === character;
  }

  #bracket(): (character: string) => boolean {
    const isNegated = this.#accept('^');
    const tests: ((character: string) => boolean)[] = [];
    let isFirst = true;
    while (isFirst || this.#next() !== ']') {
      tests.push(this.#bracketItem());
      isFirst = false;
    }
    this.#at += 1;
    return (it) => tests.some((test) => test(it)) !== isNegated;
  }

  #bracketItem(): (character: string) => boolean {
    if (this.#accept('[:')) {
      const close = this.#characters.slice(this.#at).join('').indexOf(':]');
      const name = this.#characters.slice(this.#at, this.#at + close).join('');
      const known = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
      if (close < 0 || known === undefined) throw new RegexSyntaxError('invalid character class');
      this.#at += close + 2;
      return (it) => known.test(it);
    }
    const from = this.#next();
    if (from === undefined || from === '[') throw new RegexSyntaxError('brackets [] not balanced');
    this.#at += 1;
    if (from === '\\') return this.#escape();
    const to = this.#characters[this.#at + 1];
    if (this.#next() !== '-' || to === undefined || to === ']') return (it) => it === from;
    this.#at += 2;
    if (to < from || to === '\\' || to === '[')
      throw new RegexSyntaxError('invalid character range');
    return (it) => it >= from && it <= to;
  }
}

function joined(left: Fragment, right: Fragment): Fragment {
  if (left.length + right.length > MAX_STEPS) {
    throw new RegexSyntaxError('regular expression is too complex');
  }
  return [...left, ...shift(right, left.length)];
}

const shift = (steps: Fragment, by: number): Fragment =>
  steps.map((step) =>
    step.kind === 'split' ? { ...step, to: step.to.map((it) => it + by) } : step,
  );

function either(left: Fragment, right: Fragment): Fragment {
  const end = left.length + right.length + 2;
  const choice: Fragment = [{ kind: 'split', to: [1, left.length + 2] }];
  return joined(
    joined(joined(choice, left), [{ kind: 'split', to: [end - left.length - 1] }]),
    right,
  );
}

function repeat(atom: Fragment, [least, most]: [number, number]): Fragment {
  let steps: Fragment = [];
  for (let index = 0; index < least; index += 1) steps = joined(steps, atom);
  if (most === Number.POSITIVE_INFINITY) {
    const loop = joined([{ kind: 'split', to: [1, atom.length + 2] }], atom);
    return joined(steps, [...loop, { kind: 'split', to: [0] }]);
  }
  const optional = joined([{ kind: 'split', to: [1, atom.length + 1] }], atom);
  for (let index = least; index < most; index += 1) steps = joined(steps, optional);
  return steps;
}

function run(program: readonly Step[], text: string): boolean {
  const characters = Array.from(text);
  let states = new Set<number>();
  for (let at = 0; at <= characters.length; at += 1) {
    // A match may begin anywhere, so the beginning is a state at every place.
    if (add(program, states, 0, at, characters.length)) return true;
    const character = characters[at];
    if (character === undefined) return false;
    const following = new Set<number>();
    for (const state of states) {
      const step = program[state];
      if (step?.kind === 'take' && step.accepts(character)) {
        if (add(program, following, state + 1, at + 1, characters.length)) return true;
      }
    }
    states = following;
  }
  return false;
}

/** Adds a state and all it leads to without taking a character; true when one of them is the end. */
function add(
  program: readonly Step[],
  states: Set<number>,
  first: number,
  at: number,
  length: number,
): boolean {
  const open = [first];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (states.has(state)) continue;
    states.add(state);
    const step = program[state];
    if (step === undefined || step.kind === 'match') return true;
    if (step.kind === 'split') open.push(...step.to);
    else if (step.kind === 'start' ? at === 0 : step.kind === 'end' && at === length) {
      open.push(state + 1);
    }
  }
  return false;
}
