/** Shapes of the illustration; `scene.css` positions them, tokens colour them. All are decorative. */
const HILLS = [
  'M-40 27C10 25 73 22 120 20S200 15 240 14S320 13 360 14S440 18 480 20S560 25 600 26S680 27 720 27S800 26 840 26S920 26 960 27S1040 30 1080 31S1160 34 1200 33S1280 30 1320 28S1400 23 1440 20V422H-40Z',
  'M-40 72C10 76 73 83 120 85S200 83 240 82S320 79 360 79S440 81 480 81S560 82 600 80S680 72 720 68S800 58 840 56S920 55 960 56S1040 63 1080 65S1160 70 1200 71S1280 70 1320 71S1400 74 1440 75V422H-40Z',
  'M-40 142C10 145 73 150 120 150S200 147 240 145S320 140 360 139S440 138 480 138S560 141 600 140S680 138 720 135S800 126 840 122S920 112 960 109S1040 104 1080 104S1160 108 1200 112S1280 122 1320 126S1400 132 1440 135V422H-40Z',
  'M-40 188C10 182 73 171 120 169S200 175 240 178S320 187 360 189S440 191 480 192S560 194 600 197S680 207 720 212S800 224 840 225S920 224 960 219S1040 203 1080 196S1160 181 1200 178S1280 177 1320 178S1400 181 1440 183V422H-40Z',
  'M-40 268C10 261 73 251 120 247S200 246 240 247S320 253 360 254S440 256 480 256S560 253 600 252S680 248 720 250S800 257 840 262S920 276 960 282S1040 295 1080 297S1160 299 1200 297S1280 291 1320 288S1400 283 1440 281V422H-40Z',
  'M-40 338C10 334 73 328 120 327S200 329 240 330S320 334 360 335S440 337 480 338S560 340 600 341S680 344 720 347S800 354 840 358S920 367 960 370S1040 376 1080 376S1160 374 1200 370S1280 359 1320 353S1400 341 1440 335V422H-40Z',
];

/** Stars of one size and opacity share a path, as zero-length lines with round caps. */
const STARS = [
  {
    width: 2.8,
    opacity: 0.45,
    d: 'M1275 261h0M231 380h0M44 369h0M46 366h0M1184 9h0M1074 256h0M1207 376h0M1404 324h0M512 466h0M596 481h0M1284 511h0M1416 80h0',
  },
  {
    width: 2,
    opacity: 0.45,
    d: 'M953 255h0M779 556h0M372 398h0M284 455h0M3 5h0M407 552h0M370 201h0M1291 423h0M889 381h0M1277 277h0M463 169h0',
  },
  {
    width: 2.8,
    opacity: 0.8,
    d: 'M26 221h0M339 170h0M1414 201h0M135 317h0M1124 428h0M160 152h0M114 33h0M999 325h0M182 503h0M994 271h0M971 560h0M1375 280h0M1024 365h0M1319 353h0M353 460h0M406 370h0M1263 528h0M396 36h0M1 358h0M1116 524h0M720 132h0M1154 551h0',
  },
  {
    width: 2,
    opacity: 0.8,
    d: 'M298 270h0M984 323h0M967 180h0M886 93h0M1050 371h0M564 558h0M330 49h0M861 301h0M448 184h0M226 324h0M1208 209h0M73 308h0',
  },
  { width: 4, opacity: 0.8, d: 'M617 3h0M946 352h0M65 243h0M1270 173h0M626 372h0M839 117h0' },
  {
    width: 4,
    opacity: 0.45,
    d: 'M424 133h0M230 386h0M129 364h0M1330 182h0M1061 145h0M327 451h0M719 389h0',
  },
];

/** x, y, rotation, size of each leaf; every third one is in the background. */
const LEAVES: readonly (readonly [number, number, number, number])[] = [
  [31, 66, -48, 0.76],
  [50, 65, 40, 0.71],
  [70, 66, -46, 0.82],
  [90, 66, 41, 0.79],
  [110, 67, -39, 0.73],
  [130, 69, 43, 0.63],
  [150, 72, -38, 0.63],
  [170, 75, 51, 0.65],
  [189, 79, -26, 0.68],
  [209, 84, 59, 0.66],
  [228, 89, -23, 0.64],
  [247, 95, 58, 0.62],
  [266, 101, -25, 0.51],
  [285, 109, 58, 0.48],
  [303, 116, -21, 0.5],
  [321, 125, 66, 0.51],
  [339, 134, 27, 0.43],
];

const LEAF = 'M0 0C22-17 66-19 100 0C66 15 24 13 0 0Z';
const STEM = 'M-14 70C1 69 48 65 79 66S141 70 171 75S232 89 261 99S332 131 346 137';
const TRAIL =
  'M279 36C285 40 303 44 301 53C298 67 262 72 262 90C262 110 326 116 327 146C328 182 214 190 194 236C176 278 226 330 206 424H74C112 338 108 290 132 240C160 180 286 178 288 148C289 124 246 114 246 92C246 68 286 64 287 51C288 45 275 40 273 36Z';

export function Hills() {
  return (
    <svg
      className="hills"
      viewBox="0 0 1440 420"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      {HILLS.map((d, index) => (
        <path key={d} d={d} fill={`var(--hill-${index + 1})`} />
      ))}
    </svg>
  );
}

/** Visible only in the dark theme, which sets the opacity `--stars`. */
export function Stars() {
  return (
    <svg
      className="stars"
      viewBox="0 0 1440 600"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <g stroke="var(--on-scene)" strokeLinecap="round">
        {STARS.map(({ width, opacity, d }) => (
          <path key={d} d={d} strokeWidth={width} opacity={opacity} />
        ))}
      </g>
    </svg>
  );
}

export function Trail() {
  return (
    <svg className="trail" viewBox="0 0 560 420" aria-hidden="true">
      <path d={TRAIL} fill="var(--trail)" />
    </svg>
  );
}

export function OliveBranch() {
  return (
    <svg className="branch" viewBox="-26 0 396 190" aria-hidden="true">
      <g transform="translate(370 0) scale(-1 1)">
        <path
          d={STEM}
          fill="none"
          stroke="var(--branch-stem)"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <g fill="var(--branch)">
          {LEAVES.map(([x, y, turn, size], index) => (
            <path
              key={x}
              d={LEAF}
              transform={`translate(${x} ${y})rotate(${turn})scale(${size})`}
              opacity={index % 3 === 2 ? 0.78 : 1}
            />
          ))}
        </g>
        <g fill="var(--branch-stem)">
          <ellipse cx="62" cy="50" rx="7" ry="9" />
          <ellipse cx="142" cy="57" rx="6" ry="8" />
          <ellipse cx="223" cy="73" rx="6.5" ry="8.5" />
        </g>
      </g>
    </svg>
  );
}
