const LIGHTS = {
  morning: { sky: '#dfb6a6', low: '#fbe3cb', sun: '#fff6e6', near: '#b98773', far: '#d3a792' },
  evening: { sky: '#98a083', low: '#ece3c2', sun: '#fdf3da', near: '#6d7653', far: '#929a72' },
  night: { sky: '#2c3654', low: '#727b9c', sun: '#e8dcc6', near: '#222a42', far: '#39435f' },
};

interface PortraitProps {
  light: keyof typeof LIGHTS;
  /** Adds a figure on the hill, which is too detailed for small sizes. */
  large?: boolean;
}

/** A drawn placeholder for a photograph. */
export function Portrait({ light, large = false }: PortraitProps) {
  const { sky, low, sun, near, far } = LIGHTS[light];
  const gradient = `portrait-${light}${large ? '-large' : ''}`;
  return (
    <svg
      className={large ? 'cover' : 'avatar'}
      viewBox="0 0 100 100"
      role="img"
      aria-label="A drawn placeholder for a portrait"
    >
      <linearGradient id={gradient} x2="0" y2="1">
        <stop stopColor={sky} />
        <stop offset=".66" stopColor={low} />
      </linearGradient>
      <rect width="100" height="100" fill={`url(#${gradient})`} />
      <circle cx={large ? 68 : 50} cy={large ? 56 : 54} r={large ? 13 : 20} fill={sun} />
      <path d="M0 64C18 60 36 66 58 63S88 60 100 63V100H0Z" fill={far} />
      <path d="M0 73C20 70 34 76 56 79S84 82 100 80V100H0Z" fill={near} />
      {large ? <SeatedWoman /> : null}
    </svg>
  );
}

/** Seen from behind and slightly from the side, with a shawl, looking at the light. */
function SeatedWoman() {
  return (
    <g>
      <path
        d="M15 80C15 70 18 62 24 59C26 58 28 57.5 30 57.500C33 57.5 36 59 38 62C42 67 46 73 52 78C50 80 44 81 36 81H19C16 81 15 81 15 80Z"
        fill="#5a3d35"
      />
      <path
        d="M30 57C34 58 37 61 39 65C36 70 30 74 21 75C18 75.5 16 75 15.5 74C16.5 66 20 60 25 58Z"
        fill="#8c5a4c"
      />
      <path d="M27.5 59L28 53H33L33 58C31 60 29 60 27.5 59Z" fill="#c98f78" />
      <ellipse cx="31" cy="49.5" rx="4.6" ry="5.4" fill="#c98f78" />
      <path
        d="M32.5 43.500C29 42.5 25.5 45 25.3 49C24 49.5 23.3 51 23.8 52.500C24.4 54.2 26.5 54.6 27.8 53.500C30 55 31.5 53 31.3 50.500C33 49.5 34.6 48.5 35.3 47C34.8 45.3 33.8 44 32.5 43.500Z"
        fill="#3b2620"
      />
    </g>
  );
}
