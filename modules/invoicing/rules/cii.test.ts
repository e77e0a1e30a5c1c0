import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BasisPoints, basisPointsOf, cents, zeroCents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { brokenRules } from '../../../tests/support/en16931.ts';
import { draftLine, samplePaper } from '../testing.ts';
import { ciiOf } from './cii.ts';
import { takenBack } from './paper.ts';

const donation = { rate: basisPointsOf(0), category: 'E' as const, reason: 'Spende, kein Leistungsaustausch' };
const refersTo = { number: 'R1-000001', issuedOn: '2026-03-02' as CalendarDate };
const openPayment = { means: 'other' as const, text: 'Noch offen', paidOn: null, terms: 'Bitte überweise den Rest.' };

test('an invoice, a credit note and a correction keep the rules of EN 16931', () => {
  const drafts = [
    draftLine({ gross: 9000, quantity: 2 }),
    draftLine({ gross: -500, name: 'Gutschein' }),
    draftLine({ gross: 2500, name: 'Spende', ...donation }),
    draftLine({ gross: 0, name: 'Gratis-Shirt' }),
  ];
  const back = { refersTo, prepaid: zeroCents, payment: openPayment };
  const papers = [
    samplePaper({ drafts }),
    samplePaper({ drafts, kind: 'creditNote', ...back }),
    samplePaper({ drafts: takenBack(drafts), kind: 'correction', ...back }),
    samplePaper({ drafts: [draftLine({ gross: 2500, ...donation })] }),
    samplePaper({ drafts, prepaid: cents(5000), payment: openPayment }),
  ];
  expect(papers.map((paper) => brokenRules(ciiOf(paper)))).toEqual(papers.map(() => []));
});

test('the checker finds an extra cent, a missing rate and a due sum without terms', () => {
  const xml = ciiOf(samplePaper());
  const broken = (from: string | RegExp, to: string) => brokenRules(xml.replace(from, to));
  expect(broken('<ram:GrandTotalAmount>90.00', '<ram:GrandTotalAmount>90.01')).toEqual(['BR-CO-15', 'BR-CO-16']);
  expect(broken('<ram:TotalPrepaidAmount>90.00', '<ram:TotalPrepaidAmount>80.00')).toContain('BR-CO-16');
  expect(broken('<ram:RateApplicablePercent>20<', '<ram:RateApplicablePercent>19<')).toContain('BR-S-08');
  expect(broken('<ram:LineTotalAmount>75.00', '<ram:LineTotalAmount>75.001')).toContain('BR-24');
  expect(broken(/<ram:SpecifiedTaxRegistration>.*?<\/ram:SpecifiedTaxRegistration>/, '')).toContain('BR-CO-26');
  const open = ciiOf(samplePaper({ prepaid: zeroCents, payment: { ...openPayment, terms: null } }));
  expect(brokenRules(open)).toEqual(['BR-CO-25']);
});

test('escapes names and drops characters that XML cannot hold', () => {
  const name = 'Lauf & Spaß <b>„5 km“</b>\u0000\u0007 \u{1f3c3}';
  const xml = ciiOf(samplePaper({ drafts: [draftLine({ gross: 4500, name })] }));
  expect(brokenRules(xml)).toEqual([]);
  expect(xml).toContain('Lauf &amp; Spaß &lt;b&gt;„5 km“&lt;/b&gt; \u{1f3c3}</ram:Name>');
});

test('a discount of 0 and a line of a hundred uneven pieces keep their sums', () => {
  const drafts = [draftLine({ gross: 33_300, quantity: 100 }), draftLine({ gross: 10_001, quantity: 97 })];
  expect(brokenRules(ciiOf(samplePaper({ drafts })))).toEqual([]);
});

test('whatever is billed keeps the rules', () => {
  const rates = [0, 260, 700, 810, 1000, 1300, 1900, 2000].map((rate) => basisPointsOf(rate));
  const line = fc
    .record({
      gross: fc.integer({ min: -20_000, max: 100_000 }),
      quantity: fc.integer({ min: 1, max: 100 }),
      rate: fc.constantFrom<BasisPoints>(...rates),
    })
    .map(({ rate, ...rest }) =>
      draftLine({ ...rest, ...(rate === 0 ? donation : { rate }), name: rate === 0 ? 'Spende' : 'Startplatz' }),
    );
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('invoice' as const, 'creditNote' as const, 'correction' as const),
      (drafts, kind) => {
        const paper = samplePaper({ drafts, kind, ...(kind === 'invoice' ? {} : { refersTo }) });
        expect(brokenRules(ciiOf(paper))).toEqual([]);
      },
    ),
  );
});

test('where two reasons free of tax, each line says which is its own; where there is one, the tax alone says it', () => {
  const exempt = draftLine({ gross: 500, key: 'cp', ...donation, reason: 'Steuerfrei' });
  const notes = (drafts: Parameters<typeof draftLine>[0][]) => {
    const xml = ciiOf(samplePaper({ drafts: drafts.map(draftLine) }));
    expect(brokenRules(xml)).toEqual([]);
    return [...xml.matchAll(/<ram:LineID>(\d+)<\/ram:LineID><ram:IncludedNote><ram:Content>([^<]*)/g)].map(
      ([, line, note]) => [line, note],
    );
  };
  expect(notes([{ gross: 9000 }, { gross: 777, ...donation }, exempt])).toEqual([
    ['2', donation.reason],
    ['3', 'Steuerfrei'],
  ]);
  expect(notes([{ gross: 9000 }, { gross: 777, ...donation }])).toEqual([]);
});
