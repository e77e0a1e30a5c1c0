import { expect, test } from 'vitest';
import { reportedPath, reportedReferrer, reportedTitle } from './reported-address.ts';

test.each([
  ['/', '/'],
  ['/home', '/home'],
  ['/events/5', '/events/5'],
  ['/events/donaulauf', '/events/donaulauf'],
  ['/events/5/competitions', '/events/5/competitions'],
  ['/events/5/articles/kd83hKs9', '/events/5/articles'],
  ['/events/5/payment', '/events/5/payment'],
  ['/events/5/completed', '/events/5/completed'],
  ['/event-conditions/5', '/event-conditions/5'],
  ['/payment-success/812', '/payment-success'],
  ['/payment-fail/812', '/payment-fail'],
  ['/payment-in-advance/812', '/payment-in-advance'],
  ['/orders/812/tickets/77', '/orders'],
  ['/tickets/77', '/tickets'],
  ['/auth/external/google', '/auth'],
  ['/settings', '/settings'],
])('%s is told as %s', (path, told) => {
  expect(reportedPath(path)).toBe(told);
});

test('a title is told where it names no person and no order', () => {
  expect(reportedTitle('Teilnehmer · Donaulauf', '/events/5/competitions')).toBe('Teilnehmer · Donaulauf');
  expect(reportedTitle('Startblock', '/')).toBe('Startblock');
  expect(reportedTitle('Startkarte von Anna Gruber', '/tickets/77')).toBe('/tickets');
  expect(reportedTitle('Bestellung 812', '/orders/812')).toBe('/orders');
});

test('where somebody came from is told without numbers of ours and without queries of others', () => {
  const origin = 'https://run.example';
  expect(reportedReferrer('', origin)).toBe('');
  expect(reportedReferrer('https://run.example/orders/812?x=1#y', origin)).toBe('https://run.example/orders');
  expect(reportedReferrer('https://search.example/found/7?q=anna', origin)).toBe('https://search.example/found/7');
});
