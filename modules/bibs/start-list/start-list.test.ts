import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { participantFields, participants } from '#modules/orders/schema.ts';
import { testShop } from '#tests/support/shop.ts';
import { bibRace, named } from '../testing.ts';

const layout = {
  columns: [
    { key: 'bib', head: 'StNr' },
    { key: 'lastName', head: '' },
    { key: 'birthDate', head: 'Geboren' },
    { key: 'club', head: 'Verein' },
    { key: 'competition', head: '' },
  ],
  separator: 'comma',
  encoding: 'windows1252',
  dates: 'ymd',
};

test('the start list is as its layout wants it: columns, heads, separator, encoding and dates', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.enter([
    named('Groß, der "Ältere"', { birthDate: '1990-12-31', club: '=1+1' }),
    named('Wałęsa', { club: 'LC Łódź' }),
  ]);
  await at.range(7, 9);
  await at.apply((await at.preview({ sequence: 'name' })).body.run.id);
  const kept = await at.organizer.json<{ layout: object }>('PUT', `${at.base}/start-list/layout`, layout);
  expect([kept.status, kept.body.layout]).toMatchObject([200, { separator: 'comma', hasHeads: true }]);
  const csv = await at.organizer.fetch(`${at.base}/start-list`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=windows-1252');
  const text = new TextDecoder('windows-1252').decode(await csv.arrayBuffer());
  expect(text.split('\r\n')).toEqual([
    'StNr,Nachname,Geboren,Verein,Bewerb',
    `7,"Groß, der ""Ältere""",1990-12-31,'=1+1,Halbmarathon`,
    '8,Walesa,,LC Lódz,Halbmarathon',
    '',
  ]);
  const workbook = await at.organizer.fetch(`${at.base}/start-list?format=xlsx`);
  const [sheet] = await readXlsx(Buffer.from(await workbook.arrayBuffer()));
  expect(sheet?.data.slice(0, 2)).toEqual([
    ['StNr', 'Nachname', 'Geboren', 'Verein', 'Bewerb'],
    [7, 'Groß, der "Ältere"', new Date('1990-12-31T00:00Z'), '=1+1', 'Halbmarathon'],
  ]);
  const html = await (await at.organizer.fetch(`/admin/events/${at.eventId}/bibs/start-list`)).text();
  for (const shown of ['StNr', '1990-12-31', 'Groß']) expect(html).toContain(shown);
});

test('without a mark of its own UTF-8 begins with the mark of spreadsheets, heads may be left out, and so may people', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.enter([named('Adam'), named('Berger')]);
  await at.range(1, 1);
  await at.apply((await at.preview()).body.run.id);
  const columns = [{ key: 'bib' }, { key: 'name' }];
  await at.organizer.json('PUT', `${at.base}/start-list/layout`, {
    columns,
    hasHeads: false,
    separator: 'tab',
    withoutBib: false,
  });
  const bytes = new Uint8Array(await (await at.organizer.fetch(`${at.base}/start-list`)).arrayBuffer());
  expect(Buffer.from(bytes).toString()).toBe('\uFEFF1\tAdam, Zoë\r\n');
});

test('refuses columns of another event in a layout', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  const put = (columns: { key: string }[]) =>
    at.organizer.json<{ code: string }>('PUT', `${at.base}/start-list/layout`, { columns });
  for (const columns of [[], [{ key: 'iban' }], [{ key: 'field.999' }], [{ key: 'article.999' }]])
    expect([columns, (await put(columns)).body.code]).toEqual([columns, 'VALIDATION_FAILED']);
});

test('does not overwrite a layout changed by another editor', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  const path = `/admin/events/${at.eventId}/bibs/start-list`;
  const html = await (await at.organizer.fetch(path)).text();
  const baseline = /name="baseline" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
  expect(baseline).not.toBe('');
  await at.organizer.json('PUT', `${at.base}/start-list/layout`, { columns: [{ key: 'club' }] });
  const posted = {
    baseline,
    'columns[0].key': 'bib',
    'columns[0].head': '',
    separator: 'tab',
    encoding: 'utf8',
    dates: 'dmy',
    genders: 'mwd',
  };
  const answer = await at.organizer.form(path, posted);
  expect(answer.status).toBe(409);
});

test('writes stored choices for timing systems, independent of language and later names', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.enter([named('Adam')]);
  const option = (de: string, en: string) => ({ value: 'M', label: { de, en } });
  const { formField } = (
    await at.organizer.json<{ formField: { id: number } }>('POST', `${at.base}/form-fields`, {
      ...{ name: { de: 'Größe', en: 'Size' }, type: 'select', rrName: 'ShirtSize' },
      options: [option('Mittel', 'Medium')],
    })
  ).body;
  await shop.deps.write(async ({ tx }) => {
    const [person] = await tx.select({ id: participants.id }).from(participants);
    await tx.insert(participantFields).values({ participantId: Number(person?.id), fieldId: formField.id, value: 'M' });
  });
  const columns = [{ key: 'lastName' }, { key: `field.${formField.id}`, head: 'ShirtSize' }];
  await at.organizer.json('PUT', `${at.base}/start-list/layout`, { columns });
  const files = async (lang: string) => {
    const paths = [
      `${at.base}/start-list?lang=${lang}`,
      `/api/admin/statistics/event/${at.eventId}/export/race-fields?lang=${lang}`,
    ];
    return Promise.all(paths.map(async (path) => (await at.organizer.fetch(path)).text()));
  };
  for (const lang of ['de', 'en-us'])
    for (const file of await files(lang)) {
      expect(file).toMatch(/;ShirtSize\r\n.*;M\r\n$/);
      expect(file).not.toMatch(/Mittel|Medium/);
    }
  const renamed = { options: [option('Gr. M', 'Size M')] };
  await at.organizer.json('PATCH', `${at.base}/form-fields/${formField.id}`, renamed);
  for (const file of await files('de')) expect(file).toMatch(/;M\r\n$/);
});

test('is sorted, has one competition when wanted, and holds chips, as a file and as JSON', async () => {
  const shop = await testShop();
  const at = await bibRace(shop);
  await at.enter([named('Cerny'), named('Adam', { club: 'LC Linz' })]);
  await at.enter([named('Berger')], { to: at.secondId });
  await at.range(1, 9);
  await at.apply((await at.preview()).body.run.id);
  const form = new FormData();
  form.set('file', new File(['Startnummer;Chip\n2;ab 12'], 'chips.csv'));
  const headers = { 'x-csrf-token': at.organizer.cookies.get('csrf-token') ?? '' };
  const sent = await at.organizer.fetch(`${at.base}/bib-imports`, { method: 'POST', headers, body: form });
  await at.apply(((await sent.json()) as { run: { id: number } }).run.id);
  await at.organizer.json('PUT', `${at.base}/start-list/layout`, { columns: [{ key: 'lastName' }, { key: 'chip' }] });
  const file = async (query: string) =>
    (await (await at.organizer.fetch(`${at.base}/start-list?${query}`)).text()).trim().split('\r\n').slice(1);
  expect(await file('')).toEqual(['Cerny;', 'Adam;AB12', 'Berger;']);
  expect(await file('sort=name')).toEqual(['Adam;AB12', 'Berger;', 'Cerny;']);
  expect(await file('sort=club')).toEqual(['Adam;AB12', 'Berger;', 'Cerny;']);
  expect(await file('sort=competition')).toEqual(['Cerny;', 'Adam;AB12', 'Berger;']);
  expect(await file(`competitionId=${at.secondId}`)).toEqual(['Berger;']);
  const json = await at.organizer.json<{ rows: Record<string, unknown>[] }>(
    'GET',
    `${at.base}/start-list?format=json&sort=name&competitionId=${at.competitionId}`,
  );
  expect(json.body.rows).toMatchObject([
    { lastName: 'Adam', bib: '2', chip: 'AB12', club: 'LC Linz', competitionId: at.competitionId, articles: [] },
    { lastName: 'Cerny', bib: '1', chip: null },
  ]);
  expect((await at.organizer.fetch(`${at.base}/start-list?competitionId=999`)).status).toBe(400);
  // From the page, where a field without a choice is sent empty.
  const page = await at.organizer.fetch(
    `/admin/events/${at.eventId}/bibs/start-list/file?sort=name&competitionId=&format=csv`,
  );
  expect([page.status, page.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/filename=donaulauf-startlist-\d{4}-\d{2}-\d{2}\.csv/),
  ]);
});
