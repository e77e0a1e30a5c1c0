import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buckets, ListVersions, mergeList } from './list-changes.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);
type Ticket = { participantId: number; bib: string };
type Device = { list: Ticket[]; cursor: string | null };

const ask = (process: ListVersions, shop: ReadonlyMap<number, string>, device: Device) => {
  const { cursor, changes, isIncluded } = process.update(shop, device.cursor);
  const sent = [...shop]
    .map(([participantId, bib]) => ({ participantId, bib }))
    .filter((one) => isIncluded(one.participantId));
  device.list = mergeList(device.list, changes, sent);
  device.cursor = cursor;
  return sent.length;
};
const asMap = ({ list }: Device) => new Map(list.map(({ participantId, bib }) => [participantId, bib]));
const sorted = (map: ReadonlyMap<number, string>) => [...map].sort(([a], [b]) => a - b);

test('a device has the list as it is, whatever changes, whichever process answers, and however late a process reads', () => {
  const id = fc.integer({ min: 1, max: 600 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), id, bib: fc.constantFrom('1', '2', '3') }),
    fc.record({ kind: fc.constant('remove' as const), id }),
    fc.record({ kind: fc.constant('ask' as const), device: fc.nat(2), process: fc.nat(1) }),
    // Another request of the process, whose reading is older than the one before it.
    fc.record({ kind: fc.constant('late' as const), device: fc.nat(2), process: fc.nat(1), back: fc.nat(3) }),
    fc.record({ kind: fc.constant('restart' as const), process: fc.nat(1) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let started = 0;
      const start = () => new ListVersions(`p${started++}`, hash);
      const processes = [start(), start()];
      const devices: Device[] = Array.from({ length: 3 }, () => ({ list: [], cursor: null }));
      const states = [new Map<number, string>()];
      const now = () => states.at(-1) as Map<number, string>;
      for (const each of steps) {
        if (each.kind === 'set') states.push(new Map(now()).set(each.id, each.bib));
        else if (each.kind === 'remove') {
          const next = new Map(now());
          next.delete(each.id);
          states.push(next);
        } else if (each.kind === 'restart') processes[each.process] = start();
        else {
          const read = states.at(each.kind === 'late' ? -1 - each.back : -1) ?? now();
          const device = devices[each.device] as Device;
          ask(processes[each.process] as ListVersions, read, device);
          expect(sorted(asMap(device))).toEqual(sorted(read));
        }
      }
      for (const [at, device] of devices.entries()) {
        ask(processes[at % 2] as ListVersions, now(), device);
        expect(sorted(asMap(device))).toEqual(sorted(now()));
      }
    }),
    { numRuns: 300 },
  );
});

test('the process that answered before sends what changed only, another one the buckets of it', () => {
  const shop = new Map(Array.from({ length: 20_000 }, (_, at) => [at + 1, 'x']));
  const [one, other] = [new ListVersions('one', hash), new ListVersions('other', hash)];
  const device: Device = { list: [], cursor: null };
  expect(ask(one, shop, device)).toBe(20_000);
  expect(ask(one, shop, device)).toBe(0);
  expect(ask(other, shop, device)).toBe(0);
  shop.set(7, 'y');
  expect(ask(other, shop, device)).toBe(1);
  shop.set(8, 'y');
  shop.delete(9);
  const sent = ask(one, shop, device);
  expect(sent).toBeGreaterThan(1);
  expect(sent).toBeLessThanOrEqual(3 * Math.ceil(20_000 / buckets));
  expect(ask(one, shop, { list: [], cursor: 'nonsense' })).toBe(19_999);
  expect(ask(one, shop, { list: [], cursor: `one.1.${'x'.repeat(9)}` })).toBe(19_999);
});
