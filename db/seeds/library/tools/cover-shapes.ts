export type Point = readonly [x: number, y: number];
export type Chance = () => number;

export const SIZE = 600;

/** FNV-1a of the title seeds mulberry32: the same title always gives the same picture. */
export function createChance(title: string): Chance {
  let hash = 2166136261;
  for (const letter of title) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  let state = hash >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function mix(from: string, to: string, share: number): string {
  const channel = (at: number) => {
    const a = Number.parseInt(from.slice(at, at + 2), 16);
    const b = Number.parseInt(to.slice(at, at + 2), 16);
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

export const tenth = (value: number) => Number(value.toFixed(1));

/** Catmull-Rom through the points, as cubic Béziers. */
export function smooth(points: readonly Point[]): string {
  const at = (index: number): Point =>
    points[Math.min(points.length - 1, Math.max(0, index))] ?? [0, 0];
  let path = `M${tenth(at(0)[0])} ${tenth(at(0)[1])}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const numbers = [
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      ...to,
    ];
    path += `C${numbers.map(Math.round).join(' ')}`;
  }
  return path;
}

/** Two sines of random phase plus one broad shoulder. */
export function ridge(chance: Chance, y: number, height: number, rough: number): Point[] {
  const [phase, finePhase, centre] = [chance() * 6.3, chance() * 6.3, chance() * SIZE];
  const shoulder = (chance() - 0.5) * height * 1.2;
  const points: Point[] = [];
  for (let x = -40; x <= SIZE + 40; x += 64) {
    const t = x / SIZE;
    const wave = 0.6 * Math.sin(t * 3.1 + phase) + rough * 0.3 * Math.sin(t * 7.7 + finePhase);
    points.push([x, y + height * wave - shoulder * Math.exp(-(((x - centre) / 150) ** 2))]);
  }
  return points;
}

export const area = (points: readonly Point[]) => `${smooth(points)}V600H-40Z`;

export function heightAt(points: readonly Point[], x: number): number {
  let before: Point = [0, 0];
  for (const [index, point] of points.entries()) {
    if (index > 0 && point[0] >= x) {
      const t = (x - before[0]) / (point[0] - before[0]);
      return before[1] + t * (point[1] - before[1]);
    }
    before = point;
  }
  return before[1];
}

export const LEAF = '<path id="l" d="M0 0C22-17 66-19 100 0C66 15 24 13 0 0Z"/>';

export interface Branch {
  x: number;
  y: number;
  length: number;
  angle: number;
  bend: number;
  leaves: number;
  leaf: number;
  width: number;
  fill: string;
  stem: string;
  fruit: string;
}

/** A curved stem with paired lance leaves, smaller towards the tip, and a few olives. */
export function branch(chance: Chance, shape: Branch): string {
  const steps = 12;
  const stem: { x: number; y: number; angle: number }[] = [];
  let { x, y, angle } = shape;
  for (let i = 0; i <= steps; i++) {
    stem.push({ x, y, angle });
    x += (Math.cos(angle) * shape.length) / steps;
    y += (Math.sin(angle) * shape.length) / steps;
    angle += shape.bend / steps;
  }
  let leaves = '';
  let fruit = '';
  for (let i = 0; i < shape.leaves; i++) {
    const t = 0.12 + (0.86 * i) / (shape.leaves - 1);
    const index = Math.min(steps - 1, Math.floor(t * steps));
    const from = stem[index] ?? shape;
    const to = stem[index + 1] ?? shape;
    const share = t * steps - index;
    const [baseX, baseY] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
    const side = i % 2 ? 1 : -1;
    const size = shape.leaf * (1 - 0.45 * t) * (0.9 + 0.2 * chance());
    const isTip = i === shape.leaves - 1;
    const turn = isTip ? from.angle : from.angle + side * (0.62 + 0.2 * chance());
    const pale = i % 3 === 2 ? ' opacity=".78"' : '';
    leaves += `<use href="#l" transform="translate(${tenth(baseX)} ${tenth(baseY)})rotate(${Math.round(turn * 57.3)})scale(${(size / 100).toFixed(2)})"${pale}/>`;
    if (i % 4 === 1 && t < 0.8) {
      const [cx, cy] = [Math.cos(from.angle - side * 0.9), Math.sin(from.angle - side * 0.9)];
      fruit += `<ellipse cx="${tenth(baseX + cx * size * 0.27)}" cy="${tenth(baseY + cy * size * 0.27)}" rx="${tenth(size * 0.1)}" ry="${tenth(size * 0.13)}"/>`;
    }
  }
  const line = smooth(stem.filter((_, i) => i % 3 === 0).map((p): Point => [p.x, p.y]));
  return (
    `<path d="${line}" fill="none" stroke="${shape.stem}" stroke-width="${shape.width}" stroke-linecap="round"/>` +
    `<g fill="${shape.fill}">${leaves}</g><g fill="${shape.fruit}">${fruit}</g>`
  );
}

/** A faceted mountain: silhouette, then the shaded side with a zigzag rib, then its snow. */
export function mountain(
  chance: Chance,
  [px, py]: Point,
  base: number,
  half: number,
  colours: { lit: string; shade: string; snow: string | undefined },
): string {
  const drop = base - py;
  const [left, right]: [Point[], Point[]] = [[], []];
  for (let i = 1; i <= 5; i++) {
    const t = i / 5;
    const uneven = () => (i < 5 ? (chance() - 0.5) * 20 : 0);
    left.push([px - half * t + (chance() - 0.5) * 16, py + drop * t ** 0.86 + uneven()]);
    right.push([px + half * 0.92 * t + (chance() - 0.5) * 16, py + drop * t ** 0.9 + uneven()]);
  }
  const rib: Point[] = [];
  for (let i = 1; i <= 5; i++)
    rib.push([px + (i % 2 ? 14 : -16) * (1 + i * 0.22) + 8 * i, py + drop * (i / 5)]);
  const line = (points: readonly Point[]) =>
    points.map((p) => p.map(Math.round).join(' ')).join('L');
  const outline = `<path d="M${line(left.toReversed())}L${line([[px, py], ...right])}Z" fill="${colours.lit}"/>`;
  const shaded = `<path d="M${line([[px, py], ...right, ...rib.toReversed()])}Z" fill="${colours.shade}"/>`;
  if (!colours.snow) return outline + shaded;
  const cap: Point[] = [
    [px, py],
    [px + half * 0.2, py + drop * 0.24],
    [px + half * 0.1, py + drop * 0.2],
    [px + 8, py + drop * 0.3],
    [px - half * 0.08, py + drop * 0.2],
    [px - half * 0.17, py + drop * 0.25],
  ];
  return `${outline}${shaded}<path d="M${line(cap)}Z" fill="${colours.snow}" opacity=".75"/>`;
}
