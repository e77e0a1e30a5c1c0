import { describe, expect, test } from 'vitest';
import { setBib } from '#modules/orders/index.ts';
import { makeRace } from '#modules/orders/testing.ts';
import { tableBytes } from '#src/files/tables/table-file.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { saveResults } from './save-results.ts';
import { importFile, openRace } from './testing.ts';

type Row = {
  id: number;
  name: string | null;
  bib: string | null;
  club: string | null;
  ageClass: string | null;
  rank: number | null;
  classRank: number | null;
  timeMs: number | null;
  status: string;
};

async function open(event: object = {}) {
  const shop = await testShop();
  const race = await openRace(shop, event);
  const results = async (query = '', who: Caller = shop.visitor()) =>
    (
      await who.json<{ count: number; rows: Row[]; teams: { name: string; rank: number; timeMs: number }[] }>(
        'GET',
        `/api/competitions/${race.runId}/results${query}`,
      )
    ).body;
  const page = async (path: string, who: Caller = shop.visitor()) => {
    const answer = await who.fetch(path);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  return { shop, ...race, results, page };
}
type Opened = Awaited<ReturnType<typeof open>>;

const three = [
  { firstName: 'Anna', lastName: 'Auer', birthDate: '1990-01-01', club: 'LC Linz' },
  { firstName: 'Bea', lastName: 'Berger', birthDate: '1992-01-01', club: 'LC Linz' },
  { firstName: 'Cleo', lastName: 'Czerny', birthDate: '1970-01-01', club: null },
];
const byId = (ids: number[], times: string[]) =>
  ['Teilnehmer-ID;Zeit', ...ids.map((id, at) => `${id};${times[at]}`)].join('\n');

describe('an import', () => {
  test('says beforehand what it does, does that, and is published when the organizer says so', async () => {
    const at = await open();
    const { ids } = await at.book(three);
    const file = `Name;Jahrgang;Zeit;5 km\nAnna Auer;1990;40:00,5;20:00\nBerger Bea;1992;39:00;19:00\nNobody Nina;1980;50:00;\n`;
    const dry = await importFile(at.organizer, at.eventId, file, '?dryRun=true');
    expect(dry.rows.map(({ outcome, participantId }) => [outcome, participantId])).toEqual([
      ['new', ids[0]],
      ['new', ids[1]],
      ['unknown', null],
    ]);
    expect((await importFile(at.organizer, at.eventId, file)).rows).toEqual(dry.rows);
    expect((await at.page(`/events/${at.eventId}/results/${at.runId}`)).status).toBe(404);
    expect((await at.shop.visitor().json('GET', `/api/competitions/${at.runId}/results`)).status).toBe(404);
    // Who manages the event sees it before.
    expect((await at.page(`/events/${at.eventId}/results/${at.runId}`, at.organizer)).text).toContain(
      'Das siehst nur du',
    );
    expect((await at.publish()).status).toBe(200);
    const lists = await at.organizer.json<{ competitions: object[] }>('GET', `/api/admin/events/${at.eventId}/results`);
    const named = lists.body.competitions.map((each) => Object.keys(each).sort().join());
    expect([named.length > 1, new Set(named).size], 'one shape, whatever was saved').toEqual([true, 1]);
    const { rows } = await at.results();
    expect(rows.map(({ name, rank, ageClass, timeMs }) => [name, rank, ageClass, timeMs])).toEqual([
      ['Bea Berger', 1, 'W30', 2_340_000],
      ['Anna Auer', 2, 'W35', 2_400_500],
    ]);
    const shown = await at.page(`/events/${at.eventId}/results/${at.runId}`);
    expect(shown.text).toContain('40:00,5');
    expect(shown.text).toContain('noindex');
    expect(shown.text).not.toContain('1990');
    expect(JSON.stringify(rows)).not.toContain('1990');
    const heads = async (query: string) =>
      (await at.page(`/events/${at.eventId}/results/${at.runId}${query}`)).text.match(/<th[^>]*>Rang nach Geschlecht/g);
    expect([await heads(''), await heads('?gender=female')].map((found) => found?.length)).toEqual([1, 1]);
    expect((await at.page(`/events/${at.eventId}`)).text).toContain(`/events/${at.eventId}/results`);
    await at.publish(false);
    expect((await at.page(`/events/${at.eventId}/results/${at.runId}`)).status).toBe(404);
  });

  test('of a workbook reads times as spreadsheets keep them', async () => {
    const at = await open();
    const { ids } = await at.book(three);
    const table = {
      name: 'table',
      locale: 'de' as const,
      columns: [
        { title: 'Teilnehmer-ID', kind: 'number' as const },
        { title: 'Zeit', kind: 'number' as const },
        { title: 'Status', kind: 'text' as const },
      ],
      async *pieces() {
        yield [
          [ids[0] ?? 0, 2400.5 / 86_400, ''],
          [ids[1] ?? 0, null, 'DNF'],
        ];
      },
    };
    const bytes = Buffer.concat(await Array.fromAsync(tableBytes(table, 'xlsx')));
    await importFile(at.organizer, at.eventId, new Uint8Array(bytes));
    await at.publish();
    expect((await at.results()).rows.map(({ name, timeMs, status }) => [name, timeMs, status])).toEqual([
      ['Anna Auer', 2_400_500, 'finished'],
      ['Bea Berger', null, 'dnf'],
    ]);
  });

  test('that nobody can read is refused as what it is, and keeps nothing', async () => {
    const at = await open();
    const fault = async (file: string | Uint8Array<ArrayBuffer>) => {
      const { status, details } = await importFile(at.organizer, at.eventId, file);
      return [status, details?.fault];
    };
    expect(await fault('Name;Zeit\n')).toEqual([400, 'empty']);
    expect(await fault('Name;Jahrgang\nAnna;1990\n')).toEqual([400, 'noTime']);
    expect(await fault('Rang;Zeit\n1;40:00\n')).toEqual([400, 'noWho']);
    expect(await fault(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]))).toEqual([400, 'damaged']);
    expect(await fault(new Uint8Array([0, 1, 2, 3, 0, 255]))).toEqual([400, 'damaged']);
  });

  test('corrects, never by an empty value, and the last one can be taken back, once', async () => {
    const at = await open();
    const { ids } = await at.book(three);
    const first = await importFile(at.organizer, at.eventId, byId(ids, ['40:00', '41:00', '42:00']));
    const second = await importFile(at.organizer, at.eventId, byId(ids, ['39:00', '', '42:00']));
    expect(second.rows.map(({ outcome }) => outcome)).toEqual(['changed', 'same', 'same']);
    await at.publish();
    const times = async () => (await at.results()).rows.map(({ name, timeMs }) => [name, timeMs]);
    const corrected = [
      ['Anna Auer', 2_340_000],
      ['Bea Berger', 2_460_000],
      ['Cleo Czerny', 2_520_000],
    ];
    expect(await times()).toEqual(corrected);
    const undo = (importId: number | null) =>
      at.organizer.json<{ code?: string }>('POST', `/api/admin/events/${at.eventId}/results/undo/${importId}`);
    expect((await undo(first.importId)).body.code).toBe('IMPORT_IS_NOT_THE_LAST');
    expect((await undo(second.importId)).status).toBe(200);
    expect((await times())[0]).toEqual(['Anna Auer', 2_400_000]);
    expect((await undo(second.importId)).body.code).toBe('IMPORT_IS_NOT_THE_LAST');
    expect((await undo(first.importId)).status).toBe(200);
    expect(await times()).toEqual([]);
    expect((await undo(999_999)).status).toBe(404);
    // The very same file makes them again.
    await importFile(at.organizer, at.eventId, byId(ids, ['39:00', '41:00', '42:00']));
    expect(await times()).toEqual(corrected);
    const history = await at.page(`/admin/events/${at.eventId}/history`, at.organizer);
    expect(history.text).toContain('Ergebnisse gelöscht: ergebnisse.csv');
  });

  test('takes who is not registered where the organizer says so, and knows them again', async () => {
    const at = await open();
    const file = 'StNr;Name;Jahrgang;Geschlecht;Verein;Zeit\n900;Gast Gustav;1980;m;SV Gast;50:00\n';
    expect((await importFile(at.organizer, at.eventId, file)).rows[0]?.outcome).toBe('unknown');
    const query = `?guests=true&competitionId=${at.runId}`;
    expect((await importFile(at.organizer, at.eventId, file, query)).rows[0]?.outcome).toBe('new');
    expect((await importFile(at.organizer, at.eventId, file.replace('50:', '49:'), query)).rows[0]?.outcome).toBe(
      'changed',
    );
    await at.publish();
    expect((await at.results()).rows).toMatchObject([
      { name: 'Gast Gustav', bib: '900', club: 'SV Gast', ageClass: 'M45', rank: 1, timeMs: 2_940_000 },
    ]);
    // Nobody allowed the name of a child, registered or not.
    await importFile(at.organizer, at.eventId, 'StNr;Name;Jahrgang;Zeit\n901;Kind Klara;2014;55:00\n', query);
    expect((await at.results()).rows[1]).toMatchObject({ name: null, bib: null, club: null, timeMs: 3_300_000 });
    expect((await at.page(`/events/${at.eventId}/results/${at.runId}?q=klara`)).text).not.toContain('Klara<');
  });

  describe('of a number that nobody had', () => {
    const setBibOf = (at: Opened, participantId: number | undefined, bib: string) =>
      at.shop.deps.write((work) => setBib(work, { participantId: participantId ?? 0, bib }));
    const came = async () => {
      const at = await open();
      const file = 'StNr;Name;Jahrgang;Verein;Zeit\n900;Anna Auer;1990;SV Alt;50:00\n';
      await importFile(at.organizer, at.eventId, file, `?guests=true&competitionId=${at.runId}`);
      await at.publish();
      return {
        ...at,
        shown: async () => (await at.results()).rows.map((row) => [row.name, row.bib, row.club, row.timeMs]),
      };
    };

    test('is of whoever registers for it afterwards, without another file', async () => {
      const at = await came();
      const { ids, orderId } = await at.book(three);
      await setBibOf(at, ids[0], '900');
      await at.shop.settle();
      expect(await at.shown()).toEqual([['Anna Auer', '900', 'LC Linz', 3_000_000]]);
      expect((await at.page(`/orders/${orderId}`, at.buyer)).text).toContain('Anna Auer: 50:00');
      expect((await at.page(`/admin/orders/${orderId}`, at.organizer)).text).toContain('Ergebnis der Startnummer');
      // A file that comes again changes it and makes no second one; taking that back leaves whose it is.
      const again = await importFile(at.organizer, at.eventId, 'StNr;Zeit\n900;49:00\n');
      expect(again.rows).toMatchObject([{ outcome: 'changed', participantId: ids[0] }]);
      expect(await at.shown()).toEqual([['Anna Auer', '900', 'LC Linz', 2_940_000]]);
    });

    test('stays with who registered for it when an earlier import is taken back', async () => {
      const at = await came();
      const query = `?guests=true&competitionId=${at.runId}`;
      const second = await importFile(at.organizer, at.eventId, 'StNr;Name;Zeit\n900;Anna Auer;49:00\n', query);
      const { ids } = await at.book(three);
      await setBibOf(at, ids[0], '900');
      await at.shop.settle();
      expect(await at.shown()).toEqual([['Anna Auer', '900', 'LC Linz', 2_940_000]]);
      await at.organizer.json('POST', `/api/admin/events/${at.eventId}/results/undo/${second.importId}`);
      expect(await at.shown()).toEqual([['Anna Auer', '900', 'LC Linz', 3_000_000]]);
    });

    test('stays where the name is another one, until a file with the number says so', async () => {
      const at = await came();
      const { ids } = await at.book(three);
      await setBibOf(at, ids[1], '900');
      await at.shop.settle();
      expect(await at.shown()).toMatchObject([['Anna Auer', '900', 'SV Alt', 3_000_000]]);
      const file = await importFile(at.organizer, at.eventId, 'StNr;Zeit\n900;49:00\n');
      expect(file.rows).toMatchObject([{ outcome: 'changed', participantId: ids[1] }]);
      expect(await at.shown()).toEqual([['Bea Berger', '900', 'LC Linz', 2_940_000]]);
      await at.organizer.json('POST', `/api/admin/events/${at.eventId}/results/undo/${file.importId}`);
      expect(await at.shown()).toMatchObject([['Anna Auer', '900', 'SV Alt', 3_000_000]]);
    });

    test('leaves alone who has a result already', async () => {
      const at = await came();
      const { ids } = await at.book(three);
      await importFile(at.organizer, at.eventId, byId(ids.slice(0, 1), ['40:00']));
      await setBibOf(at, ids[0], '900');
      await at.shop.settle();
      expect((await at.shown()).map(([, , , timeMs]) => timeMs)).toEqual([2_400_000, 3_000_000]);
    });
  });

  test('of a timing system takes the same way, and nobody of another event', async () => {
    const at = await open();
    const { ids } = await at.book(three);
    const save = (participantId: number) =>
      at.shop.deps.write((work) =>
        saveResults(work, {
          eventId: at.eventId,
          source: 'timing',
          editorId: null,
          rows: [{ competitionId: at.runId, participantId, timeMs: 2_000_000 }],
        }),
      );
    expect(await save(ids[0] ?? 0)).toMatchObject({ made: 1, changed: 0 });
    expect(await save(ids[0] ?? 0)).toEqual({ importId: null, made: 0, changed: 0, same: 1 });
    await expect(save(999_999)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('by its pages: uploaded, looked at, imported, taken back', async () => {
    const at = await open();
    const { ids } = await at.book(three);
    const base = `/admin/events/${at.eventId}/results`;
    const body = new FormData();
    body.set('file', new File([byId(ids, ['40:00', '41:00,04', 'soon'])], 'zeiten.csv'));
    body.set('csrf', at.organizer.cookies.get('csrf-token') ?? '');
    const uploaded = await at.organizer.fetch(`${base}/files`, {
      method: 'POST',
      body,
      headers: { origin: at.shop.deps.config.publicUrl },
    });
    const preview = uploaded.headers.get('location') ?? '';
    expect([uploaded.status, preview.startsWith(`${base}/preview?file=`)]).toEqual([303, true]);
    const shown = await at.page(preview, at.organizer);
    expect(shown.text).toContain('2 Ergebnisse importieren');
    expect(shown.text.replaceAll('<!-- -->', '')).toContain('nicht lesbar (1)');
    // As the list will show them.
    expect(shown.text).toContain('41:00,04');
    const file = new URL(preview, 'http://shop.test').searchParams.get('file') ?? '';
    const done = await at.organizer.form(`${base}/import`, { file, competition: '', guests: '' });
    expect(done.headers.get('location')).toBe(`${base}?done=imported`);
    // A reload of the form finds the file gone.
    const again = await at.organizer.form(`${base}/import`, { file, competition: '', guests: '' });
    expect(again.headers.get('location')).toBe(`${base}?done=gone`);
    const [, importId] = /imports\/(\d+)\/undo/.exec((await at.page(base, at.organizer)).text) ?? [];
    expect((await at.page(`${base}/imports/${importId}`, at.organizer)).text).toContain('Anna Auer');
    const undone = await at.organizer.form(`${base}/imports/${importId}/undo`, {});
    expect(undone.headers.get('location')).toBe(`${base}?done=undone`);
    const twice = await at.organizer.form(`${base}/imports/${importId}/undo`, {});
    expect((await at.page(twice.headers.get('location') ?? '', at.organizer)).text).toContain('nur der letzte Import');
  });
});

describe('names', () => {
  const isListed = async (at: Opened, name: string) => {
    at.shop.clock.advance(6000);
    const list = await at.page(`/events/${at.eventId}/startlist?q=${encodeURIComponent(name)}`);
    const found = await at.results();
    return [
      list.text.includes(`>${name}<`) || list.text.includes(`${name}</`),
      found.rows.some((row) => row.name === name),
    ];
  };
  const ready = async () => {
    const at = await open();
    const made = await at.book(three);
    await at.organizer.json('PATCH', `/api/admin/events/${at.eventId}/result-settings`, { showsStartList: true });
    await importFile(at.organizer, at.eventId, byId(made.ids, ['40:00', '41:00', '42:00']));
    await at.publish();
    return { ...at, ...made };
  };

  test('start list and results show nothing before the organizer says so', async () => {
    const at = await open();
    await at.book(three);
    expect((await at.page(`/events/${at.eventId}/startlist`)).status).toBe(404);
    expect((await at.shop.visitor().json('GET', `/api/events/${at.eventId}/start-list`)).status).toBe(404);
    expect((await at.page(`/events/${at.eventId}`)).text).not.toContain('/startlist');
  });

  test('whoever says no is gone at once, by the order and by the own link, and comes back by a yes', async () => {
    const at = await ready();
    expect(await isListed(at, 'Anna Auer')).toEqual([true, true]);
    const path = `/orders/${at.orderId}/public-names/${at.ids[0]}`;
    expect((await at.buyer.form(path, { isShown: 'false' })).status).toBe(303);
    const list = await at.page(`/events/${at.eventId}/startlist`);
    expect(list.text).not.toContain('Auer');
    expect(list.text).toContain('Eine weitere startet');
    expect(await isListed(at, 'Anna Auer')).toEqual([false, false]);
    const [, hidden] = [null, (await at.results()).rows[0]];
    expect(hidden).toMatchObject({ name: null, club: null, bib: null, rank: 1 });
    expect((await at.results('?q=auer')).count).toBe(0);
    const single = `/events/${at.eventId}/results/${at.runId}/${hidden?.id}`;
    for (const below of ['', '/certificate', '/share.png']) expect((await at.page(single + below)).status).toBe(404);
    // Their own page still has it all.
    const own = (await at.buyer.fetch(`/orders/${at.orderId}/tickets/${at.ids[0]}`)).headers.get('location') ?? '';
    const ownPage = await at.page(own);
    expect(ownPage.text).toContain('Dein Ergebnis');
    expect(ownPage.text).toContain('Dein Name steht in keiner öffentlichen Liste');
    const certificate =
      /href="(\/tickets\/\d+\/certificate\?[^"]+)"/.exec(ownPage.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await at.page(certificate)).headers.get('content-type')).toBe('application/pdf');
    const order = await at.page(`/orders/${at.orderId}`, at.buyer);
    expect(order.text).toContain('Anna Auer: 40:00');
    expect(order.text).toContain('Urkunde von Bea Berger');
    const paper = await at.page(`/orders/${at.orderId}/certificates/${at.ids[1]}`, at.buyer);
    expect(paper.headers.get('content-type')).toBe('application/pdf');
    const action =
      /action="(\/tickets\/\d+\/public-name\?[^"]+)"/.exec(ownPage.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const said = await at.shop.visitor().form(action, { isShown: 'true' });
    expect([said.status, said.headers.get('location')]).toEqual([303, `${own}&saved`]);
    expect(await isListed(at, 'Anna Auer')).toEqual([true, true]);
    expect((await at.shop.visitor().form(action.split('?')[0] ?? '', { isShown: 'true' })).status).toBe(404);
    expect((await at.shop.visitor().form(action, { isShown: 'maybe' })).status).toBe(400);
  });

  test('minors stand there without a name until somebody allows it', async () => {
    const at = await open();
    const { ids, orderId } = await at.book([{ firstName: 'Kim', lastName: 'Klein', birthDate: '2012-05-01' }]);
    await at.organizer.json('PATCH', `/api/admin/events/${at.eventId}/result-settings`, { showsStartList: true });
    await importFile(at.organizer, at.eventId, byId(ids, ['50:00']));
    await at.publish();
    expect(await isListed(at, 'Kim Klein')).toEqual([false, false]);
    const path = `/api/orders/${orderId}/participants/${ids[0]}/public-name`;
    expect((await at.buyer.json('PATCH', path, { isShown: true })).body).toEqual({ isShown: true });
    expect(await isListed(at, 'Kim Klein')).toEqual([true, true]);
    const managed = path.replace('/api/', '/api/admin/');
    expect((await at.organizer.json('PATCH', managed, { isShown: false })).body).toEqual({ isShown: false });
    expect(await isListed(at, 'Kim Klein')).toEqual([false, false]);
  });

  test('a canceled place vanishes and the ranks close up; so does an erased account', async () => {
    const at = await ready();
    const other = await at.shop.login('other@example.test');
    const { ids, orderId } = await at.book([{ firstName: 'Dora', lastName: 'Dorn', birthDate: '1985-01-01' }], other);
    await importFile(at.organizer, at.eventId, byId(ids, ['39:00']));
    expect((await at.results()).rows.map(({ name, rank }) => [name, rank])[0]).toEqual(['Dora Dorn', 1]);
    const taken = await other.json<{ results: object }>('GET', '/api/settings/export');
    expect(taken.body.results).toMatchObject({ results: [{ participantId: ids[0], timeMs: 2_340_000 }] });
    const gone = await other.form('/settings/data/delete', { sure: 'true' });
    expect(gone.headers.get('location')).toBe('/account-deleted');
    // Nothing is kept of them any more: no word about the name, no time of timing that comes late.
    const path = `/api/admin/orders/${orderId}/participants/${ids[0]}/public-name`;
    expect((await at.organizer.json('PATCH', path, { isShown: false })).status).toBe(404);
    const late = {
      participantId: ids[0] ?? 0,
      competitionId: at.runId,
      timeMs: 2_300_000,
      status: 'finished' as const,
    };
    const { saveResults } = await import('./index.ts');
    const saved = await at.shop.deps.write((work) =>
      saveResults(work, { eventId: at.eventId, source: 'file', editorId: null, rows: [late] }),
    );
    expect(saved).toEqual({ importId: null, made: 0, changed: 0, same: 0 });
    expect((await at.results()).rows.map(({ name, rank }) => [name, rank])).toEqual([
      ['Anna Auer', 1],
      ['Bea Berger', 2],
      ['Cleo Czerny', 3],
    ]);
    expect((await at.page(`/events/${at.eventId}/startlist`)).text).not.toContain('Dorn');
    await at.organizer.json('PATCH', `/api/admin/orders/${at.orderId}/cancel`, {});
    at.shop.clock.advance(6000);
    expect((await at.results()).rows).toEqual([]);
    expect((await at.page(`/events/${at.eventId}/startlist`)).text).not.toContain('Auer');
  });
});

describe('a name that only the file knows', () => {
  const gustav =
    'StNr;Name;Jahrgang;Verein;Zeit\n900;Gast Gustav;1980;SV Gast;50:00\n901;Otto Ost;1981;SV Gast;51:00\n';
  const came = async () => {
    const at = await open();
    const take = (file: string) => importFile(at.organizer, at.eventId, file, `?guests=true&competitionId=${at.runId}`);
    const { importId } = await take(gustav);
    await at.publish(true, { teamsBy: 'club', teamSize: 2 });
    const [row] = (await at.results()).rows;
    const say = (isShown: unknown, id = row?.id, who: Caller = at.organizer) =>
      who.json<{ isShown?: boolean; code?: string }>(
        'PATCH',
        `/api/admin/events/${at.eventId}/results/${id}/public-name`,
        { isShown },
      );
    const lists = `/events/${at.eventId}/results/${at.runId}`;
    const single = `${lists}/${row?.id}`;
    const names = `/admin${lists.replace('/results/', '/results/competitions/')}/names`;
    /** Every name in the list, and whatever a stranger can ask says nothing of Gustav. */
    const shown = async () => (await at.results()).rows.map(({ name }) => name);
    return { ...at, take, importId, say, lists, single, names, shown };
  };

  test('is hidden by the organizer, everywhere, and comes back', async () => {
    const at = await came();
    expect((await at.results()).teams).toMatchObject([{ name: 'SV Gast' }]);
    for (const below of ['', '/certificate', '/share.png']) expect((await at.page(at.single + below)).status).toBe(200);
    expect((await at.say(false)).body).toEqual({ isShown: false });
    const { rows, teams } = await at.results();
    expect([rows[0], teams]).toMatchObject([
      { name: null, club: null, bib: null, ageClass: null, rank: 1, timeMs: 3_000_000 },
      [],
    ]);
    for (const q of ['gustav', '900']) expect((await at.results(`?q=${q}`)).count).toBe(0);
    expect((await at.results('?q=gast')).rows.map(({ name }) => name)).toEqual(['Otto Ost']);
    for (const path of ['', '?q=gustav', '?view=teams'])
      expect((await at.page(at.lists + path)).text).not.toMatch(/Gustav|>900</);
    for (const below of ['', '/certificate', '/share.png']) expect((await at.page(at.single + below)).status).toBe(404);
    // The event's history says that and who, and does not keep the name.
    const history = (await at.page(`/admin/events/${at.eventId}/history`, at.organizer)).text;
    expect(history).toContain('Name in öffentlichen Listen');
    expect(history).not.toContain('Gustav');
    expect((await at.say(true)).body).toEqual({ isShown: true });
    expect(await at.shown()).toEqual(['Gast Gustav', 'Otto Ost']);
  });

  test('stays hidden by the next import, by one with another number, and by one after the import was taken back', async () => {
    const at = await came();
    await at.say(false);
    await at.take(gustav.replace('50:00', '49:00'));
    expect((await at.results()).rows.map(({ name, timeMs }) => [name, timeMs])).toEqual([
      [null, 2_940_000],
      ['Otto Ost', 3_060_000],
    ]);
    const numbered = await at.take('StNr;Name;Jahrgang;Zeit\n950;Gustav Gast;1980;49:30\n951;Gustav Gast;1955;55:00\n');
    expect(await at.shown()).toEqual([null, null, 'Otto Ost', 'Gustav Gast']);
    const undo = (importId: number | null) =>
      at.organizer.json('POST', `/api/admin/events/${at.eventId}/results/undo/${importId}`);
    await undo(numbered.importId);
    await undo((numbered.importId ?? 0) - 1);
    expect(await at.shown()).toEqual([null, 'Otto Ost']);
    await undo(at.importId);
    expect(await at.shown()).toEqual([]);
    await at.take(gustav);
    expect(await at.shown()).toEqual([null, 'Otto Ost']);
  });

  test.for(['by the number', 'by the next file'])('stays hidden for who registers for it, %s', async (way) => {
    const at = await came();
    await at.say(false);
    const isSame = way === 'by the number';
    const person = { firstName: isSame ? 'Gustav' : 'Gusti', lastName: 'Gast', birthDate: '1980-03-03', club: null };
    const { ids, orderId } = await at.book([person]);
    await at.shop.deps.write((work) => setBib(work, { participantId: ids[0] ?? 0, bib: '900' }));
    await at.shop.settle();
    if (!isSame) expect((await importFile(at.organizer, at.eventId, 'StNr;Zeit\n900;49:00\n')).status).toBe(200);
    expect(await at.shown()).toEqual([null, 'Otto Ost']);
    await at.organizer.json('PATCH', `/api/admin/events/${at.eventId}/result-settings`, { showsStartList: true });
    expect((await at.page(`/events/${at.eventId}/startlist`)).text).not.toContain('Gast');
    // It is theirs to say now.
    expect((await at.page(`/orders/${orderId}`, at.buyer)).text).toContain('steht in keiner öffentlichen Liste');
    await at.buyer.form(`/orders/${orderId}/public-names/${ids[0]}`, { isShown: 'true' });
    expect((await at.shown())[0]).toBe(`${person.firstName} Gast`);
  });

  test('is not shown where somebody of that name is registered and stands in no list, or is a child', async () => {
    const at = await open();
    const child = { firstName: 'Kim', lastName: 'Klein', birthDate: '2015-01-01', club: null };
    const { ids, orderId } = await at.book([...three, child]);
    await at.buyer.form(`/orders/${orderId}/public-names/${ids[0]}`, { isShown: 'false' });
    // Numbers that nobody has here, and no year: the file finds none of them.
    const file = 'StNr;Name;Zeit\n412;Anna Auer;41:00\n413;Kim Klein;42:00\n414;Bea Berger;43:00\n415;Otto Ost;44:00\n';
    await importFile(at.organizer, at.eventId, file, `?guests=true&competitionId=${at.runId}`);
    await at.publish();
    expect((await at.results()).rows.map(({ name }) => name)).toEqual([null, null, 'Bea Berger', 'Otto Ost']);
  });

  test('stays hidden when the import is taken back that found its person, who said no meanwhile', async () => {
    const at = await came();
    const person = { firstName: 'Gusti', lastName: 'Gast', birthDate: '1980-03-03', club: null };
    const { ids, orderId } = await at.book([person]);
    await at.shop.deps.write((work) => setBib(work, { participantId: ids[0] ?? 0, bib: '900' }));
    await at.shop.settle();
    const { importId } = await importFile(at.organizer, at.eventId, 'StNr;Zeit\n900;49:00\n');
    await at.buyer.form(`/orders/${orderId}/public-names/${ids[0]}`, { isShown: 'false' });
    expect(await at.shown()).toEqual([null, 'Otto Ost']);
    await at.organizer.json('POST', `/api/admin/events/${at.eventId}/results/undo/${importId}`);
    expect(await at.shown()).toEqual([null, 'Otto Ost']);
  });

  test('is hidden by a button beside each line, and so is that of who is registered', async () => {
    const at = await came();
    const { ids, orderId } = await at.book(three);
    await importFile(at.organizer, at.eventId, byId(ids, ['40:00', '41:00', '42:00']));
    const page = async (query = '') => (await at.page(at.names + query, at.organizer)).text;
    expect((await at.page(`/admin/events/${at.eventId}/results`, at.organizer)).text).toContain(`href="${at.names}"`);
    const actionOf = (html: string, name: string) =>
      new RegExp(`action="([^"]+)"(?:(?!action=)[^])*?visually-hidden"> (?:<!-- -->)?${name}</span>`).exec(html)?.[1] ??
      '';
    for (const name of ['Gast Gustav', 'Anna Auer']) {
      const action = actionOf(await page(), name);
      const answer = await at.organizer.form(action, { isShown: 'false', q: name, page: '1' });
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `${at.names}?${new URLSearchParams({ q: name, done: 'saved' })}`,
      ]);
      // The organizer sees the name, and that it is hidden.
      const after = await page(`?${new URLSearchParams({ q: name, done: 'saved' })}`);
      expect(after).toMatch(/Anonym.*Name zeigen/s);
      expect(after).toContain('gilt das ab sofort');
      expect(after).not.toContain('Otto Ost');
    }
    expect(await at.shown()).toEqual([null, 'Bea Berger', 'Cleo Czerny', null, 'Otto Ost']);
    expect((await at.page(`/admin/orders/${orderId}`, at.organizer)).text).toContain(
      'Name steht in keiner öffentlichen',
    );
    const action = actionOf(await page(), 'Bea Berger');
    expect((await at.organizer.form(action, { isShown: 'maybe' })).status).toBe(400);
  });

  test('is nobody else’s to say, and only of a result that is there', async () => {
    const at = await came();
    expect((await at.say('no')).status).toBe(400);
    expect((await at.say(false, 999_999)).status).toBe(404);
    expect((await at.say(false, undefined, at.buyer)).status).toBe(403);
    expect((await at.say(false, undefined, at.shop.visitor())).status).toBe(401);
    // A result of another event is not there.
    const other = await at.shop.deps.write((work) => makeRace(work));
    const admin = await at.shop.login('admin@example.test', { superAdmin: true });
    const foreign = `/api/admin/events/${other.eventId}/results/${at.single.split('/').at(-1)}/public-name`;
    expect((await admin.json('PATCH', foreign, { isShown: false })).status).toBe(404);
    expect(await at.shown()).toEqual(['Gast Gustav', 'Otto Ost']);
  });
});

test('the paper and the picture of a result are drawn', async () => {
  const at = await open();
  const { ids } = await at.book(three);
  await importFile(at.organizer, at.eventId, byId(ids, ['40:00,5', '41:00', '42:00']));
  await at.publish(true, { teamsBy: 'club', teamSize: 2 });
  const { rows, teams } = await at.results();
  expect(teams).toMatchObject([{ name: 'LC Linz', rank: 1, timeMs: 4_860_500 }]);
  const path = `/events/${at.eventId}/results/${at.runId}/${rows[0]?.id}`;
  const single = await at.page(path);
  expect(single.text).toContain('Anna Auer');
  expect(single.text).toContain(`${path}/share.png`);
  const certificate = await at.shop.visitor().fetch(`${path}/certificate`);
  const bytes = new Uint8Array(await certificate.arrayBuffer());
  expect([certificate.status, new TextDecoder().decode(bytes.slice(0, 5))]).toEqual([200, '%PDF-']);
  const picture = await at.shop.visitor().fetch(`${path}/share.png`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  // What names somebody lies in no cache that others read: a no is seen at once.
  for (const answer of [picture, certificate, await at.shop.visitor().fetch(`/api/competitions/${at.runId}/results`)])
    expect(answer.headers.get('cache-control')).toMatch(/private|no-store/);
  const teamPage = await at.page(`/events/${at.eventId}/results/${at.runId}?view=teams`);
  expect(teamPage.text).toContain('1:21:00,5');
  if (process.env.KEEP_PAPERS) {
    const { writeFile } = await import('node:fs/promises');
    await writeFile(`${process.env.KEEP_PAPERS}/certificate.pdf`, bytes);
    await writeFile(`${process.env.KEEP_PAPERS}/share.png`, new Uint8Array(await picture.arrayBuffer()));
  }
});

test('somebody else’s event is not there, and a class that is none is said beside its field', async () => {
  const at = await open();
  const stranger = await at.shop.login('stranger@example.test');
  expect((await importFile(stranger, at.eventId, 'x')).status).toBe(403);
  expect((await stranger.fetch(`/admin/events/${at.eventId}/results`)).status).toBe(403);
  const wrong = await at.publish(true, { classPreset: 'own', ownClasses: 'A: 20-30\nB: 30-40' });
  expect([wrong.status, (wrong.body as { details?: { fields?: object } }).details?.fields]).toEqual([
    400,
    { ownClasses: expect.any(Array) },
  ]);
  const form = `/admin/events/${at.eventId}/results/competitions/${at.runId}`;
  const typed = { classPreset: 'own', ownClasses: 'nothing', teamsBy: 'none', teamSize: '3' };
  const again = await at.organizer.form(form, typed);
  expect([again.status, (await again.text()).includes('Schreib jede Klasse')]).toEqual([400, true]);
});

test('what somebody else changed meanwhile is not overwritten unseen', async () => {
  const at = await open();
  const form = `/admin/events/${at.eventId}/results/competitions/${at.runId}`;
  const html = (await at.page(form, at.organizer)).text;
  const baseline =
    /name="baseline" value="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&') ?? '';
  expect(baseline).not.toBe('');
  await at.publish(true, { classPreset: 'tens' });
  const typed = { baseline, classPreset: 'none', ownClasses: '', teamsBy: 'none', teamSize: '3' };
  expect((await at.organizer.form(form, typed)).status).toBe(409);
});
