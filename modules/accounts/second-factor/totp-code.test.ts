import fc from 'fast-check';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { instant } from '#src/kernel/time.ts';
import { newTotpSecret, stepOfTotpCode, totpAddress } from './totp-code.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => instant(seconds * 1000);
const step = (seconds: number, input: string, lastStep = 0) => stepOfTotpCode(secret, input, at(seconds), lastStep);

describe('a code by time', () => {
  // RFC 6238, appendix B; the last needs more than 32 bits for its seconds.
  test.each([
    [59, 1, '287082'],
    [1111111109, 37037036, '081804'],
    [1111111111, 37037037, '050471'],
    [1234567890, 41152263, '005924'],
    [2000000000, 66666666, '279037'],
    [20000000000, 666666666, '353130'],
  ])('at %d seconds is that of step %d: %s', (seconds, expected, code) => {
    expect(step(seconds, code)).toBe(expected);
    expect(step(seconds, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe(expected);
  });

  test.each([
    ['two steps early', -60, null],
    ['one step early', -30, 37037037],
    ['in its step', 0, 37037037],
    ['one step late', 30, 37037037],
    ['two steps late', 60, null],
  ])('typed %s', (_, offset, expected) => {
    expect(step(1111111110 + offset, '050471')).toBe(expected);
  });

  test('counts once, and none of an earlier step counts after it', () => {
    expect(step(1111111111, '050471', 37037036)).toBe(37037037);
    expect(step(1111111111, '050471', 37037037)).toBeNull();
    expect(step(1111111111, '081804', 37037037)).toBeNull();
  });

  test.each(['', '05047', '0504711', '05047a', 'ABCDEFGH', '-50471', '5e4710'])('is not %j', (input) => {
    expect(step(1111111111, input)).toBeNull();
  });

  test('of one secret is right under it, at any moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 20_000_000_000 }), (seconds) => {
        const mine = newTotpSecret();
        const input = generateSync({ secret: mine, epoch: seconds });
        expect(stepOfTotpCode(mine, input, at(seconds), 0)).toBe(Math.floor(seconds / 30));
      }),
      { numRuns: 30 },
    );
  });
});

test('a secret has 160 bits and is never made twice', () => {
  const made = Array.from({ length: 50 }, newTotpSecret);
  for (const text of made) expect(text).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(made).size).toBe(50);
});

test('the address for authenticators names shop and person', () => {
  const url = new URL(totpAddress('Startblock', 'anna+lauf@example.test', secret));
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Startblock:anna+lauf@example.test',
  ]);
  expect([url.searchParams.get('secret'), url.searchParams.get('issuer')]).toEqual([secret, 'Startblock']);
});
