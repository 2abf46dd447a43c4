import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { saveInboxState } from '#server/modules/support/inbox/inbox-state.repository.ts';
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
  // Backups and mailbox are only configured, never used: some metrics exist only with these settings.
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

test.each([
  ['alert rules', ALERTS],
  ['dashboard', PANELS],
])(
  'the shipped %s may refer only to metrics that the server exports, and to their labels',
  (_name, expressions) => {
    const unknownOf = (asked: string[], pattern: RegExp, own: string[]) => {
      const known = [...exported.matchAll(pattern)].map(([, name]) => name).concat(own);
      return [...new Set(asked)].filter((name) => !known.includes(name));
    };
    const [metrics, labels] = [expressions.flatMap(metricsOf), expressions.flatMap(labelsOf)];
    expect(new Set(metrics).size).toBeGreaterThan(10);
    expect(new Set(labels).size).toBeGreaterThan(2);
    // Prometheus' own metrics and labels are about the scrape.
    expect(unknownOf(metrics, /^([a-z_0-9]+)[{ ]/gm, ['up'])).toEqual([]);
    expect(unknownOf(labels, /([a-z]+)="/g, ['job', 'instance'])).toEqual([]);
  },
);

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
