export type Scene = 'dawn' | 'day' | 'night';

/**
 * One landscape at three times of day: the sun is higher by day than at dawn; the night has a moon,
 * stars and lit windows, and uses the dark theme's colours in both themes.
 */
export function OnboardingScene({ scene }: { scene: Scene }) {
  return (
    <svg
      className={`onboarding-scene ${scene}${scene === 'night' ? ' dark' : ''}`}
      viewBox="0 0 780 700"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      {scene === 'dawn' ? <circle className="glow" cx="390" cy="430" r="92" /> : null}
      {scene === 'day' ? (
        <g className="glow">
          <circle cx="390" cy="230" r="74" />
          <circle className="halo" cx="390" cy="230" r="128" />
          <circle className="halo" cx="390" cy="230" r="186" />
        </g>
      ) : null}
      {scene === 'night' ? <NightSky /> : null}
      <path className="hill-1" d="M0 436C130 408 250 452 390 434S640 404 780 438V685H0Z" />
      <path className="hill-2" d="M0 492C150 462 260 512 420 486S660 470 780 500V685H0Z" />
      {scene === 'night' ? <Windows /> : null}
      <path className="hill-3" d="M0 560C170 528 300 584 460 552S680 548 780 566V685H0Z" />
      {scene === 'dawn' ? (
        <path
          className="way"
          d="M384 436C402 452 372 466 388 484C412 512 356 524 372 556C394 598 318 622 330 685H424C420 640 452 610 420 562C400 528 436 512 410 484C394 466 408 452 396 436Z"
        />
      ) : null}
      {scene === 'day' ? <Branch /> : null}
      <path className="hill-4" d="M0 640C190 610 330 656 480 632S690 628 780 646V700H0Z" />
    </svg>
  );
}

function NightSky() {
  return (
    <g className="glow">
      <path d="M438 150A74 74 0 1 0 470 262A62 62 0 0 1 438 150Z" />
      <g className="stars">
        <circle cx="120" cy="120" r="3" />
        <circle cx="214" cy="226" r="2.4" />
        <circle cx="300" cy="92" r="2.2" />
        <circle cx="566" cy="110" r="2.8" />
        <circle cx="640" cy="248" r="2.2" />
        <circle cx="706" cy="146" r="3" />
      </g>
    </g>
  );
}

/** Lit houses on the far hill. */
function Windows() {
  return (
    <g className="glow">
      {[
        [148, 506],
        [236, 520],
        [342, 512],
        [470, 502],
        [548, 498],
        [652, 500],
      ].map(([x, y]) => (
        <rect key={x} x={x} y={y} width="11" height="15" rx="2.5" />
      ))}
    </g>
  );
}

function Branch() {
  const leaves = [
    [96, 398, -38],
    [140, 372, 26],
    [178, 344, -44],
    [216, 316, 18],
    [244, 286, -52],
  ];
  return (
    <g className="olive">
      <path className="stem" d="M40 470C120 420 200 360 262 262" />
      {leaves.map(([x, y, turn]) => (
        <path
          key={x}
          d="M0 0C10-22 44-24 66 0C44 18 12 18 0 0Z"
          transform={`translate(${x} ${y}) rotate(${turn})`}
        />
      ))}
    </g>
  );
}
