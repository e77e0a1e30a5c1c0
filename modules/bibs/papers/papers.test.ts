import { PDFDocument } from '@cantoo/pdf-lib';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { barriersOf, readPaper, tablesOf } from '#tests/support/read-paper.ts';
import { testShop } from '#tests/support/shop.ts';
import { bibRace, named } from '../testing.ts';

type Paper = { status: number; pages: number; bytes: Uint8Array };

async function printRace(people = ['Zwettler', 'Adam', 'Berger']) {
  const shop = await testShop();
  const at = await bibRace(shop);
  if (people.length > 0) await at.enter(people.map((name) => named(name, { club: 'LC Donau' })));
  await at.range(1, 999);
  await at.apply((await at.preview()).body.run.id);
  const paper = async (path: string): Promise<Paper> => {
    const answer = await at.organizer.fetch(`${at.base}/bibs/${path}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.status !== 200) return { status: answer.status, pages: 0, bytes };
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    return { status: 200, pages: (await PDFDocument.load(bytes)).getPageCount(), bytes };
  };
  return { shop, at, paper };
}

test('a list and labels for everybody, for one competition, and from the middle of a sheet on', async () => {
  const { at, paper } = await printRace();
  await at.enter([named('Zehn')], { to: at.secondId });
  expect(await paper('list')).toMatchObject({ status: 200, pages: 1 });
  expect(await paper('list?split=true&withoutBib=true')).toMatchObject({ pages: 2 });
  expect(await paper(`list?competitionId=${at.secondId}`)).toMatchObject({ status: 404 });
  expect(await paper('labels')).toMatchObject({ pages: 1 });
  // Of a sheet of eight, six are gone: two of the three fit.
  expect(await paper('labels?sheet=2x4&start=7')).toMatchObject({ pages: 2 });
  expect(await paper('labels?sheet=2x4&start=9')).toMatchObject({ status: 400 });
  expect(await paper('labels?sheet=9x9')).toMatchObject({ status: 400 });
});

test('a list is read out as a table with its heads, a competition a heading; a label as its number and lines', async () => {
  const { at, paper } = await printRace();
  await at.enter([named('Zehn')], { to: at.secondId });
  const list = await readPaper((await paper('list?split=true&withoutBib=true&sort=name')).bytes);
  expect(barriersOf(list)).toEqual([]);
  expect(list.all.filter(({ role }) => role === 'H2')).toHaveLength(2);
  const [first, second] = tablesOf(list.tree);
  expect(first?.slice(1).map(([, name]) => name?.split(',')[0])).toEqual(['Adam', 'Berger', 'Zwettler']);
  expect(first?.slice(1).map((row) => row[4])).toEqual(['LC Donau', 'LC Donau', 'LC Donau']);
  expect(second?.slice(1).map(([, name]) => name?.split(',')[0])).toEqual(['Zehn']);
  const labels = await readPaper((await paper('labels?sort=name')).bytes);
  expect(barriersOf(labels)).toEqual(['it has one title']);
  const said = labels.all.map(({ text }) => text);
  for (const name of ['Adam', 'Berger', 'Zwettler']) expect(said.some((text) => text.startsWith(name))).toBe(true);
});

test('shows on the page what cannot be printed and keeps the forms', async () => {
  const { at } = await printRace([]);
  const page = `/admin/events/${at.eventId}/bibs`;
  const answer = await at.organizer.fetch(`${page}/labels.pdf?sheet=3x8&start=&competitionId=`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page}/print?problem=NO_STARTERS`]);
  const html = await (await at.organizer.fetch(`${page}/print?problem=NO_STARTERS`)).text();
  expect(html).toContain('noch niemanden mit Startnummer');
});

test('lets other requests through while printing 5,000 people', { timeout: 60_000 }, async () => {
  const { shop, at, paper } = await printRace(['Eins']);
  // Too many to book one by one: copies of the first participant.
  const copied = sql.raw(
    `order_id, team_id, event_id, competition_id, competition_price_id, first_name, club, ticket_cents, charged_cents, live`,
  );
  await shop.deps.write(({ tx }) =>
    tx.run(sql`insert into participants (local_id, last_name, rr_bib, ${copied})
      select 'k' || value, 'Mustermann ' || value, cast(value as text), ${copied}
      from participants, (with recursive n(value) as (select 2 union all select value + 1 from n where value < 5000) select value from n)`),
  );
  // What is made once in a process is made.
  await paper(`list?competitionId=${at.competitionId}&sort=club`);
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const [list, labels] = await Promise.all([paper('list'), paper('labels')]);
  clearInterval(watch);
  expect([list.pages > 100, labels.pages]).toEqual([true, Math.ceil(5000 / 24)]);
  if (process.env.MEASURE) console.log({ longestWaitMs: Math.round(longest) });
  expect(longest).toBeLessThan(1000);
});
