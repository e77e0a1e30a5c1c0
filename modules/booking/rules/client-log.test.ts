import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactedLog, withoutPeople } from './client-log.ts';

const basket = {
  teams: [
    {
      competitionId: 3,
      teamName: 'Die Muntermacher',
      participants: [
        {
          localId: 'p1',
          firstName: 'Anna',
          lastName: 'Gruber',
          email: 'anna@runner.example',
          birthDate: '1990-05-01',
          gender: 'female',
          nationalityCountryCode: 'AT',
          competitionPriceId: 7,
          formFieldsSelected: [{ fieldId: 4, value: 'Diabetes' }],
          articles: [{ uniqueLocalId: 'a1', articleId: 9, variantId: 11, quantity: 2, unitPrice: 2500 }],
        },
      ],
    },
  ],
  appliedVouchers: [{ code: 'VEREIN_LINZ', participantLocalId: 'p1' }],
  cancellationProtections: [{ id: 1, price: 500 }],
  contactAddress: { firstName: 'Anna', street: 'Hauptplatz', phoneNumber: { countryCode: 'AT', number: '6601234567' } },
  totalPrice: 8150,
  termsAccepted: true,
};

test('of a failed booking the ids, quantities, prices and the reason are left', () => {
  expect(
    JSON.parse(redactedLog(JSON.stringify({ code: 'NOT_ENOUGH_TICKETS', details: { available: 1 }, basket }))),
  ).toEqual({
    code: 'NOT_ENOUGH_TICKETS',
    details: { available: 1 },
    basket: {
      teams: [
        {
          competitionId: 3,
          participants: [
            {
              competitionPriceId: 7,
              formFieldsSelected: 1,
              articles: [{ articleId: 9, variantId: 11, quantity: 2, unitPrice: 2500 }],
            },
          ],
        },
      ],
      appliedVouchers: 1,
      cancellationProtections: [{ id: 1, price: 500 }],
      totalPrice: 8150,
    },
  });
});

/** What people type, or are. */
const secret = fc.oneof(
  fc.string({ minLength: 3, maxLength: 12 }),
  fc.constantFrom('Anna Gruber', 'anna@runner.example', '1990-05-01', '+43 660 1234567', 'VEREIN_LINZ', 'ANNA_MARIA'),
);
const personalKeys = [
  'firstName',
  'lastName',
  'email',
  'birthDate',
  'street',
  'city',
  'zipCode',
  'value',
  'teamName',
  'phoneNumber',
  'number',
  'localId',
  'uniqueLocalId',
  'companyName',
  'vatId',
  'gender',
  'nationalityCountryCode',
  'message',
  'title',
  'name',
  'password',
  '__proto__',
];
const groupKeys = ['teams', 'participants', 'articles', 'details', 'basket', 'contactAddress', 'invoiceAddress', 'x'];

test('no value of a personal field survives, however deep it lies', () => {
  const mark = 'PERSONAL';
  const person = fc
    .array(fc.tuple(fc.constantFrom(...personalKeys), secret), { minLength: 1, maxLength: 5 })
    .map((fields) => Object.fromEntries(fields.map(([key, value]) => [key, `${mark}${value}`])));
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      person,
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...groupKeys), tie('node'), { maxKeys: 3 }),
      // Somebody put a person where a number or a word of ours belongs.
      fc.dictionary(
        fc.constantFrom('id', 'price', 'quantity', 'code', 'reason', 'step', 'appliedVouchers'),
        secret.map((value) => `${mark}${value}`),
        { maxKeys: 3 },
      ),
    ),
  })).node;
  fc.assert(
    fc.property(tree, (value) => {
      expect(withoutPeople(value)).not.toContain(mark);
      expect(redactedLog(JSON.stringify(value))).not.toContain(mark);
    }),
    { numRuns: 500 },
  );
});

test('a code of a voucher is none of ours, wherever it stands', () => {
  expect(withoutPeople({ code: 'SOMMER24', appliedVouchers: [{ code: 'A_B' }], reason: 'Anna' })).toBe(
    '{"appliedVouchers":1}',
  );
});

test.each([
  ['Booking failed for anna.gruber@runner.example: HTTP 409', 'Booking failed for …@…: HTTP 409'],
  ['born 01.05.1990, call +43 660 123-4567', 'born #, call #'],
  ['TypeError: x is undefined\n  at main-1a.js:1:204', 'TypeError: x is undefined   at main-1a.js:1:204'],
  ['{"teams":[{"participants":[{"firstName":"Anna', 'unreadable, 45 characters'],
  ['"Anna Gruber', 'unreadable, 12 characters'],
  ['null', 'null'],
  ['42', '42'],
  ['', ''],
])('the text %j is kept as %j', (text, kept) => {
  expect(redactedLog(text)).toBe(kept);
});

test('a line stays a line of some length', () => {
  expect(redactedLog('x y '.repeat(10_000)).length).toBeLessThan(600);
  const many = { teams: Array.from({ length: 5000 }, (_, id) => ({ competitionId: id })) };
  expect(redactedLog(JSON.stringify(many)).length).toBeLessThan(8100);
});

test('a basket in the middle of a sentence, or in an address, leaves nothing of a person', () => {
  const named = { firstName: 'Anna', lastName: 'Gruber', email: 'anna@runner.example' };
  for (const text of [
    `booking failed: ${JSON.stringify({ teams: [{ participants: [named] }] })}`,
    JSON.stringify(JSON.stringify(named)),
    'TypeError in [{"firstName":"Anna"',
    '/enter-code?email=anna%40runner.example',
    'runner%40Anna.example and Anna＠runner.example',
    'posted firstName=Anna&teams[0].lastName=Gruber',
  ]) {
    expect(redactedLog(text), text).not.toMatch(/Anna|Gruber|runner/i);
  }
  expect(redactedLog('fetch failed: /events/4/check-order?kept=1')).toBe('fetch failed: /events/4/check-order?kept=…');
});
