/** Files that need too much time or memory, at every import: each is refused and the shop goes on. */
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { makeRace } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { type Caller, type TestShopOptions, testShop } from './support/shop.ts';

const doors = {
  bibs: (eventId: number) => `/api/admin/events/${eventId}/bib-imports`,
  results: (eventId: number) => `/api/admin/events/${eventId}/results/import?dryRun=true`,
  course: (eventId: number) => `/api/admin/events/${eventId}/courses`,
  bank: () => '/api/admin/imports/bank-transactions',
} as const;
type Door = keyof typeof doors;
/** The pages for the same files. */
const pages = {
  bibs: (eventId: number) => `/admin/events/${eventId}/bibs/import`,
  results: (eventId: number) => `/admin/events/${eventId}/results/files`,
  course: (eventId: number) => `/admin/events/${eventId}/courses`,
  bank: () => '/admin/imports',
} as const;

type Refusal = { code: string; details: { fault?: string; fields?: { file: string[] } } };
const faultOf = ({ details }: Refusal) => details.fault ?? details.fields?.file[0];

async function scene(options: TestShopOptions = {}) {
  const here = await testShop(options);
  const { eventId } = await here.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'manager@example.test', null, 'owner');
    return makeRace(work, { event: { organizerId } });
  });
  const admin = await here.login('super@shop.example', { superAdmin: true });
  const manager = await here.login('manager@example.test');
  const post = (who: Caller, path: string, file: string | Uint8Array) => {
    const body = new FormData();
    const csrf = who.cookies.get('csrf-token') ?? '';
    if (!path.startsWith('/api/')) body.set('csrf', csrf);
    body.set('file', new File([file as BlobPart], 'datei'));
    return who.fetch(path, { method: 'POST', body, headers: { 'x-csrf-token': csrf } });
  };
  const personAt = (door: Door) => (door === 'bank' ? admin : manager);
  const call = async (door: Door, file: string | Uint8Array) => {
    const answer = await post(personAt(door), doors[door](eventId), file);
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Refusal };
  };
  /** The page's error after its form was posted. */
  const page = async (door: Door, file: string | Uint8Array, language = 'de') => {
    const answer = await post(personAt(door), `${pages[door](eventId)}?lang=${language}`, file);
    const to = answer.headers.get('location');
    return to ? personAt(door).fetch(`${to.replace('#', `&lang=${language}#`)}`) : answer;
  };
  return { here, eventId, admin, manager, personAt, call, page };
}

const many = 100_000;
const attributes = Array.from({ length: many }, (_, at) => `a${at}=""`).join(' ');
const workbook = (inside: string) =>
  zipSync({ 'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${inside}</sheetData></worksheet>`) });
const mt940 = (text: string) =>
  `:20:STARTUMSE\n:25:19043/00234573201\n:28C:0/1\n:60F:C261127EUR1,00\n:61:2611271127CR30,00N062NONREF\n:86:${text}\n:62F:C261127EUR31,00\n-\n`;
const camt = (inside: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`;
const bankCsv = (row: string) => `Buchungsdatum;Partnername;Betrag;Währung;Buchungs-Details\n${row}\n`;
const gpx = (inside: string) => `<gpx><trk><trkseg>${inside}</trkseg></trk></gpx>`;

const refusals: [Door, string, () => string | Uint8Array, string][] = [
  ['bibs', 'a workbook nested deeply', () => workbook('<a>'.repeat(many)), 'unreadable'],
  ['results', 'a workbook nested deeply', () => workbook('<a>'.repeat(many)), 'damaged'],
  ['bibs', 'a workbook with an element of very many attributes', () => workbook(`<row ${attributes}/>`), 'unreadable'],
  ['results', 'a workbook with an element of very many attributes', () => workbook(`<row ${attributes}/>`), 'damaged'],
  ['bibs', 'a line of separators', () => `Startnummer;Code\n${';'.repeat(many + 1)}\n`, 'tooLongLine'],
  ['results', 'a line of separators', () => `Startnummer;Zeit\n${','.repeat(many + 1)}\n`, 'tooLongLine'],
  ['bibs', 'a very long cell', () => `Startnummer;Code\n"${'a\n'.repeat(many)}";1\n`, 'tooLongLine'],
  ['results', 'a very long cell', () => `Startnummer;Zeit\n${'a'.repeat(many)};1\n`, 'tooLongLine'],
  [
    'course',
    'a point with very many attributes',
    () => gpx(`<trkpt ${attributes}/>`),
    'Das ist keine GPX-Datei, die wir lesen können.',
  ],
  ['course', 'a course nested deeply', () => gpx('<a>'.repeat(many)), 'Das ist keine GPX-Datei, die wir lesen können.'],
  ['bank', 'a workbook nested deeply', () => workbook('<a>'.repeat(many)), 'broken'],
  ['bank', 'a line of separators', () => bankCsv(';'.repeat(many)), 'tooLongLine'],
  ['bank', 'a very long cell', () => bankCsv(`02.02.2026;${'a'.repeat(many)};1,00;EUR;x`), 'tooLongLine'],
  ['bank', 'a cell of very many lines', () => bankCsv(`02.02.2026;"${'a\n'.repeat(many)}";1,00;EUR;x`), 'broken'],
  ['bank', 'a field of one very long line', () => mt940('a'.repeat(many)), 'tooLongLine'],
  ['bank', 'a field of very many lines', () => mt940('a\n'.repeat(many)), 'tooLongLine'],
  ['bank', 'an element with very many attributes', () => camt(`<Ntry ${attributes.repeat(2)}/>`), 'broken'],
  ['bank', 'a statement nested deeply', () => camt('<Ntry>'.repeat(many)), 'broken'],
  ['bank', 'a comment that never ends', () => camt(`<!--${' '.repeat(2_000_000)}`), 'broken'],
];

test.each(refusals)('%s: %s is refused with what is wrong, as call and as page', async (door, _, file, fault) => {
  const { call, page } = await scene();
  const made = file();
  const { status, body } = await call(door, made);
  expect([status, body.code, faultOf(body)]).toEqual([400, 'VALIDATION_FAILED', fault]);
  const answer = await page(door, made);
  expect(answer.status).toBe(door === 'course' ? 200 : 400);
  expect((await answer.text()).includes('data-tone="bad"')).toBe(true);
});

const ordinary: Record<Door, string> = {
  bibs: 'Startnummer;Nachname;Vorname\n1;Auer;Anna\n',
  results: 'Startnummer;Zeit\n1;40:00\n',
  course: gpx('<trkpt lat="48" lon="14"/><trkpt lat="48.09" lon="14"/>'),
  bank: bankCsv('02.02.2026;Erika;+30,00;EUR;Startgeld'),
};
const sentences: Record<Door, [german: string, english: string]> = {
  bibs: ['nur die Liste mit den Startnummern als CSV', 'just the list with the bib numbers as a CSV'],
  results: ['nur die Ergebnisliste als CSV', 'just the list of results as a CSV'],
  course: ['nur die Strecke als GPX', 'just the course as GPX'],
  bank: ['einen kürzeren Zeitraum', 'a shorter period'],
};
const allDoors = Object.keys(doors) as Door[];

test.each(allDoors)(
  '%s: a file that takes longer than it may is refused in words, and its process ended',
  async (door) => {
    const { here, call, page } = await scene({ sandbox: { limits: { timeoutMs: 1 } } });
    const [german, english] = sentences[door];
    const { status, body } = await call(door, ordinary[door]);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(faultOf(body)).toContain(door === 'course' ? german : 'tooCostly');
    expect(here.deps.sandbox.pids).toEqual([]);
    expect((await (await page(door, ordinary[door])).text()).includes(german)).toBe(true);
    expect((await (await page(door, ordinary[door], 'en-us')).text()).includes(english)).toBe(true);
  },
);

test.each(allDoors)('%s: the shop answers while a file is read', async (door) => {
  const { here, call } = await scene();
  const order: string[] = [];
  const reading = call(door, ordinary[door]).then(({ status }) => {
    order.push('file');
    return status;
  });
  const { sandbox } = here.deps;
  await expect.poll(() => sandbox.pids.length, { interval: 1 }).toBe(1);
  // Stopped, so it cannot finish before the shop answers.
  const [pid = 0] = sandbox.pids;
  process.kill(pid, 'SIGSTOP');
  const health = await here.visitor().fetch('/healthz');
  order.push('health');
  process.kill(pid, 'SIGCONT');
  expect([health.status, await reading]).toEqual([200, door === 'course' || door === 'bibs' ? 201 : 200]);
  expect(order).toEqual(['health', 'file']);
});

test('who sends more files than may wait is told when to come again, and those before are read', async () => {
  const { call, page } = await scene({ sandbox: { turns: { atOnce: 1, mostWaiting: 1, mostOfAll: 1 } } });
  const first = call('results', ordinary.results);
  const second = call('results', ordinary.results);
  const third = await call('results', ordinary.results);
  expect([third.status, third.body.code, third.headers.get('retry-after')]).toEqual([429, 'TOO_MANY_REQUESTS', '10']);
  const shown = await page('bank', ordinary.bank);
  expect([shown.status, shown.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await shown.text()).includes('Gerade werden schon mehrere hochgeladene Dateien gelesen.')).toBe(true);
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
});
