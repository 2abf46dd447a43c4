// Draws the covers, and their PNGs for lock screens. Usage: node covers.ts <folder>
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ARTWORK_SIZES, artworkName, layersName, nightName } from '#contract/words/artwork.ts';
import { COVER_ART, type CoverArt } from './cover-art.ts';
import { byNight } from './cover-night.ts';
import {
  area,
  branch,
  type Chance,
  createChance,
  heightAt,
  LEAF,
  mix,
  mountain,
  type Point,
  ridge,
  SIZE,
  smooth,
  tenth,
} from './cover-shapes.ts';

interface Scene {
  art: CoverArt;
  chance: Chance;
  sun: { x: number; y: number; radius: number };
  horizon: number;
  near: string;
  gradient: (top: string, bottom: string) => { definition: string; paint: string };
}

function createScene(art: CoverArt): Scene {
  let gradients = 0;
  return {
    art,
    chance: createChance(art.title),
    sun: { x: tenth(art.sun.x * SIZE), y: tenth(art.sun.y * SIZE), radius: art.sun.radius },
    horizon: (art.horizon ?? 0.56) * SIZE,
    near: art.land[1],
    gradient: (top, bottom) => {
      const id = `h${gradients++}`;
      return {
        definition: `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`,
        paint: `url(#${id})`,
      };
    },
  };
}

const whiteOf = (art: CoverArt) => art.white ?? '#ffffff';
/** Colour of a layer of land from far (0) to near (1). */
const landAt = ({ art, near }: Scene, share: number) => mix(art.land[0], near, share ** 1.1);
const hazy = ({ art }: Scene, colour: string, share: number) => mix(colour, art.sky[2], share);

function drawSky({ art }: Scene): string {
  const [top, middle, low] = art.sky;
  // fewer stops would show a ring around the light
  const glow = [
    [0, 0.8],
    [0.16, 0.5],
    [0.34, 0.24],
    [0.6, 0.07],
    [1, 0],
  ] as const;
  const stops = glow.map(([offset, strength]) => {
    const share = strength * (art.glow ?? 1);
    const opacity = art.motifs.moon ? tenth(share * 6) / 10 : Number(share.toFixed(3));
    return `<stop offset="${offset}" stop-color="${art.light}" stop-opacity="${opacity}"/>`;
  });
  return (
    `<defs><linearGradient id="k" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".36" stop-color="${middle}"/><stop offset=".62" stop-color="${low}"/></linearGradient>` +
    `<radialGradient id="g">${stops.join('')}</radialGradient>${LEAF}</defs><rect width="600" height="600" fill="url(#k)"/>`
  );
}

function drawStars({ art, chance, sun, horizon }: Scene): string {
  let drawing = '';
  if (art.motifs.stars) {
    drawing += `<g fill="${art.white ?? '#fff8e6'}">`;
    for (let i = 0; i < art.motifs.stars; i++) {
      const x = chance() * SIZE;
      const y = chance() ** 1.25 * horizon * 0.84;
      const [size, opacity] = [chance(), 0.35 + 0.6 * chance()];
      if (Math.hypot(x - sun.x, y - sun.y) < sun.radius * 2) continue;
      drawing += `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${(0.8 + size * size * 1.9).toFixed(1)}" opacity="${opacity.toFixed(1)}"/>`;
    }
    drawing += '</g>';
  }
  if (art.motifs.star) {
    const { x, y, radius } = art.motifs.star;
    const [waist, wide] = [radius * 0.09, radius * 0.7];
    const [left, right] = [tenth(x - waist), tenth(x + waist)];
    const [above, below] = [tenth(y - waist), tenth(y + waist)];
    drawing += `<circle cx="${x}" cy="${y}" r="${radius * 1.5}" fill="url(#g)" opacity="0.7"/><path d="M${x} ${y - radius}Q${right} ${above} ${tenth(x + wide)} ${y}Q${right} ${below} ${x} ${y + radius}Q${left} ${below} ${tenth(x - wide)} ${y}Q${left} ${above} ${x} ${y - radius}Z" fill="${art.light}"/>`;
  }
  return drawing;
}

function drawRays({ art, chance, sun }: Scene): string {
  if (!art.motifs.rays) return '';
  let drawing = `<g fill="${art.light}" opacity="${art.motifs.rays}">`;
  for (let i = 0; i < 9; i++) {
    const angle = -Math.PI * (0.04 + (0.92 * (i + 0.5)) / 9) + (chance() - 0.5) * 0.1;
    const width = 0.035 + chance() * 0.05;
    const tip = (turn: number) =>
      `${Math.round(sun.x + Math.cos(turn) * 620)} ${Math.round(sun.y + Math.sin(turn) * 620)}`;
    drawing += `<path d="M${sun.x} ${sun.y}L${tip(angle - width)}L${tip(angle + width)}Z"/>`;
  }
  return `${drawing}</g>`;
}

function drawLight(scene: Scene): string {
  const { art, sun } = scene;
  const { x, y, radius } = sun;
  let drawing = `<circle cx="${x}" cy="${y}" r="${Math.round(radius * 2.2 + 190)}" fill="url(#g)"/>`;
  if (art.motifs.rings)
    for (let i = 1; i <= 4; i++)
      drawing += `<circle cx="${x}" cy="${y}" r="${radius + i * 30}" fill="none" stroke="${art.light}" stroke-width="1.8" opacity="${(0.75 - i * 0.14).toFixed(2)}"/>`;
  if (art.motifs.moon) {
    const horn = `${tenth(x + radius * 0.28)} ${tenth(y - radius * 0.96)}`;
    const inner = tenth(radius * 0.8);
    drawing += `<path d="M${horn}A${radius} ${radius} 0 1 0 ${tenth(x + radius * 0.96)} ${tenth(y + radius * 0.28)}A${inner} ${inner} 0 0 1 ${horn}Z" fill="${art.light}"/>`;
  } else {
    const low = mix(art.light, art.sky[2], art.sun.fade ?? 0.4);
    const { definition, paint } = scene.gradient(mix(art.light, whiteOf(art), 0.35), low);
    drawing += `${definition}<circle cx="${x}" cy="${y}" r="${radius}" fill="${paint}"/>`;
  }
  if (art.motifs.child)
    for (const [size, opacity] of [
      [0.62, 0.3],
      [0.5, 0.4],
      [0.38, 0.95],
    ] as const)
      drawing += `<circle cx="${x}" cy="${tenth(y + radius * 0.3)}" r="${tenth(radius * size)}" fill="${art.white ?? '#fffaf2'}" opacity="${opacity}"/>`;
  return drawing;
}

function drawBirds({ art, chance, sun: { x, y }, near }: Scene): string {
  if (!art.motifs.birds) return '';
  let drawing = `<g fill="none" stroke="${near}" stroke-width="2.6" stroke-linecap="round" opacity=".6">`;
  for (let i = 0; i < art.motifs.birds; i++) {
    const bx = Math.round(x + 100 + i * 46 + chance() * 20);
    const by = Math.round(y - 120 - i * 26 + chance() * 24);
    const wing = Math.round(14 - i * 2);
    const top = by - wing / 2;
    drawing += `<path d="M${bx - wing} ${top}Q${Math.round(bx - wing / 3)} ${top} ${bx} ${by}Q${Math.round(bx + wing / 3)} ${top} ${bx + wing} ${top}"/>`;
  }
  return `${drawing}</g>`;
}

function drawMountains({ art, chance, horizon, near }: Scene): string {
  const peaks = (art.motifs.mountains ?? []).map(([x, top, half, nearness]) => {
    const shade = mix(mix(art.land[0], near, nearness), art.sky[2], 0.3 - nearness * 0.3);
    const snow = art.motifs.snow ? mix(art.light, whiteOf(art), 0.3) : undefined;
    const lit = mix(shade, art.light, 0.28);
    const colours = { lit, shade, snow };
    return mountain(chance, [x * SIZE, top * SIZE], horizon + 60, half * SIZE, colours);
  });
  return peaks.join('');
}

/** Headlands from the two sides, tapering into water that reflects them and the light. */
function drawWater(scene: Scene, from: 'left' | 'right'): string {
  const { art, chance, sun, near } = scene;
  const level = Math.round(0.67 * SIZE);
  const surface = scene.gradient(mix(art.sky[2], art.land[0], 0.2), mix(near, art.sky[1], 0.28));
  let drawing = `${surface.definition}<rect y="${level - 2}" width="600" height="${SIZE - level + 2}" fill="${surface.paint}"/>`;
  const shores = Array.from({ length: art.hills }, (_, i) => {
    const isLeft = (i % 2 === 0) === (from === 'left');
    const t = i / (art.hills - 1);
    const reach = (0.92 - 0.38 * t + chance() * 0.1) * SIZE;
    const height = 96 - 34 * t + chance() * 24;
    const points = Array.from({ length: 8 }, (_, k): Point => {
      const share = k / 7;
      const x = isLeft ? -20 + share * reach : 620 - share * reach;
      const bumps = 1 + 0.22 * Math.sin(share * 9 + chance() * 1.2);
      return [x, level - height * (1 - share) ** 1.25 * bumps + t * 6];
    });
    return { points, isLeft, base: level + t * 6, colour: landAt(scene, t) };
  });
  for (const [i, { points, isLeft, base, colour }] of shores.entries()) {
    const paint = scene.gradient(colour, hazy(scene, colour, 0.34 - i * 0.08));
    const foot = `V${tenth(base)}H${isLeft ? -20 : 620}Z`;
    const mirrored = points.map(([x, y]): Point => [x, base + (base - y) * 0.55]);
    drawing += `${paint.definition}<path d="${smooth(points)}${foot}" fill="${paint.paint}"/><path d="${smooth(mirrored)}${foot}" fill="${colour}" opacity=".22"/>`;
  }
  drawing += `<g stroke="${art.light}" stroke-linecap="round" stroke-width="3">`;
  for (let i = 0; i < 16; i++) {
    const t = i / 15;
    const y = level + 9 + t ** 1.6 * (SIZE - level - 24);
    const width = sun.radius * 1.25 * (0.3 + chance() * 0.9) * (1 - 0.5 * t);
    const x = sun.x + (chance() - 0.5) * 56 * (0.3 + t);
    drawing += `<path d="M${Math.round(x - width)} ${Math.round(y)}h${Math.round(2 * width)}" opacity="${(0.8 - 0.6 * t).toFixed(2)}"/>`;
  }
  return `${drawing}</g>`;
}

function drawFloatingLeaf({ art, sun, near }: Scene): string {
  let drawing = '';
  for (let i = 0; i < 4; i++) {
    const rx = 30 + i * 46;
    drawing += `<ellipse cx="${sun.x}" cy="512" rx="${rx}" ry="${Math.round(rx * 0.23)}" fill="none" stroke="${art.light}" stroke-width="2.4" opacity="${(0.8 - i * 0.17).toFixed(2)}"/>`;
  }
  return `${drawing}<g fill="${mix(near, '#7c8358', 0.35)}"><use href="#l" transform="translate(${sun.x - 34} 515)rotate(-9)scale(.7 .62)"/></g>`;
}

/** One bend of the river or path for each hill; the next hill hides its foot. */
function drawBend(
  { art }: Scene,
  hill: readonly Point[],
  next: readonly Point[] | undefined,
  index: number,
  x: number,
): { drawing: string; x: number } {
  const nextX = x + (index % 2 ? 1 : -1) * (30 + 30 * index);
  const top = heightAt(hill, x);
  const foot = next ? heightAt(next, nextX) + 8 : 640;
  const narrow = 2 + index * index * 3;
  const wide = next ? 2.6 + (index + 1) * (index + 1) * 3.1 : 78;
  const [upper, lower] = [top + (foot - top) * 0.62, foot - (foot - top) * 0.62];
  const at = (px: number, py: number) => `${Math.round(px)} ${Math.round(py)}`;
  const glow = art.glow ?? 1;
  const fill =
    art.motifs.course === 'river'
      ? mix(art.light, art.sky[2], 1 - 0.75 * glow)
      : mix(art.sky[2], art.light, 0.35 * glow);
  return {
    x: nextX,
    drawing:
      `<path d="M${at(x - narrow, top - 3)}C${at(x - narrow, upper)} ${at(nextX - wide, lower)} ${at(nextX - wide, foot)}` +
      `H${Math.round(nextX + wide)}C${at(nextX + wide, lower)} ${at(x + narrow, upper)} ${at(x + narrow, top - 3)}Z" fill="${fill}"/>`,
  };
}

function drawHills(scene: Scene): string {
  const { art, chance, horizon } = scene;
  const hills = Array.from({ length: art.hills }, (_, i) => {
    const t = i / Math.max(1, art.hills - 1);
    const y = horizon + 14 + t ** 1.15 * (0.97 * SIZE - horizon - 74);
    return { points: ridge(chance, y, 15 + 24 * t, 1 - t * 0.5), colour: landAt(scene, t) };
  });
  let drawing = '';
  let courseX = scene.sun.x + 14;
  for (const [i, { points, colour }] of hills.entries()) {
    const isLast = i === hills.length - 1;
    const { definition, paint } = scene.gradient(colour, hazy(scene, colour, isLast ? 0 : 0.3));
    drawing += `${definition}<path d="${area(points)}" fill="${paint}"/>`;
    if (art.motifs.course) {
      const bend = drawBend(scene, points, hills[i + 1]?.points, i, courseX);
      drawing += bend.drawing;
      courseX = bend.x;
    }
  }
  return drawing;
}

/** Rows of a field that run to the light like strings, and are lost in the dark near the viewer. */
function drawField(scene: Scene): string {
  const { art, chance, sun, horizon, near } = scene;
  const edge = area(ridge(chance, horizon + 34, 9, 0.6));
  const ground = scene.gradient(hazy(scene, landAt(scene, 0.42), 0.2), near);
  let rows = '';
  for (let i = -10; i <= 10; i++) {
    const [far, close] = [sun.x + i * 7, sun.x + i * 96 + Math.sign(i) * i * i * 5];
    const bend = `${Math.round(far + (close - far) * 0.3)} ${Math.round(horizon + 120)}`;
    rows += `<path d="M${far} ${horizon}Q${bend} ${close - 10} 640H${close + 10}Q${bend} ${far + 1.4} ${horizon}Z"/>`;
  }
  const fading = [0.8, 0].map(
    (opacity, at) => `<stop offset="${at}" stop-color="${art.light}" stop-opacity="${opacity}"/>`,
  );
  return (
    `${ground.definition}<clipPath id="f"><path d="${edge}"/></clipPath><path d="${edge}" fill="${ground.paint}"/>` +
    `<linearGradient id="w" gradientUnits="userSpaceOnUse" x1="0" y1="${horizon}" x2="0" y2="590">${fading.join('')}</linearGradient>` +
    `<g clip-path="url(#f)" fill="url(#w)">${rows}</g>`
  );
}

/** Two branches cradling the light: one drawn, one its mirror image. */
function drawWreath({ art, chance, sun, near }: Scene): string {
  const radius = sun.radius + 62;
  const half = branch(chance, {
    x: -6,
    y: radius,
    length: radius * 2.72,
    angle: 0.06,
    bend: -2.72,
    leaves: 21,
    leaf: 66,
    width: 3,
    fill: mix(near, '#8a8f6a', 0.4),
    stem: near,
    fruit: art.white ?? '#F6E3D4',
  });
  return `<g id="b" transform="translate(${sun.x} ${sun.y})">${half}</g><use href="#b" transform="translate(${2 * sun.x} 0)scale(-1 1)"/>`;
}

function drawWheat({ art, chance, near }: Scene): string {
  let drawing = '<defs><g id="e">';
  for (let k = 0; k < 8; k++)
    drawing += `<use href="#l" transform="translate(${k % 2 ? 1 : -1} ${14 + k * 9})rotate(${k % 2 ? -58 : -122})scale(.29 .42)"/>`;
  drawing +=
    '<use href="#l" transform="translate(0 14)rotate(-90)scale(.3 .36)"/><path d="M-9 20L-15-26M9 20L15-26M0 0V-34" stroke-width="1.2"/></g></defs>';
  for (let i = 0; i < 11; i++) {
    const x = Math.round(-4 + i * 61 + (chance() - 0.5) * 26);
    const edge = Math.abs(i - 5) / 5;
    const height = Math.round(150 + 150 * edge * edge + chance() * 62);
    const lean = Math.round((i - 5) * 5 + (chance() - 0.5) * 26);
    const colour = mix(near, art.sky[1], 0.04 + 0.3 * chance());
    drawing +=
      `<g fill="${colour}" stroke="${colour}"><path d="M${x} 620Q${x} ${Math.round(620 - height * 0.55)} ${x + lean} ${620 - height}" fill="none" stroke-width="3"/>` +
      `<use href="#e" stroke-width="0" transform="translate(${x + lean} ${556 - height})rotate(${Math.round(lean * 0.35)})scale(1.25)"/></g>`;
  }
  return drawing;
}

function drawBranch({ art, chance, near }: Scene): string {
  if (art.motifs.branch === 'olive')
    return branch(chance, {
      x: -14,
      y: 70,
      length: 372,
      angle: -0.1,
      bend: 0.62,
      leaves: 17,
      leaf: 84,
      width: 4,
      fill: mix(near, '#7c8358', 0.5),
      stem: mix(near, '#3f3a2c', 0.4),
      fruit: '#4d4a38',
    });
  return branch(chance, {
    x: 616,
    y: 52,
    length: 350,
    angle: Math.PI + 0.1,
    bend: -0.72,
    leaves: 15,
    leaf: 82,
    width: 4,
    fill: near,
    stem: near,
    fruit: mix(near, art.sky[1], 0.3),
  });
}

/** The order is the order of the layers, and of the random numbers they draw. */
function drawLayers(art: CoverArt) {
  const scene = createScene(art);
  const { motifs } = art;
  return {
    sun: scene.sun,
    sky: drawSky(scene) + drawStars(scene),
    light: drawRays(scene) + drawLight(scene),
    land: [
      drawBirds(scene),
      drawMountains(scene),
      motifs.water ? drawWater(scene, motifs.water.from) : drawHills(scene),
      motifs.water?.leaf ? drawFloatingLeaf(scene) : '',
      motifs.field ? drawField(scene) : '',
      motifs.wreath ? drawWreath(scene) : '',
      motifs.wheat ? drawWheat(scene) : '',
      motifs.branch ? drawBranch(scene) : '',
    ].join(''),
  };
}

function drawCover(art: CoverArt): string {
  const { sky, light, land } = drawLayers(art);
  const title = art.title.replace(/&/g, '&amp;');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" role="img"><title>${title}</title>${sky}${light}${land}</svg>\n`;
}

/**
 * Sky, light and land side by side, for a page that lets the light travel between the other two. The
 * light stands in the middle of its third, at half the size: all around it there is room for its glow.
 */
function drawApart(art: CoverArt): string {
  const { sun, sky, light, land } = drawLayers(art);
  const corner = `${tenth(sun.x - SIZE)} ${tenth(sun.y - SIZE)}`;
  const third = (at: number, viewBox: string, drawing: string) =>
    `<svg x="${at * SIZE}" width="${SIZE}" height="${SIZE}" viewBox="${viewBox}">${drawing}</svg>`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1800 600">' +
    third(0, '0 0 600 600', sky) +
    third(1, `${corner} 1200 1200`, light) +
    third(2, '0 0 600 600', land) +
    '</svg>\n'
  );
}

const folder = process.argv[2];
if (!folder) throw new Error('Usage: node covers.ts <folder>');
for (const made of ['layers', 'night/layers']) await mkdir(join(folder, made), { recursive: true });
for (const size of ARTWORK_SIZES)
  await mkdir(join(folder, 'artwork', String(size)), { recursive: true });
for (const art of COVER_ART) {
  const [name, night] = [`${art.file}.svg`, byNight(art)];
  const drawing = drawCover(art);
  await writeFile(join(folder, name), drawing);
  await writeFile(join(folder, nightName(name)), drawCover(night));
  await writeFile(join(folder, layersName(name)), drawApart(art));
  await writeFile(join(folder, nightName(layersName(name))), drawApart(night));
  for (const size of ARTWORK_SIZES) {
    const picture = sharp(Buffer.from(drawing), { density: 144 }).resize(size, size);
    await picture.png({ palette: true }).toFile(join(folder, artworkName(art.file, size)));
  }
}
