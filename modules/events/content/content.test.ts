import { expect, test } from 'vitest';
import type { Caller } from '#tests/support/shop.ts';
import { managedRace } from '../event/testing.ts';
import { maxTrackPoints } from '../rules/course.ts';
import { readGpx } from './read-gpx.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const gpx = (inside: string) =>
  `<?xml version="1.0"?><gpx version="1.1" creator="Uhr" xmlns="http://www.topografix.com/GPX/1/1">${inside}</gpx>`;
const point = (lat: number, lon: number, ele?: number, more = '', name = 'trkpt') =>
  `<${name} lat="${lat}" lon="${lon}">${ele === undefined ? '' : `<ele>${ele}</ele>`}${more}</${name}>`;
const track = (points: string) => gpx(`<trk><name>Geheim</name><trkseg>${points}</trkseg></trk>`);
/** Some two kilometres to the north, fifty metres up and down again. */
const hill = track(
  Array.from({ length: 101 }, (_, index) =>
    point(48 + index * 0.000_18, 14, 300 + 50 - Math.abs(50 - index), '<time>2026-05-01T06:00:00Z</time>'),
  ).join(''),
);

type Course = { id: number; distance: number; ascent: number; descent: number; visible: boolean; gpx: string | null };
const upload = async (who: Caller, eventId: number, text: string) => {
  const body = new FormData();
  body.set('file', new File([bytesOf(text)], 'strecke.gpx'));
  const headers = { 'x-csrf-token': who.cookies.get('csrf-token') ?? '' };
  const answer = await who.fetch(`/api/admin/events/${eventId}/courses`, { method: 'POST', body, headers });
  return { status: answer.status, body: (await answer.json()) as { course: Course; details: unknown; code: string } };
};
const reasonOf = (text: string) =>
  readGpx(bytesOf(text)).then(
    () => 'read',
    (error) => error.details.fields.file[0].split('.').at(-1),
  );

test('an uploaded course is shown when made visible; its download holds no other data of the file', async () => {
  const { shop, organizer, eventId, runId } = await managedRace();
  const visitor = shop.visitor();
  const page = async () => (await visitor.fetch(`/events/${eventId}`)).text();
  const { status, body } = await upload(organizer, eventId, hill);
  expect(status).toBe(201);
  const { course } = body;
  expect(course).toMatchObject({ distance: 2002, visible: false, gpx: null });
  // The top is averaged over the way around it.
  expect(course.ascent).toBeGreaterThan(45);
  expect([course.ascent <= 50, Math.abs(course.ascent - course.descent) <= 1]).toEqual([true, true]);
  const file = `/events/${eventId}/courses/${course.id}/gpx`;
  expect(await page()).not.toContain('course-map');
  expect((await visitor.fetch(file)).status).toBe(404);
  const changed = await organizer.json<{ course: Course }>('PATCH', `/api/admin/courses/${course.id}`, {
    visible: true,
    competitionId: runId,
  });
  expect(changed.body.course).toMatchObject({ visible: true, competitionId: runId, gpx: null });
  shop.clock.advance(1000);
  const html = await page();
  expect(html).toContain('Die Strecke ist 2 km lang.');
  expect(html).toMatch(/<svg[^>]*class="course-map"[^>]*role="img"/);
  expect((await visitor.fetch(file)).status).toBe(404);
  await organizer.json('PATCH', `/api/admin/courses/${course.id}`, { gpxDownload: true });
  shop.clock.advance(1000);
  const answer = await visitor.fetch(file);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gpx+xml; charset=utf-8']);
  expect([text.includes('<time>'), text.includes('Geheim'), text.includes('Uhr')]).toEqual([false, false, false]);
  const again = await readGpx(bytesOf(text));
  expect(again.length).toBeGreaterThan(2);
  expect((await organizer.json('DELETE', `/api/admin/courses/${course.id}`)).status).toBe(204);
  shop.clock.advance(1000);
  expect(await page()).not.toContain('course-map');
  const history = await (await organizer.fetch(`/admin/events/${eventId}/history`)).text();
  expect(history).toContain('Strecke angelegt');
  expect(history).toContain('Strecke gelöscht');
});

test.each([
  ['', 'notGpx'],
  ['hallo', 'notGpx'],
  ['<kml/>', 'notGpx'],
  ['<gpx><trk>', 'notGpx'],
  [`<!DOCTYPE gpx [<!ENTITY a "b">]>${track(point(48, 14))}`, 'notGpx'],
  [gpx(''), 'noTrack'],
  [gpx('<wpt lat="48" lon="14"/>'), 'noTrack'],
  [track(point(48, 14)), 'noTrack'],
  [track(point(48, 14) + point(95, 14)), 'noTrack'],
  [track(point(48, 14) + point(48, 14.000_01)), 'tooShort'],
  [track(point(48, 14) + point(10, -100)), 'tooLong'],
  [`${'<a>'.repeat(50)}`, 'notGpx'],
  [gpx('<a>'.repeat(50) + '</a>'.repeat(50)), 'notGpx'],
  [gpx(`<rte>${point(48, 14, 1, '', 'rtept')}${point(48.01, 14, 1, '', 'rtept')}</rte>`), 'read'],
  [gpx(`<trk><trkseg>${point(48, 14)}</trkseg><trkseg>${point(48.01, 14)}</trkseg></trk>`), 'read'],
])('%s is %s', async (text, said) => expect(await reasonOf(text)).toBe(said));

test('refuses too many points while reading', async () => {
  expect(await reasonOf(track('<trkpt lat="48" lon="14"/>'.repeat(maxTrackPoints + 1)))).toBe('tooManyPoints');
});

test('takes the longest track, skips invalid heights and crosses the date line', async () => {
  const far = `<trk><trkseg>${point(48, 14)}${point(48.1, 14)}</trkseg></trk>`;
  const near = `<trk><trkseg>${point(10, 14)}${point(10.01, 14)}</trkseg></trk>`;
  expect((await readGpx(bytesOf(gpx(near + far)))).map(({ lat }) => lat)).toEqual([48, 48.1]);
  const odd = track(point(48, 14, 99_999) + point(48.01, 14, 300));
  expect((await readGpx(bytesOf(odd))).map(({ ele }) => ele)).toEqual([null, 300]);
  const line = await readGpx(bytesOf(track(point(0, 179.99) + point(0, -179.99))));
  expect(line[1]?.lon).toBeCloseTo(180.01, 6);
});

const content = {
  schedule: [
    { timestamp: '2026-05-17T09:00:00Z', title: 'Siegerehrung' },
    { timestamp: '2026-05-17T06:00:00Z', title: 'Startunterlagen <b>' },
  ],
  included: ['Medaille', 'Kuchen'],
  faqs: [{ question: 'Gibt es Duschen?', answer: 'Ja, **warme**.' }],
  host: { about: 'Wir sind viele.', email: 'lauf@verein.test', website: 'https://www.verein.test/lauf' },
  soldOutText: 'Am Renntag gibt es Restplätze.',
};

test('what the page tells is sent by the API, stands on the page in order, and each change is in the history', async () => {
  const { shop, organizer, eventId, runId } = await managedRace();
  const path = `/api/admin/events/${eventId}/content`;
  const { status, body } = await organizer.json<{ content: Record<string, unknown> }>('PATCH', path, content);
  expect(status).toBe(200);
  expect(body.content).toMatchObject({
    schedule: [
      { timestamp: '2026-05-17T06:00:00.000Z', title: 'Startunterlagen <b>', competitionId: null },
      { timestamp: '2026-05-17T09:00:00.000Z', title: 'Siegerehrung', competitionId: null },
    ],
    host: { name: '', phone: '', ...content.host },
    courses: [],
  });
  const visitor = shop.visitor();
  const html = await (await visitor.fetch(`/events/${eventId}`)).text();
  expect(html.indexOf('Startunterlagen &lt;b&gt;')).toBeLessThan(html.indexOf('Siegerehrung'));
  expect(html, 'search engines get no Markdown').toMatch(/"text":"Ja, warme/);
  for (const part of ['Kuchen', 'Gibt es Duschen?', '<strong>warme</strong>', 'mailto:lauf@verein.test', 'FAQPage'])
    expect(html).toContain(part);
  expect(html, 'there are places left').not.toContain('Restplätze');
  expect((await visitor.json<typeof body>('GET', `/api/events/${eventId}/content`)).body.content).toMatchObject({
    included: content.included,
  });
  // What is left out stays.
  await organizer.json('PATCH', path, { included: [], host: { phone: '+43 660 1' } });
  await organizer.json('PATCH', `/api/admin/events/${eventId}`, { soldOut: true });
  shop.clock.advance(1000);
  const later = await (await visitor.fetch(`/events/${eventId}`)).text();
  expect([later.includes('Kuchen'), later.includes('Restplätze'), later.includes('tel:+436601')]).toEqual([
    false,
    true,
    true,
  ]);
  const history = await (await organizer.fetch(`/admin/events/${eventId}/history`)).text();
  for (const part of ['Veranstaltungsseite geändert', 'Im Startgeld enthalten', 'Medaille, Kuchen'])
    expect(history).toContain(part);
  for (const wrong of [
    { schedule: [{ timestamp: '2026-05-17T06:00:00Z', title: '' }] },
    { schedule: [{ timestamp: '2026-05-17T06:00:00Z', title: 'Start', competitionId: runId + 99 }] },
    { schedule: [{ timestamp: 'morgen', title: 'Start' }] },
    { host: { website: 'javascript:alert(1)' } },
    { host: { website: 'https://user:pass@verein.test' } },
    { host: { email: 'niemand' } },
    { included: Array(41).fill('x') },
    { faqs: [{ question: 'Wo?' }] },
  ])
    expect([wrong, (await organizer.json<{ code: string }>('PATCH', path, wrong)).body.code]).toEqual([
      wrong,
      'VALIDATION_FAILED',
    ]);
});

test('the form previews what was typed without saving it, goes on typing, and saves', async () => {
  const { shop, organizer, eventId } = await managedRace();
  const path = `/admin/events/${eventId}/page`;
  const typed = {
    'schedule[0].timestamp': '07:15',
    'schedule[0].title': 'Aufwärmen',
    included: 'Medaille\nKuchen',
    'faqs[0].question': 'Wo?',
    'faqs[0].answer': 'Hier.',
    'host.about': 'Wir.',
    soldOutText: '',
  };
  const post = async (fields: Record<string, string>) => {
    const answer = await organizer.form(path, fields);
    return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() };
  };
  const preview = await post({ ...typed, do: 'preview' });
  expect(preview.status).toBe(200);
  for (const part of ['Noch ist nichts gespeichert', '07:15', 'Aufwärmen', 'Kuchen', 'name="included"'])
    expect(preview.html).toContain(part);
  const visitor = shop.visitor();
  expect(await (await visitor.fetch(`/events/${eventId}`)).text()).not.toContain('Aufwärmen');
  const edited = await post({ ...typed, do: 'edit' });
  expect([edited.status, edited.html.includes('value="Aufwärmen"')], 'nothing is wrong with typing on').toEqual([
    200,
    true,
  ]);
  // What was typed lies open, what nobody touched stays folded.
  const folded = (html: string) =>
    (html.match(/<details class="form-more"[^>]*>/g) ?? []).map((tag) => !/ open/.test(tag));
  expect(folded(edited.html)).toEqual([false, false, false, false, true]);
  expect(folded(await (await organizer.fetch(path)).text())).toEqual([true, true, true, true, true]);
  const wrong = await post({ ...typed, 'host.website': 'verein', do: 'preview' });
  expect([wrong.status, wrong.html.includes('vollständige Adresse'), wrong.html.includes('Kuchen')]).toEqual([
    400,
    true,
    true,
  ]);
  expect(folded(wrong.html)[2]).toBe(false);
  const saved = await post(typed);
  expect([saved.status, saved.to]).toEqual([303, `${path}?saved`]);
  shop.clock.advance(1000);
  expect(await (await visitor.fetch(`/events/${eventId}`)).text()).toContain('Aufwärmen');
});

test('unfolds only the part with a conflict', async () => {
  const { organizer, eventId } = await managedRace();
  const path = `/admin/events/${eventId}/page`;
  await organizer.json('PATCH', `/api/admin/events/${eventId}/content`, content);
  const shown = await (await organizer.fetch(path)).text();
  for (const told of ['2 Zeiten', '2 Punkte', 'Eine Frage', 'Wir sind viele.', 'Am Renntag gibt es Restplätze.'])
    expect(shown).toContain(`<span class="form-more-told">${told}</span>`);
  const baseline = /name="baseline" value="([^"]*)"/.exec(shown)?.[1]?.replaceAll('&quot;', '"') ?? '';
  await organizer.json('PATCH', `/api/admin/events/${eventId}/content`, { included: ['Medaille', 'Suppe'] });
  const answer = await organizer.form(path, { baseline, included: 'Medaille\nBier' });
  const html = await answer.text();
  expect([answer.status, html.includes('Bier')]).toEqual([409, true]);
  const parts = html.match(/<details class="form-more"[^>]*>/g) ?? [];
  expect(/ open/.test(parts[1] ?? '')).toBe(true);
});

test('replacing the file of a course keeps its title, competition and visibility', async () => {
  const { shop, organizer, eventId, runId } = await managedRace();
  const { course } = (await upload(organizer, eventId, hill)).body;
  const settings = { title: 'Hügel', competitionId: runId, visible: true, gpxDownload: true };
  await organizer.json('PATCH', `/api/admin/courses/${course.id}`, settings);
  const here = `/admin/events/${eventId}/courses/${course.id}`;
  const send = (text: string, path = `${here}/gpx`) => {
    const body = new FormData();
    body.set('file', new File([bytesOf(text)], 'strecke.gpx'));
    return organizer.fetch(path, {
      method: 'POST',
      body,
      headers: { 'x-csrf-token': organizer.cookies.get('csrf-token') ?? '' },
    });
  };
  const refused = await send('hallo');
  expect(refused.headers.get('location')).toBe(`${here}?course=notGpx#file`);
  expect(await (await organizer.fetch(`${here}?course=notGpx`)).text()).toContain('Das ist keine GPX-Datei');
  const flat = track(point(48, 14, 300) + point(48.09, 14, 300));
  const done = await send(flat);
  expect([done.status, done.headers.get('location')]).toEqual([303, `${here}?replaced#file`]);
  shop.clock.advance(1000);
  const html = await (await shop.visitor().fetch(`/events/${eventId}`)).text();
  expect([
    html.includes('Hügel'),
    html.includes('Die Strecke ist 10 km lang.'),
    html.match(/course-map/g)?.length,
  ]).toEqual([true, true, 1]);
  const file = await shop.visitor().fetch(`/events/${eventId}/courses/${course.id}/gpx`);
  expect((await readGpx(new Uint8Array(await file.arrayBuffer()))).length).toBe(2);
  const back = await send(hill, `/api/admin/courses/${course.id}/gpx`);
  expect((await back.json()).course).toMatchObject({
    id: course.id,
    distance: 2002,
    ...settings,
    gpx: expect.any(String),
  });
  expect(await (await organizer.fetch(`/admin/events/${eventId}/history`)).text()).toContain('Strecke geändert');
});

test('a copy has the content with moved times and its own competitions', async () => {
  const { organizer, eventId, runId } = await managedRace();
  const schedule = [{ timestamp: '2026-05-17T06:00:00Z', title: 'Start', competitionId: runId }];
  await organizer.json('PATCH', `/api/admin/events/${eventId}/content`, { ...content, schedule });
  const { course } = (await upload(organizer, eventId, hill)).body;
  await organizer.json('PATCH', `/api/admin/courses/${course.id}`, { visible: true, competitionId: runId });
  type Event = { event: { startTimestamp: string; competitions: { id: number }[] } };
  const before = (await organizer.json<Event>('GET', `/api/admin/events/${eventId}`)).body.event;
  const startTimestamp = new Date(Date.parse(before.startTimestamp) + 364 * 86_400_000).toISOString();
  const copied = await organizer.json<{ copiedEventId: number }>('POST', `/api/admin/events/${eventId}/copy`, {
    startTimestamp,
  });
  const copyId = copied.body.copiedEventId;
  const { event } = (await organizer.json<Event>('GET', `/api/admin/events/${copyId}`)).body;
  const own = event.competitions[0]?.id;
  const told = await organizer.json<{ content: unknown }>('GET', `/api/admin/events/${copyId}/content`);
  expect(told.body.content).toMatchObject({
    schedule: [{ timestamp: '2027-05-16T06:00:00.000Z', title: 'Start', competitionId: own }],
    faqs: content.faqs,
    courses: [{ distance: course.distance, competitionId: own, visible: true }],
  });
  // A competition that is gone leaves its course and its time behind.
  await organizer.json('DELETE', `/api/admin/competitions/${own}`);
  const left = await organizer.json<{ content: unknown }>('GET', `/api/admin/events/${copyId}/content`);
  expect(left.body.content).toMatchObject({ schedule: [{ competitionId: null }], courses: [{ competitionId: null }] });
});

test('answers 404 for content of another organizer', async () => {
  const { shop, admin, organizer, eventId } = await managedRace();
  const { course } = (await upload(organizer, eventId, hill)).body;
  const { body } = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'Fremd' });
  await admin.json('POST', `/api/admin/organizers/${body.organizer.id}/users`, { email: 'fremd@event.test' });
  const stranger = await shop.login('fremd@event.test');
  expect((await stranger.json('PATCH', `/api/admin/courses/${course.id}`, { visible: true })).status).toBe(404);
  expect((await stranger.json('DELETE', `/api/admin/courses/${course.id}`)).status).toBe(404);
  expect((await stranger.json('GET', `/api/admin/events/${eventId}/content`)).status).toBe(404);
  expect((await upload(stranger, eventId, hill)).status).toBe(404);
  const other = `/api/admin/courses/${course.id}/gpx`;
  expect((await stranger.json('POST', other)).status).toBe(404);
  expect((await stranger.fetch(`/admin/events/${eventId}/page`)).status).toBe(404);
});
