/** The rules of EN 16931 that our invoices could break. Our own, so they always run. */
import sax from 'sax';

type Node = { [name: string]: Node | Node[] | string | undefined };

function treeOf(xml: string): Node {
  const root: Node = {};
  const open: Node[] = [root];
  const parser = sax.parser(true);
  parser.onopentag = ({ name, attributes }) => {
    const node: Node = {};
    for (const [key, value] of Object.entries(attributes)) node[`@_${key}`] = String(value);
    const parent = open.at(-1) as Node;
    parent[name] = [...((parent[name] as Node[] | undefined) ?? []), node];
    open.push(node);
  };
  parser.ontext = (text) => {
    const node = open.at(-1) as Node;
    node['#text'] = `${node['#text'] ?? ''}${text}`;
  };
  parser.onclosetag = () => {
    open.pop();
  };
  parser.onerror = (error) => {
    throw error;
  };
  parser.write(xml).close();
  return root;
}

const list = (value: unknown): Node[] => (value === undefined ? [] : Array.isArray(value) ? value : [value as Node]);
const at = (node: Node | undefined, path: string): Node | undefined =>
  path.split('/').reduce<Node | undefined>((found, name) => list(found?.[name])[0], node);
const text = (node: Node | undefined, path: string): string | null => {
  const found = at(node, path);
  return found === undefined ? null : String(found['#text'] ?? '').trim();
};

/** null for an amount with more than two decimals (BR-DEC). */
function amountOf(written: string | null): number | null {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(written ?? '');
  if (!match) return null;
  const value = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -value : value;
}

export function brokenRules(xml: string): string[] {
  const broken: string[] = [];
  const rule = (name: string, holds: boolean) => {
    if (!holds) broken.push(name);
  };
  const root = treeOf(xml);
  const invoice = at(root, 'rsm:CrossIndustryInvoice');
  const document = at(invoice, 'rsm:ExchangedDocument');
  const deal = at(invoice, 'rsm:SupplyChainTradeTransaction');
  const [agreement, settlement] = [
    at(deal, 'ram:ApplicableHeaderTradeAgreement'),
    at(deal, 'ram:ApplicableHeaderTradeSettlement'),
  ];
  const sums = at(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation');
  const sum = (name: string) => {
    const value = amountOf(text(sums, name));
    rule(`BR-DEC ${name}`, value !== null);
    return value ?? Number.NaN;
  };
  const total = {
    lines: sum('ram:LineTotalAmount'),
    basis: sum('ram:TaxBasisTotalAmount'),
    tax: sum('ram:TaxTotalAmount'),
    grand: sum('ram:GrandTotalAmount'),
    prepaid: sum('ram:TotalPrepaidAmount'),
    due: sum('ram:DuePayableAmount'),
  };
  rule(
    'BR-01',
    text(invoice, 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID') ===
      'urn:cen.eu:en16931:2017',
  );
  rule('BR-02', Boolean(text(document, 'ram:ID')));
  rule('BR-03', /^\d{8}$/.test(text(document, 'ram:IssueDateTime/udt:DateTimeString') ?? ''));
  const type = text(document, 'ram:TypeCode');
  rule('BR-04', ['380', '381', '384'].includes(type ?? ''));
  rule('BR-05', text(settlement, 'ram:InvoiceCurrencyCode') === 'EUR');
  for (const [name, rules] of [
    ['ram:SellerTradeParty', ['BR-06', 'BR-08', 'BR-09']],
    ['ram:BuyerTradeParty', ['BR-07', 'BR-10', 'BR-11']],
  ] as const) {
    const party = at(agreement, name);
    rule(rules[0], Boolean(text(party, 'ram:Name')));
    rule(rules[1], at(party, 'ram:PostalTradeAddress') !== undefined);
    rule(rules[2], /^[A-Z]{2}$/.test(text(party, 'ram:PostalTradeAddress/ram:CountryID') ?? ''));
  }
  const numbers = list(at(agreement, 'ram:SellerTradeParty')?.['ram:SpecifiedTaxRegistration']);
  rule('BR-CO-26', numbers.length > 0);
  for (const each of [...numbers, ...list(at(agreement, 'ram:BuyerTradeParty')?.['ram:SpecifiedTaxRegistration'])]) {
    const id = at(each, 'ram:ID') as Node;
    rule('BR-CO-09', id['@_schemeID'] !== 'VA' || /^[A-Z]{2}/.test(String(id['#text'])));
  }

  const lines = list(deal?.['ram:IncludedSupplyChainTradeLineItem']);
  rule('BR-16', lines.length > 0);
  const grossOf = new Map<string, number>();
  let ofLines = 0;
  for (const line of lines) {
    rule('BR-21', Boolean(text(line, 'ram:AssociatedDocumentLineDocument/ram:LineID')));
    rule('BR-25', Boolean(text(line, 'ram:SpecifiedTradeProduct/ram:Name')));
    const quantity = Number(text(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity'));
    rule('BR-22', Number.isFinite(quantity) && quantity !== 0);
    const priced = at(line, 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice');
    const price = Number(text(priced, 'ram:ChargeAmount'));
    rule('BR-27', price >= 0);
    const net = amountOf(
      text(
        line,
        'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount',
      ),
    );
    rule('BR-24', net !== null);
    ofLines += net ?? 0;
    const basis = Number(text(priced, 'ram:BasisQuantity') ?? 1);
    rule('price times quantity is the line', Math.abs((price * quantity * 100) / basis - (net ?? 0)) <= 0.5);
    const tax = at(line, 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax');
    const key = `${text(tax, 'ram:CategoryCode')}|${Number(text(tax, 'ram:RateApplicablePercent'))}`;
    grossOf.set(key, (grossOf.get(key) ?? 0) + (net ?? 0));
  }
  rule('BR-CO-10', ofLines === total.lines);
  rule('BR-CO-13', total.lines === total.basis);

  const taxes = list(settlement?.['ram:ApplicableTradeTax']);
  rule('BR-CO-18', taxes.length > 0);
  let ofTaxes = 0;
  for (const tax of taxes) {
    const category = text(tax, 'ram:CategoryCode') ?? '';
    const rate = Number(text(tax, 'ram:RateApplicablePercent'));
    const net = amountOf(text(tax, 'ram:BasisAmount')) ?? Number.NaN;
    const amount = amountOf(text(tax, 'ram:CalculatedAmount')) ?? Number.NaN;
    ofTaxes += amount;
    rule(`BR-${category}-08`, grossOf.get(`${category}|${rate}`) === net);
    grossOf.delete(`${category}|${rate}`);
    // Tax is computed from the order's remaining gross sum, so it may differ by one cent from this document's. The Schematron
    // allows a whole unit.
    rule('BR-CO-17', Math.abs((net * rate) / 100 - amount) <= 1 + rate / 100);
    const reason = text(tax, 'ram:ExemptionReason');
    rule(`BR-${category}-10`, ['S', 'Z'].includes(category) ? reason === null : Boolean(reason));
    if (category === 'S') rule('BR-S-05', rate > 0);
    else rule(`BR-${category}-05`, rate === 0 && amount === 0);
  }
  rule('BR-S-01', grossOf.size === 0);
  rule('BR-E-01', taxes.filter((tax) => text(tax, 'ram:CategoryCode') === 'E').length <= 1);
  rule('BR-CO-14', ofTaxes === total.tax);
  rule('BR-CO-15', total.basis + total.tax === total.grand);
  rule('BR-CO-16', total.grand - total.prepaid === total.due);
  rule('BR-CO-25', total.due <= 0 || Boolean(text(settlement, 'ram:SpecifiedTradePaymentTerms/ram:Description')));
  const means = text(settlement, 'ram:SpecifiedTradeSettlementPaymentMeans/ram:TypeCode');
  rule('BR-61', means === null || !['30', '58'].includes(means));
  const before = at(settlement, 'ram:InvoiceReferencedDocument');
  rule(
    'a paper that takes back or corrects says which one',
    type === '380' || Boolean(text(before, 'ram:IssuerAssignedID')),
  );
  return [...new Set(broken)];
}
