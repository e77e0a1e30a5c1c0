import { expect, onTestFinished, test } from 'vitest';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { deviceAt, gateOf } from './testing.ts';

async function clientOf(who: Caller) {
  const browser = { fetch: globalThis.fetch, window: globalThis.window, document: globalThis.document };
  const cookie = `csrf-token=${who.cookies.get('csrf-token') ?? ''}`;
  const fetchHere = (path: string, init?: RequestInit) => who.fetch(path, init);
  Object.assign(globalThis, { fetch: fetchHere, window: {}, document: { cookie, querySelector: () => null } });
  onTestFinished(() => void Object.assign(globalThis, browser));
  return import('#islands/scanner/server.ts');
}

test.each(['staff', 'device'] as const)('the calls that the scanner sends as %s are understood', async (as) => {
  const shop = await testShop();
  const gate = await gateOf(shop);
  const { phone, api } =
    as === 'staff'
      ? { phone: gate.organizer, api: gate.base }
      : await deviceAt(shop, gate, { mayHandOut: true, gate: 'Nord' });
  const { scannerServer } = await clientOf(phone);
  const unexpected: string[] = [];
  const server = scannerServer(api, true, () => unexpected.push('unexpected'));
  const [first, second] = gate.ids;
  const scan = { id: 'a', device: 'Nord', scannedAt: shop.clock(), participantId: first };
  expect(await server.list(gate.eventId, 3)).toMatchObject({ tickets: expect.any(Array) });
  const uploads = [
    await server.upload({ ...scan, eventSecret: gate.macOf(first) } as never, 2),
    await server.upload({ ...scan, participantId: second, eventSecret: null } as never, 1),
    await server.turnAway({ ...scan, code: null } as never, 0),
    await server.handOut(
      [{ participantId: first, device: 'Nord', handedOutAt: shop.clock(), takenBackAt: null }] as never,
      0,
    ),
    await server.hideName(first, 0),
    await server.setBib(first, '7', null, 0),
  ];
  expect(uploads.map(({ kind }) => kind)).toEqual(Array(6).fill('answer'));
  expect(unexpected).toEqual([]);
});
