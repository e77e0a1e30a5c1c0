import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { barriersOf, readPaper, spoken } from '#tests/support/read-paper.ts';
import { testFonts } from '#tests/support/sources.ts';
import { certificatePdf, type ResultView } from './certificate.ts';

const fonts = testFonts;

const shown: ResultView = {
  language: 'de',
  accent: null,
  organizer: { name: 'Laufverein Donau' },
  brand: 'Startblock',
  isOwn: false,
  event: { title: 'Donaulauf 2026', date: 'Sonntag, 17. Mai 2026', place: 'Linz' },
  competition: 'Halbmarathon',
  name: 'Zoë Wałęsa-Großmann',
  below: 'LC Łódź',
  figure: '1:32:07',
  figureLabel: 'Zeit',
  ranks: [
    { label: 'Gesamt', value: '12.' },
    { label: 'W30', value: '1.' },
  ],
  splits: [],
  title: 'Urkunde',
  foot: 'Ausgestellt von Startblock',
};
const manySplits = Array.from({ length: 8 }, (_, at) => ({ label: `${at * 5 + 5} km`, value: `0:2${at}:10` }));

test.each([
  { what: 'a short one', change: {} },
  { what: 'with splits over several lines', change: { splits: manySplits, below: null } },
  {
    what: 'of a long name',
    change: { name: 'Maximiliane-Katharina Freifrau von und zu Hohenstein-Großmann Wachenschwanz' },
  },
])('a certificate, $what, is one page that can be read out', async ({ change }) => {
  const data = { ...shown, ...change };
  const bytes = await certificatePdf({ fonts }, data, null);
  const paper = await readPaper(bytes);
  expect(paper.pages).toBe(1);
  expect(barriersOf(paper)).toEqual([]);
  if (process.env.PAPER) await writeFile(`${process.env.PAPER}-${data.splits.length}-${data.name.length}.pdf`, bytes);
  const said = spoken(paper.tree).replace(/\s+/g, ' ');
  for (const text of [data.event.title, data.name, data.figure, ...data.splits.map(({ label }) => label)])
    expect(said).toContain(text);
});
