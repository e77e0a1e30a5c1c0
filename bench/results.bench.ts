import { fillEvent } from '#tests/support/big-event.ts';
import { call, loginByCode } from '#tests/support/crowd.ts';
import { startServer } from '#tests/support/server.ts';
import { watchHealth } from './support/health.ts';
import { load } from './support/load.ts';
import type { Bench, Row } from './support/rows.ts';

const people = 20_000;

/** The start list and the results of 20,000 people: the first call of each, later ones, and the import of their times. */
export default {
  name: 'results',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const { eventId } = await fillEvent(server.dataDir, people / 2);
      const admin = await loginByCode(server, 'admin@startblock.example');
      const settings = `/api/admin/events/${eventId}/result-settings`;
      await call(server, 'PATCH', settings, { showsStartList: true }, admin);
      const rows: Row[] = [];
      const row = (what: string, value: number, note = '') =>
        rows.push({ what: `${people.toLocaleString('en')} people: ${what}`, value, unit: 'ms', better: 'lower', note });
      const timed = async (what: string, path: string, init?: RequestInit) => {
        const health = watchHealth(server.url);
        const began = performance.now();
        const answer = await fetch(server.url + path, init);
        await answer.arrayBuffer();
        const took = performance.now() - began;
        const { worstMs } = await health.end();
        if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
        row(what, took, `others wait ${worstMs.toFixed(0)} ms at the most meanwhile`);
      };
      const often = async (what: string, path: string) => {
        const url = `${server.url.replace('localhost', '127.0.0.1')}${path}`;
        const result = await load({ url, connections: 1, seconds: 2 });
        row(`${what}: 95 of 100 within`, result.p95Ms, `${result.requests} requests, ${result.errors} errors`);
      };
      const startList = `/events/${eventId}/startlist`;
      await timed('start list, first call', startList);
      await often('start list, a search', `${startList}?q=jurgen+12345`);
      await often('start list, by number', `${startList}?sort=bib&dir=desc&page=100`);
      const lines = Array.from({ length: people }, (_, bib) => `${bib};${30 + (bib % 30)}:${10 + (bib % 49)}`);
      const body = new FormData();
      body.set('file', new File([['Startnummer;Zeit', ...lines].join('\n')], 'results.csv'));
      const headers = { cookie: admin.cookie, 'x-csrf-token': admin.csrf };
      await timed('import of times', `/api/admin/events/${eventId}/results/import`, { method: 'POST', body, headers });
      const { json } = await call(server, 'GET', `/api/admin/events/${eventId}/results`, undefined, admin);
      const competitions = json.competitions as { competitionId: number; results: number }[];
      const id = competitions.find(({ results }) => results > 0)?.competitionId;
      const shown = { isPublished: true, teamsBy: 'club', teamSize: 2 };
      await call(server, 'PATCH', `/api/admin/competitions/${id}/result-settings`, shown, admin);
      const board = `/events/${eventId}/results/${id}`;
      await timed('results, first call', board);
      await often('results, a page', `${board}?page=7`);
      await often('results, teams', `${board}?view=teams`);
      await often('results, a search', `${board}?q=jurgen+123`);
      return rows;
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;
