import { startServer } from '#tests/support/server.ts';
import { startControl } from './support/control.ts';
import { type LoadResult, load } from './support/load.ts';
import type { Bench, Row } from './support/rows.ts';

const [connections, seconds, rounds] = [32, 1, 5];
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
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const page = await answer.text();
  const blind = await startControl(page, 'text/html; charset=utf-8');
  const reading = await startControl(page, 'text/html; charset=utf-8', answer.headers);
  try {
    const [shop, bare, read] = await inTurns([url, blind.url, reading.url]);
    const note = `${page.length} characters, ${connections} connections, ${shop.errors} errors`;
    return [
      { what, value: shop.perSecond, unit: 'pages/s', better: 'higher', note },
      { what: `${what}, 99 of 100 within`, value: shop.p99Ms, unit: 'ms', better: 'lower' },
      { what: 'control: bare server, same bytes', value: bare.perSecond, unit: 'pages/s', better: 'higher' },
      { what: `${what} / control`, value: shop.perSecond / bare.perSecond, unit: 'ratio', better: 'higher' },
      {
        what: `${what} / control that reads address and headers, and sends ours`,
        value: shop.perSecond / read.perSecond,
        unit: 'ratio',
        better: 'higher',
      },
    ];
  } finally {
    await blind.stop();
    await reading.stop();
  }
}

/** The machine is quicker and slower from one second to the next, so they take turns; the middle one of each counts. */
async function inTurns(urls: readonly [string, string, string]) {
  const measured: LoadResult[][] = urls.map(() => []);
  for (const url of urls) await load({ url, connections, seconds: 1, headers });
  for (let round = 0; round < rounds; round += 1)
    for (const [at, url] of urls.entries()) measured[at]?.push(await load({ url, connections, seconds, headers }));
  const middle = measured.map((of) => of.sort((a, b) => a.perSecond - b.perSecond)[rounds >> 1]);
  return middle as [LoadResult, LoadResult, LoadResult];
}
