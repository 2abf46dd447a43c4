import { expect, test } from 'vitest';
import { toCsvLine } from './csv.ts';

test('a line has quotes where RFC 4180 requires them', () => {
  expect(toCsvLine(['a', '', 'b, c', 'say "so"', 'two\nlines'])).toBe(
    'a,,"b, c","say ""so""","two\nlines"\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1', '＠SUM'])(
  'no spreadsheet reads %j as a formula',
  (text) => expect(toCsvLine([text])).toBe(`'${text}\r\n`),
);

test('no spreadsheet reads a value that begins with a line break as a formula', () => {
  expect(toCsvLine(['\r\n=1'])).toBe(`"'\r\n=1"\r\n`);
});
