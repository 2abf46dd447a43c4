import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { saveInboxState } from '#server/modules/inbox/inbox-state.repository.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';

const DEPLOY = resolve(import.meta.dirname, '../../../deploy');
const read = (name: string) => readFileSync(resolve(DEPLOY, name), 'utf8');
const dashboardSchema = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }),
  ),
});

const ALERTS = [...read('prometheus-alerts.yml').matchAll(/^\s+expr: (.+)$/gm)].map(
  ([, expression = '']) => expression,
);
const PANELS = dashboardSchema
  .parse(JSON.parse(read('grafana-dashboard.json')))
  .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Prometheus' own metrics about the scrape. */
const OWN_METRICS = ['up'];
const OWN_LABELS = ['job', 'instance'];
const WORDS = new Set(['by', 'and', 'or', 'unless', 'without']);

/** The metrics in an expression, without functions, labels and ranges. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|without) \([^)]*\)/g, '')
    .matchAll(/[a-z_][a-z0-9_]*(?![a-z0-9_]|\s*\()/g);
  return [...bare].map(([name]) => name).filter((name) => !WORDS.has(name));
}

function labelsOf(expression: string): string[] {
  const selected = [...expression.matchAll(/([a-z_]+)(?:=~|!~|!=|=)"/g)].map(([, name]) => name);
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(/,\s*/),
  );
  return [...selected, ...grouped].filter((name) => name !== undefined);
}

let server: TestServer;
let exported: string;
beforeAll(async () => {
  // Only configured, never called: some metrics exist only with these settings.
  const config = {
    BACKUP_URL: 'file:///full-backups',
    INBOX_URL: 'imaps://mailbox:secret@mail.example/INBOX',
  };
  server = await createTestServer({ config });
  const path = '/storage/v1/object/public/audio/calm.mp3';
  await server.db.kysely.insertInto('recordings').values({ path, bytes: 1 }).execute();
  const since = '2026-11-24T03:00:00.000Z';
  await saveInboxState(server.db, { failure: null, since, unread: 0 }, since);
  await fetch(`${server.url}/healthz`);
  exported = await (await fetch(`${server.url}/metrics`)).text();
});

describe.each([
  ['alert rules', ALERTS],
  ['dashboard', PANELS],
])('the shipped %s', (_name, expressions) => {
  test('may refer only to metrics that the server exports', () => {
    const metrics = new Set(expressions.flatMap(metricsOf));
    expect(metrics.size).toBeGreaterThan(10);
    const known = new Set([...exported.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name]) => name));
    const unknown = [...metrics].filter((name) => !known.has(name) && !OWN_METRICS.includes(name));
    expect(unknown).toEqual([]);
  });

  test('may refer only to labels of these metrics', () => {
    const known = new Set([...exported.matchAll(/([a-z]+)="/g)].map(([, name]) => name));
    const labels = new Set(expressions.flatMap(labelsOf));
    expect(labels.size).toBeGreaterThan(2);
    const unknown = [...labels].filter((name) => !known.has(name) && !OWN_LABELS.includes(name));
    expect(unknown).toEqual([]);
  });
});

test('the metrics are in a format that Prometheus parses', () => {
  const line =
    /^(# (HELP|TYPE) [a-z_0-9]+ .+|[a-z_0-9]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? [\d.e+-]+)$/;
  expect(
    exported
      .trimEnd()
      .split('\n')
      .filter((it) => it !== '' && !line.test(it)),
  ).toEqual([]);
  expect(exported).toMatch(/^database_up 1$/m);
  expect(exported).toMatch(/^recordings\{state="waiting"\} 1$/m);
});
