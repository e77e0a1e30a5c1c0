import { startServer } from '#tests/support/server.ts';
import { startControl } from './support/control.ts';
import { load } from './support/load.ts';
import type { Bench, Row } from './support/rows.ts';

const [connections, seconds] = [32, 3];
/** Who says nothing of the kind is not counted as a viewer, which would be work left out. */
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };

/** The pages everybody looks at on sale day, beside a bare server that sends the same bytes. */
export default {
  name: 'pages',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const base = server.url.replace('localhost', '127.0.0.1');
      const rows: Row[] = [];
      for (const [what, path] of [
        ['home page', '/'],
        ['event page', '/events/donau-marathon'],
      ] as const) {
        rows.push(...(await measure(what, `${base}${path}`)));
      }
      return rows;
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;

async function measure(what: string, url: string): Promise<Row[]> {
  const page = await (await fetch(url)).text();
  const control = await startControl(page, 'text/html; charset=utf-8');
  try {
    await load({ url, connections, seconds: 1, headers });
    const shop = await load({ url, connections, seconds, headers });
    const bare = await load({ url: control.url, connections, seconds, headers });
    const note = `${page.length} characters, ${connections} connections, ${shop.errors} errors`;
    return [
      { what, value: shop.perSecond, unit: 'pages/s', better: 'higher', note },
      { what: `${what}, 99 of 100 within`, value: shop.p99Ms, unit: 'ms', better: 'lower' },
      { what: 'control: bare server, same bytes', value: bare.perSecond, unit: 'pages/s', better: 'higher' },
      { what: `${what} / control`, value: shop.perSecond / bare.perSecond, unit: 'ratio', better: 'higher' },
    ];
  } finally {
    await control.stop();
  }
}
