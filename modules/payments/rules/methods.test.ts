import { expect, test } from 'vitest';
import { type PaymentMethod, sortByDevice } from './methods.ts';

const all: PaymentMethod[] = ['visa', 'mastercard', 'applepay', 'googlepay', 'eps', 'bank'];
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1';
const android = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36';
const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15';
const chromeOnMac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36';

test.each([
  ['an iPhone', iphone, ['applepay', 'visa', 'mastercard', 'googlepay', 'eps', 'bank']],
  ['an Android phone', android, ['googlepay', 'visa', 'mastercard', 'eps', 'bank']],
  ['Safari on a Mac', safari, ['applepay', 'visa', 'mastercard', 'googlepay', 'eps', 'bank']],
  ['Chrome on a Mac', chromeOnMac, all],
  ['Windows', windows, ['visa', 'mastercard', 'googlepay', 'eps', 'bank']],
  ['something that says nothing', '', all],
])('%s is offered its own wallet first, and none that it cannot have', (_, userAgent, expected) => {
  expect(sortByDevice(all, userAgent)).toEqual(expected);
});

test('the only way is left, whatever the device is', () => {
  expect(sortByDevice(['applepay'], windows)).toEqual(['applepay']);
  expect(sortByDevice([], iphone)).toEqual([]);
});
