import type { CoverArt } from './cover-art.ts';

interface Lch {
  lightness: number;
  chroma: number;
  /** Radians. */
  hue: number;
}

/** Where the dark of a night leans to, away from the sunset's red. */
const NIGHT_BLUE = 4.75;

/**
 * The same picture by night: each colour keeps its hue and takes the lightness of its place, so that the
 * light stands out of its sky as by day and the whole stays dark enough for a dark room.
 */
export function byNight(art: CoverArt): CoverArt {
  const [top, middle, low] = art.sky.map(toLch) as [Lch, Lch, Lch];
  const [far, near] = art.land.map(toLch) as [Lch, Lch];
  const light = toLch(art.light);
  // A large light is a pale one.
  const glow = 0.86 - Math.max(0, art.sun.radius - 48) * 0.0028;
  return {
    ...art,
    sky: [
      toHex({ lightness: 0.17, chroma: 0.026, hue: towards(top.hue, NIGHT_BLUE, 0.75) }),
      toHex({ lightness: 0.21, chroma: 0.03, hue: towards(middle.hue, NIGHT_BLUE, 0.5) }),
      toHex({ lightness: 0.3, chroma: 0.042, hue: towards(low.hue, NIGHT_BLUE, 0.08) }),
    ],
    land: [
      toHex({ lightness: 0.265, chroma: 0.026, hue: towards(far.hue, NIGHT_BLUE, 0.2) }),
      toHex({ lightness: 0.165, chroma: 0.014, hue: near.hue }),
    ],
    light: toHex({ lightness: glow, chroma: 0.075, hue: light.hue }),
    white: toHex({ lightness: glow + 0.03, chroma: 0.05, hue: light.hue }),
    glow: 0.42,
    motifs: {
      ...art.motifs,
      ...(art.motifs.rays && { rays: art.motifs.rays * 0.3 }),
      stars: Math.max(26, art.motifs.stars ?? 0),
    },
  };
}

/** The shorter way round. */
function towards(hue: number, target: number, share: number): number {
  const turn = Math.atan2(Math.sin(target - hue), Math.cos(target - hue));
  return hue + turn * share;
}

// OKLab by Björn Ottosson, https://bottosson.github.io/posts/oklab/
function toLch(hex: string): Lch {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const yellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, yellow),
    hue: Math.atan2(yellow, a),
  };
}

function toHex({ lightness, chroma, hue }: Lch): string {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channel = (value: number) => {
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, encoded)) * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${linear.map(channel).join('')}`;
}
