import { sql } from 'drizzle-orm';
import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { instant } from '#src/kernel/time.ts';
import { sharedDemo } from '#tests/support/libsql-server.ts';
import { testShop } from '#tests/support/shop.ts';
import { demoLogins } from './demo.ts';
import { nextRace, pastRace } from './races.ts';

test('the demo has money that the bank and the provider prove, a race that was settled and paid out, and exports that can be read', async () => {
  const made = await sharedDemo();
  const { shop, deps, login } = await testShop({
    now: instant(Date.now()),
    ...(made ? { snapshot: made.database, env: { SECRET: made.secret } } : {}),
  });
  if (!made) await shop.addDemoData();
  const { read, config } = deps;

  const days = await read.all<{ day: number }>(
    sql`select distinct order_date / 86400000 day from orders where event_id = 1`,
  );
  expect(days.length, 'days on which somebody entered the marathon').toBeGreaterThan(20);

  const admin = await login(demoLogins.superAdmin);
  const races = await read.all<{ id: number }>(sql`select id from events`);
  type Sheet = { adds: boolean; received: number; places: { held: number } };
  let [received, held] = [0, 0];
  for (const { id } of races) {
    const { body: sheet } = await admin.json<Sheet>('GET', `/api/admin/events/${id}/proof-sheet`);
    expect(sheet.adds, `the money of event ${id}`).toBe(true);
    received += sheet.received;
    held += sheet.places.held;
  }
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThan(received / 5);

  const payouts = await read.all<{ number: number; status: string; in_file: number }>(
    sql`select s.number number, p.status status, p.file_id is not null in_file from payouts p
      join settlements s on s.id = p.settlement_id order by p.id`,
  );
  expect(payouts).toEqual([
    { number: 1, status: 'paid', in_file: 1 },
    { number: 2, status: 'returned', in_file: 1 },
    { number: 2, status: 'open', in_file: 0 },
  ]);
  const papers = await read.all<{ kinds: number }>(sql`select count(distinct series_id) kinds from invoices`);
  expect(papers, 'invoices of the organizer and of the platform').toEqual([{ kinds: 2 }]);

  const [{ address } = { address: '' }] = await read.all<{ address: string }>(sql`select address from organizers`);
  const { vatId } = JSON.parse(address) as { vatId: string };
  expect(config.seller?.vatId).not.toBe(vatId);
  expect(config.imprint).toContain(`${config.seller?.zipCode} ${config.seller?.city}`);

  // Race days: the one that is over has numbers and times, the next one numbers, a device and a start list.
  const [over = 0, next = 0] = (
    await read.all<{ event_id: number }>(
      sql`select event_id from shortlinks where shortlink in (${pastRace}, ${nextRace}) order by shortlink desc`,
    )
  ).map(({ event_id }) => event_id);
  const results = await read.all<{ status: string; n: number }>(
    sql`select status, count(*) n from results where event_id = ${over} group by 1 order by 1`,
  );
  expect(results).toEqual([
    { status: 'dnf', n: 1 },
    { status: 'dns', n: 1 },
    { status: 'finished', n: expect.any(Number) },
  ]);
  expect(Number(results[2]?.n)).toBeGreaterThan(10);
  const [{ numbered } = { numbered: 0 }] = await read.all<{ numbered: number }>(
    sql`select count(*) numbered from participants where event_id = ${next} and rr_bib is not null`,
  );
  expect(numbered).toBeGreaterThan(10);
  expect(await read.all(sql`select gate from gate_devices where event_id = ${next}`)).toEqual([
    { gate: 'Rathausplatz' },
  ]);

  // No two columns of a detailed export have the same name.
  for (const language of ['de', 'en']) {
    const answer = await admin.fetch('/api/admin/statistics/event/1/export/orders/detailed?format=xlsx', {
      headers: { 'accept-language': language },
    });
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()), { trim: false });
    const [heads = []] = sheet?.data ?? [];
    expect(heads.length).toBeGreaterThan(10);
    expect(new Set(heads).size, heads.join()).toBe(heads.length);
  }
});
