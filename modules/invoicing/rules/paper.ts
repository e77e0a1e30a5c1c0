import { compareNames } from '#src/kernel/fold.ts';
import { type BasisPoints, type Cents, cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';

/**
 * What a paper says: everything, so that it can be drawn again years later. Plain JSON that is stored with the paper and
 * never changes. Money in cents.
 */

/** `invoice` 380, `creditNote` 381 (its figures are positive), `correction` 384 (its figures have their sign). */
export const paperKinds = ['invoice', 'creditNote', 'correction'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** S standard rate · E exempt · Z zero rate · AE reverse charge · O no supply at all, which stands alone on a paper. */
export type TaxCategory = 'S' | 'E' | 'Z' | 'AE' | 'O';

export type PaperParty = {
  name: string;
  /** Whom at a company it goes to. */
  contact: string | null;
  street: string | null;
  additional: string | null;
  zipCode: string | null;
  city: string | null;
  /** ISO 3166-1, two letters. */
  countryCode: string | null;
  vatId: string | null;
  /** The number of the tax office, where there is no VAT id. */
  taxNumber: string | null;
  email: string | null;
};

export type DraftLine = {
  /** What it is the line of, so that what was said can be counted together over all papers of an order. */
  key: string;
  name: string;
  detail: string | null;
  /** Below 0 where a paper takes something back. */
  quantity: number;
  /** One unit, gross. */
  unitGross: Cents;
  /** All of it, gross; below 0 for a discount. */
  gross: Cents;
  rate: BasisPoints;
  category: TaxCategory;
  /** Why nothing is charged; of all categories but S and Z. */
  reason: string | null;
};
export type PaperLine = DraftLine & { net: Cents };

/** One a category and rate, as EN 16931 wants it; the reasons of several exemptions stand together. */
export type PaperTax = {
  category: TaxCategory;
  rate: BasisPoints;
  net: Cents;
  tax: Cents;
  gross: Cents;
  reason: string | null;
};
export type PaperTotals = { net: Cents; tax: Cents; gross: Cents; prepaid: Cents; due: Cents };

/** How a paper is paid: `card` and `online` through a provider, `bank` by transfer, `cash` at the desk, `clearing` against something else. */
export type PaymentMeans = 'bank' | 'cash' | 'card' | 'online' | 'clearing' | 'other';
export type PaperPayment = {
  means: PaymentMeans;
  /** In words of the paper's language. */
  text: string;
  /** When it was paid; null: it is not yet. */
  paidOn: CalendarDate | null;
  /** When, or how, what is due is paid; needed where something is due. */
  terms: string | null;
};

export const lengthUnits = ['px', 'em', 'cm'] as const;
export type Length = { value: number; unit: (typeof lengthUnits)[number] };
export type Spacing = Record<'top' | 'bottom' | 'left' | 'right', Length>;
export const pictureAreas = ['header', 'center', 'footer'] as const;
/** How the seller's papers looked then. Pictures are names of stored files. */
export type PaperTemplate = {
  textTop: string | null;
  textBottom: string | null;
  spacing: Spacing;
  pictures: Record<(typeof pictureAreas)[number], string | null>;
  /** `#rrggbb` */
  accent: string | null;
};

export type PaperData = {
  version: 1;
  kind: PaperKind;
  number: string;
  language: 'de' | 'en-us';
  currency: 'EUR';
  seller: PaperParty;
  /** null: a small amount, whose paper needs no recipient. */
  buyer: PaperParty | null;
  /** A sentence: who issues it in the name and for the account of the seller; null: the seller itself. */
  issuedBy: string | null;
  issuedOn: CalendarDate;
  supply: { from: CalendarDate; to: CalendarDate };
  /** The paper that this one takes back or corrects. */
  refersTo: { number: string; issuedOn: CalendarDate } | null;
  /** What it is about: event, place, period. */
  subject: string;
  orderNumber: string | null;
  lines: PaperLine[];
  taxes: PaperTax[];
  totals: PaperTotals;
  payment: PaperPayment | null;
  /** Sentences below the sums. */
  notes: string[];
  template: PaperTemplate;
};

export const plainTemplate: PaperTemplate = {
  textTop: null,
  textBottom: null,
  spacing: {
    top: { value: 1.8, unit: 'cm' },
    bottom: { value: 2.6, unit: 'cm' },
    left: { value: 2, unit: 'cm' },
    right: { value: 2, unit: 'cm' },
  },
  pictures: { header: null, center: null, footer: null },
  accent: null,
};

/** The tax in a gross sum, rounded half up; of a sum below 0 that of the same sum above it. */
export function taxIn(gross: Cents, rate: BasisPoints): Cents {
  const whole = BigInt(Math.abs(gross));
  const divisor = 10_000n + BigInt(rate);
  const tax = Number((2n * whole * BigInt(rate) + divisor) / (2n * divisor));
  return cents(gross < 0 ? -tax : tax);
}

/** Gross and tax billed by the papers of an order so far, by category and rate (`taxKey`). */
export type BilledTaxes = ReadonlyMap<string, { gross: Cents; tax: Cents }>;
export const taxKey = ({ category, rate }: Pick<PaperTax, 'category' | 'rate'>): string => `${category}|${rate}`;

/** The paper that is figured, and what the papers of its order said before it; a paper that stands alone has neither. */
type Before = { kind: PaperKind; said: BilledTaxes };

/**
 * The lines with their nets, the tax once a category and rate, and the sums: what adds up adds up exactly. After each paper
 * of an order its taxes together are the tax in what it costs by then, so that refunds in parts take back exactly what was
 * billed. The tax of such a paper is therefore up to a cent beside the tax in its own sum.
 */
export function figuresOf(
  drafts: readonly DraftLine[],
  prepaid: Cents | 'all',
  before?: Before,
): Pick<PaperData, 'lines' | 'taxes' | 'totals'> {
  const groups = [...Map.groupBy(drafts, taxKey).values()];
  const nets = new Map<DraftLine, Cents>();
  const taxes = groups.map((lines): PaperTax => {
    const [{ category, rate }] = lines as [DraftLine];
    const gross = sumCents(lines.map((line) => line.gross));
    const tax = taxAfter(gross, { category, rate }, before);
    const net = cents(gross - tax);
    netsOf(lines, rate, net).forEach((each, at) => {
      nets.set(lines[at] as DraftLine, each);
    });
    return { category, rate, net, tax, gross, reason: reasonsOf(lines).join('; ') || null };
  });
  taxes.sort((a, b) => b.rate - a.rate || compareNames(a.category, b.category));
  const gross = sumCents(taxes.map((tax) => tax.gross));
  const paid = prepaid === 'all' ? gross : prepaid;
  return {
    lines: drafts.map((line) => ({ ...line, net: nets.get(line) ?? zeroCents })),
    taxes,
    totals: {
      net: sumCents(taxes.map(({ net }) => net)),
      tax: sumCents(taxes.map(({ tax }) => tax)),
      gross,
      prepaid: paid,
      due: cents(gross - paid),
    },
  };
}

function taxAfter(gross: Cents, of: Pick<PaperTax, 'category' | 'rate'>, before: Before | undefined): Cents {
  const said = before?.said.get(taxKey(of));
  if (!before || !said) return taxIn(gross, of.rate);
  const sign = billedSign(before.kind);
  return cents(sign * (taxIn(cents(said.gross + sign * gross), of.rate) - said.tax));
}

/** Rounded down each; the cents that are left go to the largest remainders, of equal ones to the first. */
function netsOf(lines: readonly DraftLine[], rate: BasisPoints, net: Cents): Cents[] {
  // Of a sum below 0 everything is as of the same sum above it, so that what is taken back is what was said.
  const sign = net < 0 ? -1 : 1;
  const divisor = 10_000n + BigInt(rate);
  const parts = lines.map(({ gross }, at) => {
    const exact = BigInt(sign * gross) * 10_000n;
    const remainder = ((exact % divisor) + divisor) % divisor;
    return { at, remainder, floor: Number((exact - remainder) / divisor) };
  });
  const left = sign * net - parts.reduce((sum, { floor }) => sum + floor, 0);
  // Beyond one cent a line, which the taxes of earlier papers may demand, all lines get the same.
  const each = Math.floor(left / parts.length);
  const result = parts.map(({ floor }) => floor + each);
  const sorted = [...parts].sort((a, b) => Number(b.remainder - a.remainder) || a.at - b.at);
  for (const { at } of sorted.slice(0, left - each * parts.length)) result[at] = (result[at] as number) + 1;
  return result.map((one) => cents(sign * one));
}

/** Why nothing is charged, each reason once; where there are several, a line says which is its own. */
export const reasonsOf = (lines: readonly Pick<DraftLine, 'reason'>[]): string[] => [
  ...new Set(lines.flatMap(({ reason }) => reason ?? [])),
];

/** The same lines with the other sign: what takes a paper back. */
export const takenBack = (lines: readonly DraftLine[]): DraftLine[] =>
  lines.map((line) => ({
    ...line,
    quantity: -line.quantity,
    gross: cents(-line.gross),
  }));

/** What a paper adds to what its order was billed: a credit note takes away. */
export const billedSign = (kind: PaperKind): 1 | -1 => (kind === 'creditNote' ? -1 : 1);
