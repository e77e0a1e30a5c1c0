/** People who buy, in a process of their own: each walks through the whole booking, and the office marks it paid. */
import { spawn } from 'node:child_process';
import { orderByTransfer, orderWithScripts, Visitor } from './walk.ts';

export type Crowd = {
  shop: string;
  event: string;
  domain: string;
  /** So many at once. */
  buyers: number;
  /** Each begins another purchase until so many are made, or so much time is over. */
  purchases?: number;
  seconds?: number;
  /** Who marks orders paid; without it they wait. */
  office?: { cookie: string; csrf: string };
  /** Their browsers run scripts, and load all files of a page. */
  scripts?: boolean;
  /** Nobody walks: these orders are marked paid. */
  orders?: number[];
};
export type Bought = { orders: number[]; requests: number; seconds: number; p50Ms: number; p95Ms: number };

/** Lets the crowd buy. */
export async function letBuy(crowd: Crowd): Promise<Bought> {
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(crowd)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  child.stdout.on('data', (piece) => {
    written += piece;
  });
  const code = await new Promise((settle) => child.once('close', settle));
  if (code !== 0) throw new Error(`the buyers ended with ${code}`);
  return JSON.parse(written) as Bought;
}

async function buy({ shop, event, domain, buyers, office, scripts = false, ...limits }: Crowd): Promise<Bought> {
  const began = performance.now();
  const { purchases = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY } = limits;
  const run = `${process.pid}-${Date.now().toString(36)}`;
  const given = [...(limits.orders ?? [])];
  const bought: Bought = { orders: [], requests: 0, seconds: 0, p50Ms: 0, p95Ms: 0 };
  const times: number[] = [];
  let begun = 0;
  const walk = async () => {
    const visitor = new Visitor(shop, scripts);
    const name = { firstName: 'Lana', lastName: `Leitner ${run} ${begun}` };
    const order = await (scripts ? orderWithScripts : orderByTransfer)(visitor, event, {
      email: `l${run}-${begun}${domain}`,
      ...name,
    });
    bought.requests += visitor.requests;
    return order;
  };
  const buyer = async () => {
    while (limits.orders ? given.length > 0 : begun < purchases && performance.now() - began < seconds * 1000) {
      begun += 1;
      const at = performance.now();
      const order = given.shift() ?? (await walk());
      if (office) await markPaid(shop, office, order);
      times.push(performance.now() - at);
      bought.orders.push(order);
    }
  };
  await Promise.all(Array.from({ length: buyers }, buyer));
  times.sort((a, b) => a - b);
  const within = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { ...bought, seconds: (performance.now() - began) / 1000, p50Ms: within(0.5), p95Ms: within(0.95) };
}

async function markPaid(shop: string, { cookie, csrf }: NonNullable<Crowd['office']>, order: number): Promise<void> {
  const answer = await fetch(`${shop}/api/admin/orders/${order}/status`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', cookie, 'x-csrf-token': csrf },
    body: JSON.stringify({ status: 'complete' }),
  });
  if (!answer.ok) throw new Error(`order ${order}: ${answer.status} ${await answer.text()}`);
}

if (process.argv[1] === import.meta.filename && process.argv[2]) {
  process.stdout.write(JSON.stringify(await buy(JSON.parse(process.argv[2]) as Crowd)));
}
