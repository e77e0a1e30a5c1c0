import { startServer } from '#tests/support/server.ts';
import { startControl } from './support/control.ts';
import { load } from './support/load.ts';
import type { Bench, Row } from './support/rows.ts';

const [connections, seconds] = [32, 3];

export default {
  name: 'home page',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const home = server.url.replace('localhost', '127.0.0.1');
      const page = await (await fetch(home)).text();
      const control = await startControl(page, 'text/html; charset=utf-8');
      try {
        await load({ url: home, connections, seconds: 1 });
        const shop = await load({ url: home, connections, seconds });
        const bare = await load({ url: control.url, connections, seconds });
        const note = `${page.length} characters, ${connections} connections, ${shop.errors} errors`;
        return [
          { what: 'home page', value: shop.perSecond, unit: 'pages/s', better: 'higher', note },
          { what: 'home page, 99 of 100 within', value: shop.p99Ms, unit: 'ms', better: 'lower' },
          { what: 'control: bare server, same bytes', value: bare.perSecond, unit: 'pages/s', better: 'higher' },
        ];
      } finally {
        await control.stop();
      }
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;
