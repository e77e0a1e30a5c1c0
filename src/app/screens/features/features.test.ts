import { expect, test } from 'vitest';
import { managedRace } from '#modules/events/event/testing.ts';
import { formOn } from '#tests/support/form.ts';
import { featureNames } from './features.ts';

async function scene() {
  const at = await managedRace();
  const path = `${at.path}/features`;
  const stateOf = async (name: string) => {
    const html = await (await at.organizer.fetch(path)).text();
    return new RegExp(`aria-checked="(true|false)" aria-labelledby="${name}-title"`).exec(html)?.[1];
  };
  const event = async () =>
    (await at.organizer.json<{ event: Record<string, unknown> }>('GET', `/api/admin/events/${at.eventId}`)).body.event;
  return { ...at, path, stateOf, event };
}

test.each([
  ['placeHolds', 'placeHoldMinutes', 15, '20', '61'],
  ['waitlist', 'offerHours', 24, '48', '0'],
  ['sharedTeams', 'teamDays', 14, '21', ''],
] as const)(
  '%s: on with the usual value, changed under "More", off after a question',
  async (name, column, usual, other, wrong) => {
    const { organizer, path, stateOf, event } = await scene();
    expect([await stateOf(name), (await event())[column]]).toEqual(['false', null]);
    expect((await organizer.form(`${path}/${name}/on`, {})).headers.get('location')).toBe(
      `${path}?done=${name}#${name}`,
    );
    expect([await stateOf(name), (await event())[column]]).toEqual(['true', usual]);
    const fields = await formOn(organizer, path);
    const refused = await organizer.form(`${path}/${name}`, { ...fields, [column]: wrong });
    expect([refused.status, (await refused.text()).includes('aria-invalid="true"')]).toEqual([400, true]);
    expect((await organizer.form(`${path}/${name}`, { ...fields, [column]: other })).status).toBe(303);
    expect((await event())[column]).toBe(Number(other));
    expect((await organizer.form(`${path}/${name}/off`, {})).status).toBe(400);
    expect((await event())[column]).toBe(Number(other));
    expect((await organizer.form(`${path}/${name}/off`, { confirmed: 'true' })).status).toBe(303);
    expect([await stateOf(name), (await event())[column]]).toEqual(['false', null]);
    const history = await (await organizer.fetch(path.replace('features', 'history'))).text();
    expect(history, 'every change is in the history').toContain(String(usual));
  },
);

test('transfers, waiting room and draw: what has no usual value is asked on its own page', async () => {
  const { organizer, path, stateOf, eventId, event, runPriceId } = await scene();
  const own = path.replace('/features', '');
  await organizer.form(`${path}/transfers/on`, {});
  expect(await stateOf('transfers')).toBe('true');
  const transfers = `/api/admin/events/${eventId}/transfers`;
  expect((await organizer.json('GET', transfers)).body).toMatchObject({ settings: { mode: 'allowed' } });
  await organizer.form(`${path}/transfers/off`, { confirmed: 'true' });
  expect(await stateOf('transfers')).toBe('false');
  // Without a price that begins nobody knows when the sale opens.
  expect((await organizer.form(`${path}/waitingRoom/on`, {})).headers.get('location')).toBe(`${own}/waiting-room`);
  expect(await stateOf('waitingRoom')).toBe('false');
  await organizer.json('PATCH', `/api/admin/competition-prices/${runPriceId}`, {
    availableFrom: '2026-04-20T08:00:00Z',
  });
  await organizer.form(`${path}/waitingRoom/on`, {});
  expect(await stateOf('waitingRoom')).toBe('true');
  expect((await organizer.form(`${path}/waitingRoom/off`, { confirmed: 'true' })).status).toBe(404);
  expect((await organizer.form(`${path}/lottery/on`, {})).headers.get('location')).toBe(`${own}/lottery`);
  expect([(await event()).offerHours, await stateOf('lottery')]).toEqual([24, 'false']);
});

test('only managers of the event see and switch its features', async () => {
  const { shop, path, stateOf } = await scene();
  const stranger = await shop.login('fremd@event.test');
  expect((await stranger.fetch(path)).status).toBe(403);
  for (const name of featureNames) expect((await stranger.form(`${path}/${name}/on`, {})).status).toBe(403);
  const { organizer } = { organizer: await shop.login('erste@event.test') };
  expect((await organizer.form(`${path}/other/on`, {})).status).toBe(404);
  expect(await stateOf('placeHolds')).toBe('false');
});
