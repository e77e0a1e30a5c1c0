import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

test('a gauge is read whenever somebody asks, and left out while it cannot be read', async () => {
  const metrics = new Metrics('1.2.3');
  let waiting = 3;
  metrics.gauge('shop_waiting', 'What waits.', async () => waiting);
  metrics.gauge('shop_failed', 'What failed.', () => {
    throw new Error('the database is away');
  });
  metrics.gauge('shop_lost', 'What is lost.', () => Promise.reject(new Error('the database is away')));
  const lines = ['# HELP shop_waiting What waits.', '# TYPE shop_waiting gauge', 'shop_waiting 3'];
  expect(await metrics.text()).toContain(`\n${lines.join('\n')}\n`);
  waiting = 0;
  expect(await metrics.text()).toContain('\nshop_waiting 0\n');
  expect(await metrics.text()).not.toMatch(/shop_failed|shop_lost/);
  expect(await metrics.text()).toContain('startblock_build_info{version="1.2.3"} 1');
});
