import { expect, test } from 'vitest';
import { isGuessablePin } from './guessable-pin.ts';

test.each(['111111', '123456', '654321', '890123', '121212', '123123', '19841984'])(
  'refuses %s, which is repetitive or sequential',
  (pin) => expect(isGuessablePin(pin)).toBe(true),
);

test.each(['031285', '120385', '851203', '03121985', '19851203', '001985', '201707'])(
  'refuses %s, which contains a date or a year',
  (pin) => expect(isGuessablePin(pin)).toBe(true),
);

test.each(['246810', '802469', '739204', '975310864'])('accepts %s', (pin) =>
  expect(isGuessablePin(pin)).toBe(false),
);
