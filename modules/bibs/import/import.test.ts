import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticketCodeOf } from '#modules/checkin/index.ts';
import { participants } from '#modules/orders/schema.ts';
import { tableBytes } from '#src/files/tables/table-file.ts';
import { testShop } from '#tests/support/shop.ts';
import { workbookOf } from '#tests/support/workbook.ts';
import { type BibLine, type Known, matchLines } from '../rules/match-lines.ts';
import { bibRace, named, type RunAnswer } from '../testing.ts';

async function importRace() {
  const shop = await testShop();
  const at = await bibRace(shop);
  const send = (content: string | Uint8Array, name = 'nummern.csv') => {
    const form = new FormData();
    form.set('file', new File([content as BlobPart], name));
    return at.organizer
      .fetch(`${at.base}/bib-imports`, {
        method: 'POST',
        headers: { 'x-csrf-token': at.organizer.cookies.get('csrf-token') ?? '' },
        body: form,
      })
      .then(async (answer) => ({ status: answer.status, body: (await answer.json()) as RunAnswer }));
  };
  const told = async (runId: number) =>
    (await at.rows(runId))
      .toSorted((a, b) => Number(a.line) - Number(b.line))
      .map(({ line, lastName, before, after, outcome }) => [line, lastName, before, after, outcome]);
  return { shop, at, send, told };
}

test('finds people by id, code, or name, birth date and competition, and reports every line', async () => {
  const { shop, at, send, told } = await importRace();
  await at.enter([
    named('Adam', { birthDate: '1990-01-31' }),
    named('Berger'),
    named('Cerny'),
    named('Doppel', { birthDate: '1990-01-31' }),
    named('Doppel', { birthDate: '1991-01-31' }),
  ]);
  const rows = await shop.deps.read.select().from(participants).orderBy(participants.id);
  const [, berger, cerny] = rows.map(({ id }) => id);
  await at.range(1, 1);
  await at.apply((await at.preview()).body.run.id);
  const code = ticketCodeOf(shop.deps.signer, at.eventId, cerny ?? 0);
  const { status, body } = await send(
    [
      'Startnummer;Teilnehmer-ID;Code;Nachname;Vorname;Geburtsdatum;Bewerb',
      ';;;Adam;Zoë;31.01.1990;Halbmarathon',
      `007;${berger};;;;;`,
      `8;;${code};;;;`,
      '9;;;Doppel;Zoë;;',
      '10;;;DOPPEL;zoe;31.1.1991;halbmarathon',
      '11;;;Niemand;Zoë;;',
      '1;;;Doppel;Zoë;31.01.1990;',
      `12;;T1.999.${cerny}.AAAAAAAAAAAAAAAA;;;;`,
      `${'9'.repeat(21)};${berger};;;;;`,
      '–;;;Adam;Zoë;31.01.1990;Halbmarathon',
    ].join('\r\n'),
  );
  expect([status, body.run.fresh]).toEqual([201, 3]);
  expect(await told(body.run.id)).toEqual([
    [2, 'Adam', '1', '1', 'empty'],
    [3, 'Berger', null, '7', 'set'],
    [4, 'Cerny', null, '8', 'set'],
    [5, null, null, '9', 'ambiguous'],
    [6, 'Doppel', null, '10', 'set'],
    [7, null, null, '11', 'notFound'],
    [8, 'Doppel', null, null, 'taken'],
    [9, null, null, '12', 'notFound'],
    [10, 'Berger', null, null, 'invalid'],
    [11, 'Adam', '1', '1', 'empty'],
  ]);
  expect(
    await (await at.organizer.fetch(`/admin/events/${at.eventId}/bibs/runs/${body.run.id}`)).text(),
    'the number that is refused is named',
  ).toContain('Nummer 1 ist vergeben');
  await at.apply(body.run.id);
  const bibs = (await shop.deps.read.select().from(participants).orderBy(participants.id)).map(({ rrBib }) => rrBib);
  expect(bibs).toEqual(['1', '7', '8', null, '10']);
  expect((await at.rows(body.run.id)).map(({ said }) => said).filter(Boolean), 'names of nobody are gone').toEqual([]);
});

test('the start list of the event comes back as it went out, as CSV and as a workbook', async () => {
  const { at, send } = await importRace();
  await at.enter([named('=Adam', { club: '-LC' }), named('Groß')]);
  await at.range(5, 9);
  await at.apply((await at.preview()).body.run.id);
  const columns = [
    { key: 'bib', head: 'Leibchen' },
    { key: 'lastName', head: '' },
    { key: 'firstName', head: '' },
    { key: 'competition', head: '' },
  ];
  await at.organizer.json('PUT', `${at.base}/start-list/layout`, { columns, encoding: 'windows1252' });
  for (const format of ['csv', 'xlsx']) {
    const file = await at.organizer.fetch(`${at.base}/start-list?format=${format}`);
    const { body } = await send(new Uint8Array(await file.arrayBuffer()));
    expect((await at.rows(body.run.id)).map(({ lastName, outcome }) => [lastName, outcome])).toEqual([
      ['=Adam', 'same'],
      ['Groß', 'same'],
    ]);
  }
});

const list = [
  ['Startnummer', 'Nachname', 'Vorname'],
  ['7', 'Adam', 'Zoë'],
];
const listCsv = (mark = ';') => list.map((row) => row.join(mark)).join('\r\n');

test.each<[string, string | Uint8Array, number]>([
  ['a title above the head', `Startnummern Stadtlauf; Stand 1. Mai\r\n\r\n${listCsv()}`, 4],
  ['a line that tells the separator', `sep=;\r\n${listCsv()}`, 3],
  ['a title of several cells', workbookOf([['Nachname', 'Stadtlauf', null], ...list]), 3],
  ['the table on the second sheet', workbookOf([['Stadtlauf'], ['1. Mai']], list), 2],
  ['heads of orienteering', `Stno;Surname;First name\r\n7;Adam;Zoë`, 2],
  ['heads of the United States', `Bib,First,Last\r\n7,Zoë,Adam`, 2],
])('a file with %s is read', async (_, file, line) => {
  const { at, send, told } = await importRace();
  await at.enter([named('Adam')]);
  const { body } = await send(file);
  expect(await told(body.run.id)).toEqual([[line, 'Adam', null, '7', 'set']]);
});

test.each(['Name', 'Full Name', 'Teilnehmer'])(
  'a column %s alone holds first and last name in any order',
  async (head) => {
    const { at, send, told } = await importRace();
    await at.enter([
      named('Adam'),
      named('van der Berg', { firstName: 'Ann-Marie' }),
      named("O'Neill", { firstName: 'Kim' }),
      named('Zwei', { birthDate: '1990-01-31' }),
      named('Zwei', { birthDate: '1991-01-31' }),
    ]);
    const lines = [
      `Startnummer;${head};Geburtsdatum`,
      '1;Adam, Zoë;',
      '2;ANN-MARIE VAN DER BERG;',
      '3;O’Neill Kim;',
      '4;Zoë Zwei;',
      '5;Zwei, Zoe;31.1.1991',
      '6;Adam;',
      '7;;',
    ];
    const { body } = await send(lines.join('\r\n'));
    expect(
      (await told(body.run.id)).map(([line, lastName, , after, outcome]) => [line, lastName, after, outcome]),
    ).toEqual([
      [2, 'Adam', '1', 'set'],
      [3, 'van der Berg', '2', 'set'],
      [4, "O'Neill", '3', 'set'],
      [5, null, '4', 'ambiguous'],
      [6, 'Zwei', '5', 'set'],
      [7, null, '6', 'notFound'],
      [8, null, '7', 'notFound'],
    ]);
  },
);

test('refuses a file without a table or required columns, with the reason', async () => {
  const { send } = await importRace();
  const broken = async (content: string | Uint8Array) => (await send(content)).body.details?.fault;
  expect(await broken('Name;Verein\r\nAdam;LC')).toBe('noBibs');
  expect(await broken('Startnummer;Verein\r\n1;LC')).toBe('noPeople');
  expect(await broken('\r\n ; \r\n')).toBe('empty');
  expect(await broken(Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3]))).toBe('unreadable');
  expect(await broken(new Uint8Array(2000))).toBe('unreadable');
  expect(await broken(`${'x;'.repeat(300)}\r\n`)).toBe('tooManyColumns');
  expect(await broken(`Startnummer;Code\r\n${'1;2\r\n'.repeat(50_001)}`)).toBe('tooManyLines');
});

test('a workbook of another program is read: texts within, places left out, days as figures', async () => {
  const { send, at, told } = await importRace();
  await at.enter([named('Adam', { birthDate: '1990-01-31' })]);
  const table = {
    name: 'Nummern',
    locale: 'de' as const,
    columns: (['Bib', 'Last name', 'First name', 'Date of birth'] as const).map((title, index) => ({
      title,
      kind: index === 3 ? ('date' as const) : index === 0 ? ('number' as const) : ('text' as const),
    })),
    async *pieces() {
      yield [[33, 'Adam', 'Zoë', '1990-01-31']];
    },
  };
  const bytes = Buffer.concat(await Array.fromAsync(tableBytes(table, 'xlsx')));
  const { body } = await send(new Uint8Array(bytes), 'bibs.xlsx');
  expect(await told(body.run.id)).toEqual([[2, 'Adam', null, '33', 'set']]);
});

const line = (more: Partial<BibLine>): BibLine => ({
  line: 1,
  rowText: '',
  bib: '',
  participantId: '',
  code: '',
  lastName: '',
  firstName: '',
  fullName: '',
  birthDate: '',
  competition: '',
  ...more,
});

test('never imports a number twice, an empty number, or two numbers for a person', () => {
  const bib = fc.option(fc.integer({ min: 1, max: 8 }).map(String), { nil: '' });
  const known = fc
    .array(fc.option(fc.integer({ min: 1, max: 8 }).map(String), { nil: null }), { maxLength: 8 })
    .map((bibs) => {
      const seen = new Set<string>();
      return bibs.map((own, index): Known => {
        const isFree = own !== null && !seen.has(own);
        if (isFree) seen.add(own);
        return {
          id: index + 1,
          bib: isFree ? own : null,
          lastName: 'L',
          firstName: 'F',
          birthDate: null,
          competition: '',
        };
      });
    });
  const file = fc.array(fc.record({ bib, id: fc.integer({ min: 1, max: 10 }) }), { maxLength: 14 });
  fc.assert(
    fc.property(known, file, (people, rows) => {
      const held = new Map(people.flatMap(({ id, bib: own }) => (own === null ? [] : [[own, id] as const])));
      const items = matchLines(
        rows.map((row, index) => line({ line: index + 2, bib: row.bib, participantId: String(row.id) })),
        people,
        held,
        () => null,
      );
      const after = new Map(people.map(({ id, bib: own }) => [id, own]));
      for (const item of items) {
        if (item.participantId === null || item.outcome !== 'set') continue;
        expect(item.after).not.toBeNull();
        after.set(item.participantId, item.after);
      }
      const numbers = [...after.values()].filter((each) => each !== null);
      expect(new Set(numbers).size).toBe(numbers.length);
      const changed = items.flatMap(({ outcome, participantId }) => (outcome === 'set' ? [participantId] : []));
      expect(new Set(changed).size).toBe(changed.length);
      expect(items).toHaveLength(rows.length);
    }),
  );
});

test('takes timing chips: beside numbers, or alone by the number, and undoing leaves them', async () => {
  const { at, send, told } = await importRace();
  await at.enter([named('Adam'), named('Berger'), named('Cerny')]);
  await at.range(1, 3);
  await at.apply((await at.preview()).body.run.id);
  const chips = async () => {
    const { body } = await at.organizer.json<{ rows: { lastName: string; bib: string; chip: string | null }[] }>(
      'GET',
      `${at.base}/start-list?format=json`,
    );
    return body.rows.map(({ lastName, bib, chip }) => `${lastName} ${bib} ${chip}`);
  };
  const first = await send('Bib;Transponder\n001;x-1\n2;x2\n9;x9\n3;–\n2;x2');
  expect([first.status, first.body.run]).toMatchObject([201, { fresh: 0, changed: 0, chips: 2, left: 1 }]);
  expect(await told(first.body.run.id)).toEqual([
    [2, 'Adam', '1', '1', 'chip'],
    [3, 'Berger', '2', '2', 'chip'],
    [4, null, null, '9', 'notFound'],
    [5, 'Cerny', '3', '3', 'same'],
    [6, 'Berger', '2', '2', 'same'],
  ]);
  await at.apply(first.body.run.id);
  expect(await chips()).toEqual(['Adam 1 X-1', 'Berger 2 X2', 'Cerny 3 null']);
  const second = await send(
    `Startnummer;Nachname;Vorname;Chip\n7;Adam;Zoë;x7\n;Cerny;Zoë;${'9'.repeat(41)}\n;Berger;Zoë;a\n;Berger;Zoë;b`,
  );
  expect(await told(second.body.run.id)).toEqual([
    [2, 'Adam', '1', '7', 'set'],
    [3, 'Cerny', '3', '3', 'invalid'],
    [4, 'Berger', '2', '2', 'twice'],
    [5, 'Berger', '2', '2', 'twice'],
  ]);
  await at.apply(second.body.run.id);
  expect(await chips()).toEqual(['Berger 2 X2', 'Cerny 3 null', 'Adam 7 X7']);
  await at.apply((await at.undo()).body.run.id);
  expect(await chips()).toEqual(['Adam 1 X7', 'Berger 2 X2', 'Cerny 3 null']);
});
