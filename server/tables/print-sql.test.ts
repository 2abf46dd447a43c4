import { expect, test } from 'vitest';
import { ANON } from '#server/core/actors/actor.ts';
import { createAppRegistry } from '../registered-tables.ts';
import { printSql } from './print-sql.ts';

const registry = createAppRegistry();
const asked = { actor: ANON, now: '2026-01-02T03:04:05.678Z' };

test('a statement is printed for both engines, with the policy and the parameters', () => {
  const printed = printSql(registry, 'audio_content?select=id,title&duration=gt.60', asked);
  expect(printed).toContain('-- sqlite\nselect');
  expect(printed).toContain('-- postgres\nselect');
  expect(printed.match(/"enabled"/g)?.length).toBeGreaterThanOrEqual(2);
  expect(printed).toContain('-- parameters: [true,60');
});

test('a request that the server would refuse is refused here too', () => {
  expect(() => printSql(registry, 'nothing', asked)).toThrow('Could not find the table');
  expect(() => printSql(registry, 'audio_content?select=nothing', asked)).toThrow('does not exist');
});
