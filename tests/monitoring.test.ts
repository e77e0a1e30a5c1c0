import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { YAML } from 'bun';
import { expect, test } from 'vitest';
import { payingScene } from '#modules/payments/online/testing.ts';
import { facts, jobLeases } from '#src/data/schema.ts';
import { hours, minutes } from '#src/kernel/time.ts';
import { root } from './support/server.ts';
import type { TestShop } from './support/shop.ts';

/** Documents, alert rules and dashboard match `/metrics`. */

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const operate = read('docs/operate.md');

const scrape = async ({ shop }: TestShop) => {
  const answer = await shop.fetch(new Request('http://shop.test/metrics'), { remoteAddress: '127.0.0.1' });
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return answer.text();
};

/** Parses samples by name and labels; refuses anything outside of the text format. */
function parse(text: string): { types: Map<string, string>; samples: Map<string, number> } {
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  const helped = new Set<string>();
  let open = '';
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.slice(0, -1).split('\n')) {
    const [, name = '', rest = ''] = /^# (?:HELP|TYPE) ([a-z0-9_]+) (.+)$/.exec(line) ?? [];
    if (line.startsWith('# HELP')) {
      expect(helped.has(name), line).toBe(false);
      helped.add(name);
      open = name;
    } else if (line.startsWith('# TYPE')) {
      expect([name, helped.has(name)], line).toEqual([open, true]);
      expect(rest, line).toMatch(/^(counter|gauge|histogram)$/);
      types.set(name, rest);
    } else {
      const label = '[a-z_]+="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"';
      const sample = new RegExp(`^([a-z0-9_]+)(\\{${label}(?:,${label})*\\})? (-?\\d[\\d.e+-]*)$`).exec(line);
      expect(sample, line).not.toBeNull();
      const [, of = '', labels = '', value = ''] = sample ?? [];
      const family = types.get(open) === 'histogram' ? of.replace(/_(bucket|sum|count)$/, '') : of;
      expect(family, `outside of its group: ${line}`).toBe(open);
      expect(samples.has(of + labels), `twice: ${line}`).toBe(false);
      samples.set(of + labels, Number(value));
    }
  }
  return { types, samples };
}

/** The metrics of a running shop with an order. */
async function running() {
  const scene = await payingScene();
  scene.shop.shop.startJobs();
  return { ...scene, metrics: async () => parse(await scrape(scene.shop)) };
}

test('every metric has a help text, a type and a name by the conventions, and stands in docs/operate.md', async () => {
  const { types } = await (await running()).metrics();
  expect(types.size).toBeGreaterThan(20);
  for (const [name, type] of types) {
    expect(name).toMatch(/^startblock_[a-z0-9]+(_[a-z0-9]+)*$/);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(operate, `${name} is not documented`).toContain(`| \`${name}\``);
  }
  const documented = [...operate.matchAll(/^\| `(startblock_\w+)`/gm)].map(([, name]) => name);
  expect(documented.filter((name) => !types.has(name ?? ''))).toEqual([]);
});

test('what is booked, paid and refused is counted, and what waits is told', async () => {
  const { metrics, ...scene } = await running();
  const numbers = async () => {
    const { samples } = await metrics();
    return {
      booked: samples.get('startblock_orders_booked_total'),
      paid: samples.get('startblock_orders_paid_total'),
      pending: samples.get('startblock_orders_pending'),
      refused: samples.get('startblock_payments_failed_total{reason="otherMeans"}'),
      waiting: samples.get('startblock_payments_waiting'),
      age: samples.get('startblock_payment_oldest_waiting_seconds'),
    };
  };
  const ordered = { booked: 1, paid: 0, pending: 1, refused: 0, waiting: 0, age: 0 };
  expect(await numbers()).toEqual(ordered);
  const token = await scene.begin();
  scene.shop.clock.advance(minutes(2));
  expect(await numbers()).toEqual({ ...ordered, waiting: 1, age: 120 });
  await scene.comeBack(await scene.pay(token, { outcome: 'DECLINED' }));
  expect(await numbers()).toEqual({ ...ordered, refused: 1 });
  await scene.comeBack(await scene.pay(await scene.begin()));
  expect(await numbers()).toEqual({ ...ordered, refused: 1, paid: 1, pending: 0 });
});

test('a booking that is taken back is not counted', async () => {
  const { metrics, shop } = await running();
  const counted = async () => (await metrics()).samples.get('startblock_orders_booked_total');
  expect(await counted()).toBe(1);
  const refused = new Error('no');
  const count = shop.deps.write(async (work) => {
    work.count('startblock_orders_booked_total');
    throw refused;
  });
  await expect(count).rejects.toBe(refused);
  await shop.deps.write(async (work) => {
    const part = work.within(async (inner) => {
      inner.count('startblock_orders_booked_total');
      throw refused;
    });
    await part.catch(() => {});
    work.count('startblock_orders_paid_total');
  });
  expect(await counted()).toBe(1);
  expect((await metrics()).samples.get('startblock_orders_paid_total')).toBe(1);
});

test('facts that are not delivered and jobs that do not run are told with their age', async () => {
  const { shop } = await payingScene();
  const { clock, deps } = shop;
  const now = clock();
  await shop.settle();
  await deps.write(({ tx }) =>
    tx.insert(facts).values([
      { name: 'nobody.hears', payload: {}, createdAt: now, nextAttemptAt: now },
      { name: 'nobody.hears', payload: {}, createdAt: now, nextAttemptAt: (now + hours(5)) as typeof now },
    ]),
  );
  await deps.write(({ tx }) =>
    tx.insert(jobLeases).values([
      { name: 'facts', owner: 'a killed one', leasedUntil: now, nextRunAt: now },
      { name: 'mails', owner: 'a killed one', leasedUntil: now, nextRunAt: (now + hours(5)) as typeof now },
      { name: 'of an earlier version', owner: 'a killed one', leasedUntil: now, nextRunAt: now },
    ]),
  );
  clock.advance(minutes(10));
  const { samples } = parse(await scrape(shop));
  expect(samples.get('startblock_facts_waiting')).toBe(2);
  expect(samples.get('startblock_fact_oldest_due_seconds')).toBe(600);
  expect(samples.get('startblock_job_overdue_seconds{name="facts"}')).toBe(600);
  expect(samples.get('startblock_job_overdue_seconds{name="mails"}')).toBe(0);
  expect([...samples.keys()].join()).not.toContain('earlier version');
});

test('machine, log and backups are told', async () => {
  const { metrics, shop } = await running();
  const { samples } = await metrics();
  for (const name of ['database_bytes', 'database_wal_bytes', 'disk_free_bytes', 'memory_bytes', 'start_time_seconds'])
    expect([name, (samples.get(`startblock_${name}`) ?? 0) > 0]).toEqual([name, true]);
  expect(samples.get('startblock_event_loop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(samples.get('startblock_ready')).toBe(1);
  expect(samples.get('startblock_backup_timestamp_seconds')).toBe(0);
  shop.deps.log.error('something of a test');
  await shop.shop.backup(join(shop.deps.config.dataDir, 'a.backup'));
  const after = (await metrics()).samples;
  expect(after.get('startblock_log_lines_total{level="error"}')).toBe(1);
  expect(after.get('startblock_backup_timestamp_seconds')).toBe(shop.clock() / 1000);
});

/** Metric names in an expression. */
const namesIn = (expression: string) =>
  [...expression.replace(/\{[^}]*\}|\bby \([^)]*\)|\[\w+\]/g, '').matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(and|or|unless|by|sum|max|min|topk|e9|up)$/.test(name));

/** Prometheus's series of a histogram. */
const seriesOf = ([name, type]: [string, string]) =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];

async function knownSeries(): Promise<Set<string>> {
  const { types } = await (await running()).metrics();
  return new Set([...types].flatMap(seriesOf));
}

/** GitHub's anchors of headings. */
const anchors = [...operate.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
  title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-'),
);

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
};

test('alert rules name metrics and parts of the runbook that are there', async () => {
  const { groups } = YAML.parse(read('docs/monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThanOrEqual(10);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  const known = await knownSeries();
  for (const { alert, expr, labels, annotations } of rules) {
    expect(
      namesIn(expr).filter((name) => !known.has(name)),
      alert,
    ).toEqual([]);
    expect(['critical', 'warning'], alert).toContain(labels.severity);
    expect(
      [annotations.summary, annotations.description].every((text) => text.length > 5),
      alert,
    ).toBe(true);
    const [, anchor] = /^docs\/operate\.md#([\w-]+)$/.exec(annotations.runbook_url) ?? [];
    expect(anchors, alert).toContain(anchor);
  }
});

test('panels of the dashboard name metrics that are there', async () => {
  type Panel = { id: number; title: string; targets: { expr: string }[] };
  const { panels } = JSON.parse(read('docs/monitoring/dashboard.json')) as { panels: Panel[] };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const known = await knownSeries();
  for (const { title, targets } of panels) {
    const names = targets.flatMap(({ expr }) => namesIn(expr));
    expect(names.length, title).toBeGreaterThan(0);
    expect(
      names.filter((name) => !known.has(name)),
      title,
    ).toEqual([]);
  }
});
