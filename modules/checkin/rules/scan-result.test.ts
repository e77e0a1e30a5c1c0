import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromIso } from '#src/kernel/time.ts';
import { decideScan, isBelievableScan, type Scan, type ScannedTicket, type ScanResult } from './scan-result.ts';

const at = (scannedAt: number, device = 'A'): Scan => ({ device, scannedAt });
const doubted = (scannedAt: number, device = 'A'): Scan => ({ device, scannedAt, believed: false });
const paid = (admitted: Scan | null): ScannedTicket => ({ macIsRight: true, orderStatus: 'complete', admitted });

test.each<[string, ScannedTicket | null, Scan, ScanResult, Scan | null, Scan | null]>([
  ['unknown', null, at(5), 'NOT_FOUND', null, null],
  ['wrong MAC', { ...paid(null), macIsRight: false }, at(5), 'NOT_FOUND', null, null],
  ['not paid', { ...paid(null), orderStatus: 'pending' }, at(5), 'NOT_FOUND', null, null],
  ['canceled', { ...paid(at(1)), orderStatus: 'canceled' }, at(5), 'NOT_FOUND', at(1), null],
  ['first scan', paid(null), at(5), 'SCAN_SUCCESS', at(5), null],
  ['first scan of a shipped order', { ...paid(null), orderStatus: 'shipped' }, at(5), 'SCAN_SUCCESS', at(5), null],
  ['the same upload again', paid(at(5)), at(5), 'SCAN_SUCCESS', at(5), null],
  ['second scan, same device', paid(at(5)), at(6), 'ALREADY_SCANNED', at(5), null],
  ['second scan, other device', paid(at(5)), at(6, 'B'), 'ALREADY_SCANNED', at(5), null],
  ['earlier scan uploaded later', paid(at(5)), at(4, 'B'), 'SCAN_SUCCESS', at(4, 'B'), at(5)],
  ['a time nobody believes, first of all', paid(null), doubted(5), 'SCAN_SUCCESS', doubted(5), null],
  ['a time nobody believes, however early', paid(at(5)), doubted(1), 'ALREADY_SCANNED', at(5), null],
  ['a believed scan after one that is not', paid(doubted(1)), at(5, 'B'), 'SCAN_SUCCESS', at(5, 'B'), doubted(1)],
  ['two that nobody believes', paid(doubted(5)), doubted(1, 'B'), 'SCAN_SUCCESS', doubted(1, 'B'), doubted(5)],
  ['a later one that nobody believes', paid(doubted(1)), doubted(5, 'B'), 'ALREADY_SCANNED', doubted(1), null],
  ['same moment, other device', paid(at(5)), at(5, 'B'), 'ALREADY_SCANNED', at(5), null],
])('%s', (_, ticket, scan, result, admitted, displaced) =>
  expect(decideScan(ticket, scan)).toEqual({ result, admitted, displaced }),
);

test('in whatever order the uploads come, the earliest scan counts in the end', () => {
  const scans = fc.uniqueArray(fc.record({ device: fc.constantFrom('A', 'B', 'C'), scannedAt: fc.nat(1000) }), {
    minLength: 1,
    selector: (scan) => scan.scannedAt,
  });
  fc.assert(
    fc.property(scans, (uploads) => {
      let admitted: Scan | null = null;
      for (const scan of [...uploads, ...uploads]) admitted = decideScan(paid(admitted), scan).admitted;
      expect(admitted?.scannedAt).toBe(Math.min(...uploads.map((scan) => scan.scannedAt)));
    }),
  );
});

const weekend = {
  timeZone: 'Europe/Vienna',
  moments: [fromIso('2026-05-16T08:00:00Z'), fromIso('2026-05-17T14:00:00Z')],
  loggedInAt: null,
};

test.each([
  ['three days before', '2026-05-13T21:59:59Z', false],
  ['when numbers are handed out', '2026-05-13T22:00:00Z', true],
  ['at the start', '2026-05-16T08:00:00Z', true],
  ['the day after, late', '2026-05-18T21:59:59Z', true],
  ['two days after', '2026-05-18T22:00:00Z', false],
  ['a clock that was never set', '1970-01-01T00:00:00Z', false],
])('a scan %s', (_, at, believed) => expect(isBelievableScan(fromIso(at), weekend)).toBe(believed));

test('no device scans before it is logged in', () => {
  const loggedInAt = fromIso('2026-05-17T06:00:00Z');
  expect(isBelievableScan(fromIso('2026-05-17T05:59:59Z'), { ...weekend, loggedInAt })).toBe(false);
  expect(isBelievableScan(fromIso('2026-05-17T06:00:00Z'), { ...weekend, loggedInAt })).toBe(true);
});
