import type { BasisPoints, Cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import {
  type PaperData,
  type PaperLine,
  type PaperParty,
  type PaperTax,
  type PaymentMeans,
  reasonsOf,
} from './paper.ts';

/**
 * What a paper lacks to be an EN 16931 invoice. Small amounts may lack recipient and seller's number; the law allows
 * such papers without an electronic invoice.
 */
export function lackingForEInvoice({ seller, buyer, lines }: PaperData): string[] {
  const missing: string[] = [];
  if (!seller.countryCode) missing.push('seller.countryCode');
  if (!seller.vatId && !seller.taxNumber) missing.push('seller.vatId');
  if (!buyer?.name) missing.push('buyer.name');
  if (!buyer?.countryCode) missing.push('buyer.countryCode');
  if (lines.length === 0) missing.push('lines');
  if (lines.some(({ category }) => category === 'O') && lines.some(({ category }) => category !== 'O'))
    missing.push('lines.category');
  return missing;
}
export const isEInvoice = (data: PaperData): boolean => lackingForEInvoice(data).length === 0;

/** Cross Industry Invoice, profile EN 16931 of Factur-X and ZUGFeRD. Deterministic text. */

const typeCodes = { invoice: '380', creditNote: '381', correction: '384' } as const;
/** UNCL 4461. A completed transfer names no account. */
const meansCodes: Record<PaymentMeans, string> = {
  bank: '1',
  cash: '10',
  card: '48',
  online: '68',
  clearing: '97',
  other: '1',
};

const namespaces = [
  ['rsm', 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'],
  ['qdt', 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100'],
  ['ram', 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'],
  ['udt', 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100'],
] as const;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Drops characters that XML 1.0 cannot express. */
const escaped = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character] as string);

type Xml = { xml: string };
const xmlOf = (xml: string): Xml => ({ xml });
type Content = string | Xml | null | readonly (Xml | null)[];

/** Returns null without content. Text is escaped, elements are not. */
function el(name: string, content: Content, attributes: Record<string, string> = {}): Xml | null {
  if (content === null || content === '') return null;
  const inside =
    typeof content === 'string'
      ? escaped(content)
      : 'xml' in content
        ? content.xml
        : content.map((each) => each?.xml ?? '').join('');
  if (inside === '') return null;
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return xmlOf(`<${name}${written.join('')}>${inside}</${name}>`);
}

const amount = (value: Cents): string => {
  const digits = String(Math.abs(value)).padStart(3, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const percent = (rate: BasisPoints): string => (rate / 100).toFixed(2).replace(/\.?0+$/, '');
const day = (date: CalendarDate, prefix: 'udt' | 'qdt' = 'udt') =>
  el(`${prefix}:DateTimeString`, date.replaceAll('-', ''), { format: '102' });

/**
 * Net unit price, never negative. With `basis` it is the line's total for so many units, when four decimals would not
 * reproduce the sum.
 */
function unitPrice({ net, quantity }: Pick<PaperLine, 'net' | 'quantity'>): { price: string; basis: number | null } {
  const [whole, count] = [Math.abs(net), Math.abs(quantity)];
  const scaled = Math.round((whole * 100) / count);
  if (Math.round((scaled * count) / 100) !== whole || Math.abs(scaled * count - whole * 100) >= 50)
    return { price: amount(whole as Cents), basis: count };
  const digits = String(scaled).padStart(5, '0');
  return { price: `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/0{1,2}$/, ''), basis: null };
}

/** Discounts have a negative quantity, because prices cannot be negative. */
const billedQuantity = ({ net, gross, quantity }: PaperLine): number => {
  const isLess = net < 0 || (net === 0 && gross < 0);
  return isLess ? -Math.abs(quantity) : Math.abs(quantity);
};

/** `note`: reason of exemption if a paper has several; EN 16931 has no field per line. */
function lineOf(line: PaperLine, at: number, note: string | null): Xml | null {
  const { price, basis } = unitPrice(line);
  return el('ram:IncludedSupplyChainTradeLineItem', [
    el('ram:AssociatedDocumentLineDocument', [
      el('ram:LineID', String(at + 1)),
      el('ram:IncludedNote', [el('ram:Content', note)]),
    ]),
    el('ram:SpecifiedTradeProduct', [el('ram:Name', line.name), el('ram:Description', line.detail)]),
    el('ram:SpecifiedLineTradeAgreement', [
      el('ram:NetPriceProductTradePrice', [
        el('ram:ChargeAmount', price),
        basis === null ? null : el('ram:BasisQuantity', String(basis), { unitCode: 'C62' }),
      ]),
    ]),
    el('ram:SpecifiedLineTradeDelivery', [el('ram:BilledQuantity', String(billedQuantity(line)), { unitCode: 'C62' })]),
    el('ram:SpecifiedLineTradeSettlement', [
      el('ram:ApplicableTradeTax', [
        el('ram:TypeCode', 'VAT'),
        el('ram:CategoryCode', line.category),
        line.category === 'O' ? null : el('ram:RateApplicablePercent', percent(line.rate)),
      ]),
      el('ram:SpecifiedTradeSettlementLineMonetarySummation', [el('ram:LineTotalAmount', amount(line.net))]),
    ]),
  ]);
}

function partyOf(name: string, party: PaperParty): Xml | null {
  return el(name, [
    el('ram:Name', party.name),
    party.contact ? el('ram:DefinedTradeContact', [el('ram:PersonName', party.contact)]) : null,
    el('ram:PostalTradeAddress', [
      el('ram:PostcodeCode', party.zipCode),
      el('ram:LineOne', party.street),
      el('ram:LineTwo', party.additional),
      el('ram:CityName', party.city),
      el('ram:CountryID', party.countryCode),
    ]),
    el('ram:URIUniversalCommunication', [el('ram:URIID', party.email, { schemeID: 'EM' })]),
    el('ram:SpecifiedTaxRegistration', [el('ram:ID', party.vatId, { schemeID: 'VA' })]),
    el('ram:SpecifiedTaxRegistration', [el('ram:ID', party.taxNumber, { schemeID: 'FC' })]),
  ]);
}

const taxOf = (tax: PaperTax): Xml | null =>
  el('ram:ApplicableTradeTax', [
    el('ram:CalculatedAmount', amount(tax.tax)),
    el('ram:TypeCode', 'VAT'),
    el('ram:ExemptionReason', tax.reason),
    el('ram:BasisAmount', amount(tax.net)),
    el('ram:CategoryCode', tax.category),
    tax.category === 'O' ? null : el('ram:RateApplicablePercent', percent(tax.rate)),
  ]);

/** Requires that `lackingForEInvoice` is empty. */
export function ciiOf(paper: PaperData): string {
  const { lines, taxes, totals, payment, buyer, supply, refersTo, template } = paper;
  const hasSeveral = reasonsOf(lines).length > 1;
  const isOneDay = supply.from === supply.to;
  const notes = [paper.issuedBy, paper.subject, template.textTop, ...paper.notes, template.textBottom];
  const root = el(
    'rsm:CrossIndustryInvoice',
    [
      el('rsm:ExchangedDocumentContext', [
        el('ram:GuidelineSpecifiedDocumentContextParameter', [el('ram:ID', 'urn:cen.eu:en16931:2017')]),
      ]),
      el('rsm:ExchangedDocument', [
        el('ram:ID', paper.number),
        el('ram:TypeCode', typeCodes[paper.kind]),
        el('ram:IssueDateTime', day(paper.issuedOn)),
        ...notes.map((note) => (note?.trim() ? el('ram:IncludedNote', [el('ram:Content', note.trim())]) : null)),
      ]),
      el('rsm:SupplyChainTradeTransaction', [
        ...lines.map((line, at) => lineOf(line, at, hasSeveral ? line.reason : null)),
        el('ram:ApplicableHeaderTradeAgreement', [
          partyOf('ram:SellerTradeParty', paper.seller),
          buyer ? partyOf('ram:BuyerTradeParty', buyer) : null,
          el('ram:BuyerOrderReferencedDocument', [el('ram:IssuerAssignedID', paper.orderNumber)]),
        ]),
        el('ram:ApplicableHeaderTradeDelivery', [
          el('ram:ActualDeliverySupplyChainEvent', [el('ram:OccurrenceDateTime', day(supply.to))]),
        ]),
        el('ram:ApplicableHeaderTradeSettlement', [
          el('ram:InvoiceCurrencyCode', paper.currency),
          payment
            ? el('ram:SpecifiedTradeSettlementPaymentMeans', [
                el('ram:TypeCode', meansCodes[payment.means]),
                el('ram:Information', payment.text),
              ])
            : null,
          ...taxes.map(taxOf),
          isOneDay
            ? null
            : el('ram:BillingSpecifiedPeriod', [
                el('ram:StartDateTime', day(supply.from)),
                el('ram:EndDateTime', day(supply.to)),
              ]),
          el('ram:SpecifiedTradePaymentTerms', [el('ram:Description', payment?.terms ?? null)]),
          el('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
            el('ram:LineTotalAmount', amount(totals.net)),
            el('ram:TaxBasisTotalAmount', amount(totals.net)),
            el('ram:TaxTotalAmount', amount(totals.tax), { currencyID: paper.currency }),
            el('ram:GrandTotalAmount', amount(totals.gross)),
            el('ram:TotalPrepaidAmount', amount(totals.prepaid)),
            el('ram:DuePayableAmount', amount(totals.due)),
          ]),
          refersTo
            ? el('ram:InvoiceReferencedDocument', [
                el('ram:IssuerAssignedID', refersTo.number),
                el('ram:FormattedIssueDateTime', day(refersTo.issuedOn, 'qdt')),
              ])
            : null,
        ]),
      ]),
    ],
    Object.fromEntries(namespaces.map(([prefix, uri]) => [`xmlns:${prefix}`, uri])),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root?.xml ?? ''}\n`;
}
