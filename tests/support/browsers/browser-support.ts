import bcd from '@mdn/browser-compat-data' with { type: 'json' };

type Identifier = (typeof bcd.api)[string];
type CompatStatement = NonNullable<Identifier['__compat']>;

/** Oldest supported browsers; the README lists them. */
export const OLDEST = {
  safari: '16.4',
  safari_ios: '16.4',
  firefox: '140',
  chrome: '111',
} as const;
type Browser = keyof typeof OLDEST;
// Object.keys loses the key type; there are no other keys.
const BROWSERS = Object.keys(OLDEST) as Browser[];

/** The oldest browsers that lack a feature; empty if all have it. */
function missingIn(
  { support }: CompatStatement,
  hasPrefixed?: (prefix: string) => boolean,
): Browser[] {
  return BROWSERS.filter((browser) => {
    const statements = [support[browser] ?? []].flat();
    return !statements.some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name }) =>
        typeof added === 'string' &&
        isAtMost(added, OLDEST[browser]) &&
        !(typeof removed === 'string' && isAtMost(removed, OLDEST[browser])) &&
        !(flags || alternative_name || (prefix && !hasPrefixed?.(prefix))),
    );
  });
}

function isAtMost(version: string, limit: string): boolean {
  if (version === 'preview') return false;
  const [one, other] = [version.replace('≤', ''), limit].map((text) => text.split('.').map(Number));
  for (let part = 0; part < 2; part += 1) {
    const difference = (one?.[part] ?? 0) - (other?.[part] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

const compatOf = (feature: Identifier | undefined) => feature?.__compat;
const firstCompat = (features: (Identifier | undefined)[]) =>
  features.map(compatOf).find((one) => one !== undefined);
const isNew = (compat: CompatStatement | undefined) =>
  compat !== undefined && missingIn(compat).length > 0;
const { api, javascript, css, html } = bcd;
const globals = (name: string) => [api[name], javascript.builtins?.[name]];

/** The members of these types by name. */
function indexMembers(types: (Identifier | undefined)[]): Map<string, CompatStatement[]> {
  const found = new Map<string, CompatStatement[]>();
  for (const type of types) {
    for (const name of Object.keys(type ?? {})) {
      const compat = name === '__compat' ? undefined : compatOf(type?.[name]);
      if (compat) found.set(name, [...(found.get(name) ?? []), compat]);
    }
  }
  return found;
}

/** Methods of built-in JavaScript objects. */
const builtIns = indexMembers(
  ['Array', 'String', 'Set', 'Map', 'Promise', 'Uint8Array'].map(
    (type) => javascript.builtins?.[type],
  ),
);
/** Methods of web interfaces, except too new ones, whose use is reported already. */
const webMethods = indexMembers(
  Object.keys(api)
    .map((name) => api[name])
    .filter((type) => !isNew(compatOf(type))),
);
const jsMethods = new Set(
  Object.values(javascript.builtins ?? {}).flatMap((type) =>
    Object.keys(type).map((name) => name.replace('_static', '')),
  ),
);

/** Iterator helpers are newer than the array methods of the same name: `map.values().filter(…)`. */
const ITERATED =
  /\.(?:values|keys|entries)\(\)\.((?:map|filter|flatMap|reduce|forEach|some|every|find|take|drop|toArray))\(/g;

const found = (pattern: RegExp, text: string) => [
  ...new Map([...text.matchAll(pattern)].map((match) => [match[0], match])).values(),
];

/**
 * Features in a script that one of the oldest browsers lacks: `AbortSignal.any`, `new X`, `.union()`, `.moveBefore()`,
 * `requestIdleCallback()`. A method is reported only if no method of that name is old enough.
 */
export function findNewInScript(script: string): string[] {
  const statics = found(/(?<![\w$.])([A-Z]\w{2,})\.([a-z]\w+)/g, script).flatMap(
    ([, owner = '', name = '']) => {
      const members = globals(owner).flatMap((one) => [one?.[`${name}_static`], one?.[name]]);
      return isNew(firstCompat(members)) ? [`${owner}.${name}`] : [];
    },
  );
  const constructed = found(/\bnew ([A-Z]\w{2,})\b/g, script).flatMap(([, name = '']) =>
    isNew(firstCompat(globals(name))) ? [`new ${name}`] : [],
  );
  const methods = found(/(?<=[\w$)\]])\.([a-z]\w{3,})\(/g, script).flatMap(([, name = '']) => {
    const known = builtIns.get(name) ?? (jsMethods.has(name) ? undefined : webMethods.get(name));
    return known?.every(isNew) ? [`.${name}()`] : [];
  });
  const functions = found(/(?<![\w$.])([a-z]\w{3,})\(/g, script).flatMap(([, name = '']) =>
    isNew(firstCompat([api['Window']?.[name], api[name]])) ? [`${name}()`] : [],
  );
  const iterated = found(ITERATED, script).map(([, name]) => `Iterator.${name}()`);
  return [...new Set([...statics, ...constructed, ...methods, ...functions, ...iterated])].sort();
}

/** Elements in compiled pages: ``jsx(`details`, { name: … })``, with the attributes up to the first nested object. */
const ELEMENT = /[`'"]([a-z][a-z0-9]*)[`'"],\{([^{}]*)/g;

/** Element attributes in a script that one of the oldest browsers does not support: `details name`. */
export function findNewAttributes(script: string): string[] {
  const used = found(ELEMENT, script).flatMap(([, tag = '', attributes = '']) => {
    const element = html.elements?.[tag];
    if (!element) return [];
    return found(/(?:^|,)([a-zA-Z]+):/g, attributes).flatMap(([, written = '']) => {
      const name = written.toLowerCase();
      const compat = firstCompat([element[name], html.global_attributes?.[name]]);
      return isNew(compat) ? [`${tag} ${name}`] : [];
    });
  });
  return [...new Set(used)].sort();
}

/** Properties, values, functions, at-rules and pseudo-classes that one of the oldest browsers lacks. */
export function findNewInStyles(sheet: string): string[] {
  const properties = found(/(?<=[{;])\s*([a-z][a-z-]+)\s*:/g, sheet).map(
    ([, name = '']) => [name, css.properties?.[name]] as const,
  );
  const rules = found(/@([a-z-]+)/g, sheet).map(
    ([, name = '']) => [`@${name}`, css['at-rules']?.[name]] as const,
  );
  const selectors = [...sheet.matchAll(/([^{};]+)\{/g)].map(([, text = '']) => text).join(' ');
  const pseudos = found(/:{1,2}([a-z][a-z-]+)/g, selectors).map(
    ([, name = '']) => [`:${name}`, css.selectors?.[name]] as const,
  );
  const values = found(/(?<=[{;])\s*([a-z][a-z-]+)\s*:([^;{}]+)/g, sheet).flatMap(
    ([, name = '', text = '']) => {
      const property = css.properties?.[name];
      const compat = compatOf(property);
      if (!compat || isNew(compat)) return [];
      // Function arguments are checked separately.
      const plain = text.replace(/\([^()]*(?:\([^()]*\))*[^()]*\)/g, '');
      return found(/(?<![\w-])[a-z][a-z-]+(?![\w-(])/g, plain).map(
        ([value]) => [`${name}: ${value}`, property?.[value]] as const,
      );
    },
  );
  const functions = found(/(?<![\w-])([a-z][a-z-]+)\(/g, sheet).map(
    ([, name = '']) => [`${name}()`, css.types?.[name] ?? css.types?.['color']?.[name]] as const,
  );
  return [...properties, ...values, ...functions, ...rules, ...pseudos]
    .filter(([name, feature]) => {
      const compat = compatOf(feature);
      const hasPrefixed = (prefix: string) => sheet.includes(`${prefix}${name}`);
      return compat !== undefined && missingIn(compat, hasPrefixed).length > 0;
    })
    .map(([name]) => name)
    .filter((name, index, all) => all.indexOf(name) === index)
    .sort();
}
