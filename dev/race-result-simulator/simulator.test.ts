import { expect, onTestFinished, test } from 'vitest';
import { testClock } from '#tests/support/shop.ts';
import { filterOf } from './commands.ts';
import { type ServeOptions, serveSimulator } from './serve.ts';
import { addressesOf, simulatedEvent } from './setup.ts';

async function served(options: Partial<ServeOptions> = {}) {
  const clock = testClock();
  const event = simulatedEvent('4711', [{ id: 1, name: '10 km', from: 101, to: 102 }]);
  const at = await serveSimulator({ clock, events: [event], settings: { limitMs: 0 }, ...options });
  onTestFinished(() => at.close());
  return { ...at, clock, addresses: addressesOf(at.url, '4711') };
}

test('numbers come from the range of the contest, and end with it', async () => {
  const { addresses } = await served();
  const ask = () => fetch(`${addresses.newBibUrl}?contest=1&firstfree=true&v2=true&bib=0`);
  expect(await (await ask()).json()).toEqual({ ID: 1, Bib: 101 });
  expect(await (await ask()).json()).toEqual({ ID: 2, Bib: 102 });
  expect([(await ask()).status, await (await ask()).json()]).toEqual([
    400,
    { Error: 'no free bib in the range of the contest' },
  ]);
});

test('one call a second and address, unknown keys, entries that are off, unknown fields', async () => {
  const { url, addresses, simulator, clock } = await served({ settings: { limitMs: 1000 } });
  const count = async (address: string) => (await fetch(address)).status;
  expect([await count(`${addresses.newBibUrl}?contest=1`), await count(`${addresses.newBibUrl}?contest=1`)]).toEqual([
    ...[200, 406],
  ]);
  clock.advance(1000);
  expect(await count(`${addresses.newBibUrl}?contest=1`)).toBe(200);
  expect(await count(`${url}/4711/NOKEY`)).toBe(404);
  const body = JSON.stringify({ Shoe: '42' });
  const wrong = await fetch(`${addresses.saveFieldsUrl}?bib=101`, { method: 'POST', body });
  expect([wrong.status, await wrong.json()]).toEqual([400, { Error: 'field not found: Shoe' }]);
  const entry = simulator.event('4711')?.entries.find(({ command }) => command === 'changelink');
  if (entry) entry.disabled = true;
  expect(await count(`${addresses.changeLinkUrl}?bib=101`)).toBe(403);
});

test('the same commands after a login', async () => {
  const { url, addresses } = await served();
  await fetch(`${addresses.newBibUrl}?contest=1`);
  const ask = (session: string) =>
    fetch(`${url}/_4711/api/data/list?fields=["ID","Bib"]&filter=[Contest]=1`, {
      headers: { authorization: `Bearer ${session}` },
    });
  expect((await ask('0')).status).toBe(401);
  const login = await fetch(`${url}/api/public/login`, { method: 'POST', body: new URLSearchParams({ apikey: 'k' }) });
  expect(await (await ask(await login.text())).json()).toEqual([[1, 101]]);
});

test('a connection breaks before or after the call was done, as it is told over HTTP', async () => {
  const { url, addresses, simulator } = await served();
  const order = (name: string, body: object) =>
    fetch(`${url}/_sim/${name}`, { method: 'POST', body: JSON.stringify(body) });
  await order('failures', { failures: [{ command: 'part/new', kind: 'drop', when: 'after' }] });
  // On a kept connection the runtime would ask again by itself.
  await expect(fetch(`${addresses.newBibUrl}?contest=1`, { keepalive: false })).rejects.toThrow();
  expect(simulator.participants('4711')).toHaveLength(1);
  expect((await order('failures', { failures: [{ kind: 'flood' }] })).status).toBe(400);
  const page = await fetch(`${url}/_sim/`);
  expect(await page.text()).toContain('RACE RESULT');
});

test('filters are read', () => {
  const one = (field: string) => ({ ID: 5, Contest: 1, Lastname: 'Mär "x', ForeignKey: '' })[field] ?? '';
  const holds = (text: string) => filterOf(text)(one);
  expect(holds('[Contest]=1 AND [ID]>4')).toBe(true);
  expect(holds('[ForeignKey]="7" OR ([ForeignKey]="" AND [ID]<=5)')).toBe(true);
  expect(holds('[Contest]<>1 OR [ID]<5')).toBe(false);
  expect(() => filterOf('[Contest')).toThrow();
  expect(() => filterOf('([Contest]=1')).toThrow();
});
