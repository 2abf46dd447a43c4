import { expect, test } from 'vitest';
import { isGuessablePin } from './guessable-pin.ts';

test.each(['111111', '123456', '654321', '890123', '121212', '123123', '19841984'])(
  '%s is guessable, because it is repetitive or sequential',
  (pin) => expect(isGuessablePin(pin)).toBe(true),
);

test.each(['031285', '120385', '851203', '03121985', '19851203', '001985', '201707'])(
  '%s is guessable, because it contains a date or a year',
  (pin) => expect(isGuessablePin(pin)).toBe(true),
);

test.each(['246810', '802469', '739204', '975310864'])('%s is not guessable', (pin) =>
  expect(isGuessablePin(pin)).toBe(false),
);
