/** Sample papers for tests and previews. */
import { basisPointsOf, type Cents, cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { type BilledTaxes, type DraftLine, figuresOf, type PaperData, plainTemplate } from './rules/paper.ts';

export const draftLine = (change: Omit<Partial<DraftLine>, 'gross'> & { gross: number }): DraftLine => {
  const { gross, quantity = 1, ...others } = change;
  return {
    key: 'ticket|Halbmarathon',
    name: 'Halbmarathon',
    detail: null,
    unitGross: cents(Math.trunc(Math.abs(gross) / Math.max(1, Math.abs(quantity)))),
    rate: basisPointsOf(2000),
    category: 'S',
    reason: null,
    ...others,
    quantity,
    gross: cents(gross),
  };
};

export function samplePaper(
  change: Partial<PaperData> & { drafts?: DraftLine[]; prepaid?: Cents | 'all'; billed?: BilledTaxes } = {},
): PaperData {
  const { drafts = [draftLine({ gross: 9000, quantity: 2 })], prepaid = 'all', billed, ...others } = change;
  return {
    version: 1,
    kind: 'invoice',
    number: 'R1-000001',
    language: 'de',
    currency: 'EUR',
    seller: {
      name: 'Laufverein Donau',
      contact: null,
      street: 'Hauptplatz 1',
      additional: null,
      zipCode: '4020',
      city: 'Linz',
      countryCode: 'AT',
      vatId: 'ATU12345675',
      taxNumber: null,
      email: 'info@laufverein.example',
    },
    buyer: {
      name: 'Größe & Söhne GmbH',
      contact: 'Zoë Wałęsa',
      street: 'Ring 5',
      additional: null,
      zipCode: '1010',
      city: 'Wien',
      countryCode: 'AT',
      vatId: null,
      taxNumber: null,
      email: null,
    },
    issuedBy: 'Ausgestellt durch Startblock im Namen und auf Rechnung von Laufverein Donau.',
    issuedOn: '2026-03-02' as CalendarDate,
    supply: { from: '2026-05-17' as CalendarDate, to: '2026-05-17' as CalendarDate },
    refersTo: null,
    subject: 'Donaulauf 2026, Linz',
    orderNumber: '17',
    payment: {
      means: 'card',
      text: 'Bezahlt am 02.03.2026 mit Visa.',
      paidOn: '2026-03-02' as CalendarDate,
      terms: null,
    },
    notes: [],
    template: plainTemplate,
    ...figuresOf(drafts, prepaid, billed ? { kind: others.kind ?? 'invoice', billed } : undefined),
    ...others,
  };
}
