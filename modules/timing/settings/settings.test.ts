import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addressesOf } from '#dev/race-result-simulator/setup.ts';
import { eventAudits } from '#modules/events/schema-audits.ts';
import { runner } from '#modules/orders/testing.ts';
import { raceResultSettings } from '../schema.ts';
import { orderPaid, rrId, shopWithTiming, simulatedBase } from '../testing.ts';

type EventAnswer = { event: { raceResult: Record<string, unknown> } };

test('addresses are shown and logged masked; a masked address sent back stays unchanged', async () => {
  const at = await shopWithTiming();
  const { eventId } = at.race;
  const path = `/api/admin/events/${eventId}`;
  await at.setUp({ syncStopDate: '2026-06-01T06:00:00+02:00', useParticipantIdAsBib: true });
  const secret = addressesOf(simulatedBase, rrId).newBibUrl;
  const masked = (await at.admin.json<EventAnswer>('GET', path)).body.event.raceResult;
  expect(masked).toMatchObject({
    rrId,
    newBibUrl: `${'*'.repeat(secret.length - 8)}${secret.slice(-8)}`,
    syncStopDate: '2026-06-01T04:00:00.000Z',
    useParticipantIdAsBib: true,
    competitions: [
      { competitionId: at.race.runId, rrContestId: 1 },
      { competitionId: at.race.relayId, rrContestId: 2 },
    ],
  });
  const again = await at.admin.json<EventAnswer>('PATCH', `${path}/race-result-data`, {
    newBibUrl: masked.newBibUrl,
    saveValueUrl: null,
  });
  expect(again.body.event.raceResult).toEqual({ ...masked, saveValueUrl: null });
  const [stored] = await at.shop.deps.read.select().from(raceResultSettings);
  expect(stored?.newBibUrl).toBe(secret);
  const audits = await at.shop.deps.read.select().from(eventAudits).where(eq(eventAudits.kind, 'timing'));
  expect(audits).toHaveLength(2);
  const page = await (await at.admin.fetch(`/admin/events/${eventId}/timing/settings`)).text();
  const history = await (await at.admin.fetch(`/admin/events/${eventId}/history`)).text();
  for (const text of [JSON.stringify(audits), JSON.stringify(masked), page, history]) {
    expect(text).not.toContain(secret);
    expect(text).toContain(secret.slice(-8));
  }
});

test('the form of the page saves what the call does, and says what is wrong beside its field', async () => {
  const at = await shopWithTiming({ env: { ALLOW_PRIVATE_ADDRESSES: '0' } });
  const path = `/admin/events/${at.race.eventId}/timing/settings`;
  const fields = {
    rrId: '165435',
    syncStopDate: '',
    newBibUrl: 'https://api.raceresult.com/165435/ABCDEFGHIJKLMNOP',
    saveFieldsUrl: 'https://10.0.0.1/x',
    saveValueUrl: '',
    reassignAgeGroupsUrl: '',
    changeLinkUrl: '',
    listUrl: '',
    [`contests.c${at.race.runId}`]: '7',
    [`contests.c${at.race.relayId}`]: '',
    nationFormat: 'ioc',
    saveValueField: 'PaidEntryFee',
    saveValueText: '',
    teamField: '',
    waveField: '',
  };
  const refused = await at.admin.form(path, fields);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('ins öffentliche Internet');
  expect((await at.admin.form(path, { ...fields, saveFieldsUrl: '', webhookFields: ['club'] })).status).toBe(303);
  const { event } = (await at.admin.json<EventAnswer>('GET', `/api/admin/events/${at.race.eventId}`)).body;
  expect(event.raceResult).toMatchObject({
    rrId: '165435',
    saveFieldsUrl: null,
    webhookFields: ['club'],
    competitions: [{ competitionId: at.race.runId, rrContestId: 7 }],
  });
});

test.each([
  'http://api.raceresult.com/1/K',
  'https://localhost/1/K',
  'https://127.0.0.1/1/K',
  'https://[::1]/1/K',
  'https://[::ffff:10.0.0.1]/1/K',
  'https://192.168.1.5/1/K',
  'https://169.254.169.254/latest',
  'https://0x7f.1/1/K',
  'https://printer.local/1/K',
  'https://intranet/1/K',
  'https://user:pw@api.raceresult.com/1/K',
  'ftp://api.raceresult.com/1/K',
  'javascript:alert(1)',
])('the address %s is refused', async (address) => {
  const at = await shopWithTiming({ env: { ALLOW_PRIVATE_ADDRESSES: '0' } });
  const answer = await at.admin.json('PATCH', `/api/admin/events/${at.race.eventId}/race-result-data`, {
    listUrl: address,
  });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

test('a name that now resolves to a private address is not called and not revealed', async () => {
  const at = await shopWithTiming({ env: { ALLOW_PRIVATE_ADDRESSES: '0' } });
  const requested: string[] = [];
  at.shop.deps.fetch = async (url) => {
    requested.push(url);
    return new Response('{"Bib":1}');
  };
  const lines: string[] = [];
  const say = (...words: unknown[]) => void lines.push(JSON.stringify(words));
  Object.assign(at.shop.deps.log, { info: say, warn: say, error: say, debug: say });
  // The name does not resolve.
  await at.setUp({ ...emptyAddresses, newBibUrl: 'https://no-such-host.startblock.example/1/SECRETSECRET' });
  await orderPaid(at, at.race, [runner()]);
  await at.shop.settle();
  await at.shop.settle();
  expect(requested).toEqual([]);
  expect(await at.pushes()).toMatchObject([{ state: 'failed', lastError: 'address' }]);
  expect(lines.join()).not.toContain('SECRETSECRET');
});
const emptyAddresses = {
  saveFieldsUrl: null,
  saveValueUrl: null,
  reassignAgeGroupsUrl: null,
  changeLinkUrl: null,
  listUrl: null,
};

test('a competition of another event is refused', async () => {
  const at = await shopWithTiming();
  const answer = await at.admin.json('PATCH', `/api/admin/events/${at.race.eventId}/race-result-data`, {
    competitions: [{ competitionId: 999, rrContestId: 1 }],
  });
  expect(answer.status).toBe(400);
});
