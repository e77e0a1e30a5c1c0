import { call, loginByCode } from '#tests/support/crowd.ts';
import { startServer } from '#tests/support/server.ts';
import type { Bench, Row } from './support/rows.ts';

const [atOnce, rounds] = [10_000, 10];

/** Very many codes in one call, into an event that has more and more of them; then the list and the figures over all. */
export default {
  name: 'vouchers',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const organizer = await loginByCode(server, 'organizer@startblock.example');
      const ask = async (method: string, path: string, body?: unknown) => {
        const began = performance.now();
        const { status, json } = await call(server, method, path, body, organizer);
        if (status !== 200) throw new Error(`${path} was answered with ${status}`);
        return { json: json as Record<string, unknown>, took: performance.now() - began };
      };
      const { json } = await ask('POST', '/api/vouchers/type', { eventId: 1, name: 'Bench', prefix: 'B-' });
      const voucherTypeId = json.voucherTypeId;
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const { json: made, took } = await ask('POST', '/api/vouchers', { voucherTypeId, count: atOnce });
        if (new Set(made.codes as string[]).size !== atOnce) throw new Error('codes are missing');
        times.push(took);
      }
      times.sort((a, b) => a - b);
      const list = await ask('GET', `/api/vouchers/list/1/${voucherTypeId}?limit=50&q=XY`);
      const figures = await ask('GET', '/api/vouchers/statistics/1');
      const note = `${rounds} calls one after another, ${(atOnce * rounds).toLocaleString('en')} codes in the end`;
      const row = (what: string, value: number): Row => ({ what, value, unit: 'ms', better: 'lower' });
      return [
        { ...row('10,000 codes in one call: half within', times[rounds / 2] ?? 0), note },
        row('10,000 codes in one call: slowest', times.at(-1) ?? 0),
        row('list of 100,000 codes, searched', list.took),
        row('statistics over 100,000 codes', figures.took),
      ];
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;
