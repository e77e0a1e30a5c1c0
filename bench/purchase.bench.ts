import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { loginByCode, type Session } from '#tests/support/crowd.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { type Bought, type Crowd, letBuy } from './support/buyers.ts';
import { startControl } from './support/control.ts';
import { watchHealth } from './support/health.ts';
import { load } from './support/load.ts';
import { type MailSink, startMailSink } from './support/mail-sink.ts';
import { processorSeconds, processorSecondsBelow } from './support/processor.ts';

import type { Bench, Row } from './support/rows.ts';

const event = '/events/donau-marathon';
const domain = '@purchase.bench.example';
const env = { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' };
/** After the order one that says how to pay; after the payment two: the confirmation with its paper, the ticket with its own. */
const papersOfEach = 2;
const purchases = 80;
/** The process that draws is as quick as it gets after some dozens. */
const before = 30;
const buyers = 8;
/** Longer than compilers go on making the code of a young process quicker. */
const seconds = 60;
const arriveWithinMs = 240_000;

/**
 * Whole purchases: walked by HTTP as a browser does it, paid by transfer, with all mails and papers delivered to a mail
 * server. First the pages and then the papers, for what each costs; then both at once for as many as there can be, by
 * browsers without scripts, which see a page for every step, and by those with scripts, which keep every field.
 */
export default {
  name: 'purchase',
  async run(): Promise<Row[]> {
    const { dataDir, office } = await roomyShop();
    const sink = await startMailSink(domain);
    const server = await startServer({ dataDir, env: { ...env, SMTP_URL: sink.url } });
    const crowd = { shop: server.url.replace('localhost', '127.0.0.1'), event, domain, buyers };
    try {
      await whole(sink, { ...crowd, purchases: before, office });
      const walked = await measured(server, () => delivered(sink, 'mails', 1, () => letBuy({ ...crowd, purchases })));
      const { orders } = walked.bought;
      const paid = await measured(server, () =>
        delivered(sink, 'pdfs', papersOfEach, () => letBuy({ ...crowd, orders, office })),
      );
      const watching = watchHealth(server.url);
      const all = await whole(sink, { ...crowd, seconds, office });
      const health = await watching.end();
      const scripted = await whole(sink, { ...crowd, seconds, office, scripts: true });
      const each = (taken: number) => (taken * 1000) / purchases;
      const rateOf = ({ bought, seconds }: Delivered) => bought.orders.length / seconds;
      const perSecond = rateOf(all);
      const bare = await bareAnswers(server);
      const { twice } = await sink.arrived();
      return [
        {
          what: 'whole purchases, all mails and papers delivered',
          value: perSecond,
          unit: '/s',
          better: 'higher',
          note: `${process.env.STARTBLOCK ? 'executable' : 'sources'}: ${countsOf(all)}; ${twice} mails twice`,
        },
        {
          what: 'the same with scripts: four pages and their files, each field kept',
          value: rateOf(scripted),
          unit: '/s',
          better: 'higher',
          note: countsOf(scripted),
        },
        { what: 'control: bare server, the bytes of the event page', value: bare, unit: 'answers/s', better: 'higher' },
        {
          what: 'whole purchases to a thousand of its answers',
          value: (perSecond * 1000) / bare,
          unit: 'ratio',
          better: 'higher',
        },
        { what: '/healthz meanwhile: 95 of 100 within', value: health.p95Ms, unit: 'ms', better: 'lower' },
        { what: '/healthz meanwhile: half within', value: health.p50Ms, unit: 'ms', better: 'lower' },
        {
          what: 'processor for the pages of one, with the mail that says how to pay',
          value: each(walked.thread + walked.beside),
          unit: 'ms',
          better: 'lower',
          note: `${each(walked.beside).toFixed(1)} of it beside the thread`,
        },
        {
          what: 'processor for the papers of one: two mails, two PDFs, calendar, codes',
          value: each(paid.thread + paid.beside),
          unit: 'ms',
          better: 'lower',
          note: `${each(paid.beside).toFixed(1)} of it beside the thread`,
        },
        {
          what: 'mails with papers',
          value: (purchases * papersOfEach) / paid.seconds,
          unit: 'mails/s',
          better: 'higher',
        },
        {
          what: 'a purchase from the event page to paid, half within',
          value: all.bought.p50Ms,
          unit: 'ms',
          better: 'lower',
          note: `95 of 100 within ${all.bought.p95Ms.toFixed(0)} ms`,
        },
      ];
    } finally {
      await server.stop();
      await sink.stop();
    }
  },
} satisfies Bench;

/** The demo shop with places and articles for everybody, and somebody who may mark its orders paid. */
async function roomyShop(): Promise<{ dataDir: string; office: Session }> {
  const first = await startServer({ env });
  const office = await loginByCode(first, 'admin@startblock.example');
  await first.kill('SIGTERM');
  const database = createClient({ url: `file:${join(first.dataDir, 'startblock.db')}` });
  await database.batch(
    [
      'update competitions set total_ticket_count = 1000000',
      'update competition_prices set quantity_total = 1000000',
      'update article_variants set total = 1000000',
    ],
    'write',
  );
  database.close();
  return { dataDir: first.dataDir, office };
}

type Delivered = { bought: Bought; seconds: number };

const countsOf = ({ bought: { orders, requests }, seconds: taken }: Delivered): string =>
  `${orders.length} by ${buyers} buyers in ${seconds} s, delivered after ${taken.toFixed(1)} s; ${Math.round(requests / orders.length)} requests each`;

/** Until everything of them has arrived. */
async function delivered(
  sink: MailSink,
  what: 'mails' | 'pdfs',
  ofEach: number,
  run: () => Promise<Bought>,
): Promise<Delivered> {
  const began = performance.now();
  const before = await sink.arrived();
  const bought = await run();
  const wanted = before[what] + bought.orders.length * ofEach;
  const patience = performance.now() + arriveWithinMs;
  for (let now = before; now[what] < wanted; now = await sink.arrived()) {
    if (performance.now() > patience) throw new Error(`${now[what]} of ${wanted} ${what} arrived`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
  return { bought, seconds: (performance.now() - began) / 1000 };
}

/** Who has paid already is not told how to pay any more, so the papers are counted. */
const whole = (sink: MailSink, crowd: Crowd) => delivered(sink, 'pdfs', papersOfEach, () => letBuy(crowd));

/** What it took of the processor, in the process that answers and in those beside it. */
async function measured<T>(server: RunningServer, run: () => Promise<T>) {
  const now = () => ({ thread: processorSeconds(server.pid), beside: processorSecondsBelow(server.pid) });
  const before = now();
  const done = await run();
  const after = now();
  return { ...done, thread: after.thread - before.thread, beside: after.beside - before.beside };
}

async function bareAnswers(server: RunningServer): Promise<number> {
  const control = await startControl(await (await fetch(server.url + event)).text(), 'text/html; charset=utf-8');
  const { perSecond } = await load({ url: control.url, connections: 16, seconds: 3 });
  await control.stop();
  return perSecond;
}
