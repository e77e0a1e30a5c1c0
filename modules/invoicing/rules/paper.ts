import { compareNames } from '#src/kernel/fold.ts';
import { type BasisPoints, type Cents, cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';

/** Complete content of a paper as immutable JSON, so that it can be drawn again years later. Money in cents. */

/** UNCL 1001: 380, 381 (positive figures), 384 (signed figures). */
export const paperKinds = ['invoice', 'creditNote', 'correction'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** S standard rate · E exempt · Z zero rate · AE reverse charge · O outside of VAT, never mixed with others. */
export type TaxCategory = 'S' | 'E' | 'Z' | 'AE' | 'O';

export type PaperParty = {
  name: string;
  /** Contact person of a company. */
  contact: string | null;
  street: string | null;
  additional: string | null;
  zipCode: string | null;
  city: string | null;
  /** ISO 3166-1, two letters. */
  countryCode: string | null;
  vatId: string | null;
  /** Tax office number, if there is no VAT id. */
  taxNumber: string | null;
  email: string | null;
};

export type DraftLine = {
  key: string;
  name: string;
  detail: string | null;
  /** Negative when a paper reverses it. */
  quantity: number;
  unitGross: Cents;
  /** Total; negative for a discount. */
  gross: Cents;
  rate: BasisPoints;
  category: TaxCategory;
  /** Reason of exemption; for all categories but S and Z. */
  reason: string | null;
};
export type PaperLine = DraftLine & { net: Cents };

/** One per category and rate (EN 16931); several reasons are joined. */
export type PaperTax = {
  category: TaxCategory;
  rate: BasisPoints;
  net: Cents;
  tax: Cents;
  gross: Cents;
  reason: string | null;
};
export type PaperTotals = { net: Cents; tax: Cents; gross: Cents; prepaid: Cents; due: Cents };

/** `card`, `online`: by the provider; `bank`: transfer; `cash`: at the desk; `clearing`: offset. */
export type PaymentMeans = 'bank' | 'cash' | 'card' | 'online' | 'clearing' | 'other';
export type PaperPayment = {
  means: PaymentMeans;
  /** In the paper's language. */
  text: string;
  paidOn: CalendarDate | null;
  /** Payment terms; required if an amount is due. */
  terms: string | null;
};

export const lengthUnits = ['px', 'em', 'cm'] as const;
export type Length = { value: number; unit: (typeof lengthUnits)[number] };
export type Spacing = Record<'top' | 'bottom' | 'left' | 'right', Length>;
export const pictureAreas = ['header', 'center', 'footer'] as const;
/** The template at the time of issue; pictures are names of stored files. */
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
  /** null: small amounts need no recipient. */
  buyer: PaperParty | null;
  /** Sentence naming the platform as issuer on behalf of the seller; null: issued by the seller itself. */
  issuedBy: string | null;
  issuedOn: CalendarDate;
  supply: { from: CalendarDate; to: CalendarDate };
  refersTo: { number: string; issuedOn: CalendarDate } | null;
  subject: string;
  orderNumber: string | null;
  lines: PaperLine[];
  taxes: PaperTax[];
  totals: PaperTotals;
  payment: PaperPayment | null;
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

/** Tax within a gross sum, rounded half up by absolute value. */
export function taxIn(gross: Cents, rate: BasisPoints): Cents {
  const whole = BigInt(Math.abs(gross));
  const divisor = 10_000n + BigInt(rate);
  const tax = Number((2n * whole * BigInt(rate) + divisor) / (2n * divisor));
  return cents(gross < 0 ? -tax : tax);
}

/** Billed so far, by `taxKey`. */
export type BilledTaxes = ReadonlyMap<string, { gross: Cents; tax: Cents }>;
export const taxKey = ({ category, rate }: Pick<PaperTax, 'category' | 'rate'>): string => `${category}|${rate}`;

/** Kind of the new paper and what earlier papers of the order billed. */
type Before = { kind: PaperKind; billed: BilledTaxes };

/**
 * Net lines, taxes and totals that add up exactly. The taxes of all papers of an order together always equal the tax of
 * its current cost, so the tax of one paper may differ by a cent from that of its own total.
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
  const billed = before?.billed.get(taxKey(of));
  if (!before || !billed) return taxIn(gross, of.rate);
  const sign = billedSign(before.kind);
  return cents(sign * (taxIn(cents(billed.gross + sign * gross), of.rate) - billed.tax));
}

/** Rounds down, then gives the remaining cents to the largest remainders; ties go to the first line. */
function netsOf(lines: readonly DraftLine[], rate: BasisPoints, net: Cents): Cents[] {
  // Works on absolute values, so that a reversal repeats the original figures.
  const sign = net < 0 ? -1 : 1;
  const divisor = 10_000n + BigInt(rate);
  const parts = lines.map(({ gross }, at) => {
    const exact = BigInt(sign * gross) * 10_000n;
    const remainder = ((exact % divisor) + divisor) % divisor;
    return { at, remainder, floor: Number((exact - remainder) / divisor) };
  });
  const left = sign * net - parts.reduce((sum, { floor }) => sum + floor, 0);
  // More than one cent per line, which earlier papers may require, is spread evenly.
  const each = Math.floor(left / parts.length);
  const result = parts.map(({ floor }) => floor + each);
  const sorted = [...parts].sort((a, b) => Number(b.remainder - a.remainder) || a.at - b.at);
  for (const { at } of sorted.slice(0, left - each * parts.length)) result[at] = (result[at] as number) + 1;
  return result.map((one) => cents(sign * one));
}

export const reasonsOf = (lines: readonly Pick<DraftLine, 'reason'>[]): string[] => [
  ...new Set(lines.flatMap(({ reason }) => reason ?? [])),
];

export const takenBack = (lines: readonly DraftLine[]): DraftLine[] =>
  lines.map((line) => ({
    ...line,
    quantity: -line.quantity,
    gross: cents(-line.gross),
  }));

/** A credit note reduces what is billed. */
export const billedSign = (kind: PaperKind): 1 | -1 => (kind === 'creditNote' ? -1 : 1);
