import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import {
  addAudit,
  itemLabelAlone,
  mainOrganizer,
  noteInvoice,
  type OrderRecord,
  orderOf,
  orderTranslator,
  paymentWay,
} from '#modules/orders/index.ts';
import type { OrderItem } from '#modules/orders/rules/order-item.ts';
import { type Organizer, organizerById } from '#modules/organizers/index.ts';
import { moneyOfOrder } from '#modules/payments/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type Cents, cents, minCents, zeroCents } from '#src/kernel/money.ts';
import { accountMethod, cashMethod, isOnlineMethod } from '#src/kernel/payment-methods.ts';
import { dateIn } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { issuePaper, languageOf, type NewPaper, partyOfAddress, partyOfOrganizer } from '../papers/issue-paper.ts';
import { paperTemplateOf } from '../read-template.ts';
import {
  billedBy,
  billedTaxes,
  type MissingPaper,
  missingPapers,
  positionsOf,
  type ReimbursementTexts,
  type TaxOf,
} from '../rules/billing.ts';
import { figuresOf, type PaperParty, type PaperTemplate, type PaymentMeans } from '../rules/paper.ts';
import { refuse } from '../rules/problems.ts';
import { costOf, type InvoiceRefusal, missingOf, refusalOf } from '../rules/refusal.ts';
import { settlementClosedAt } from '../settlements/read-settlements.ts';
import { invoiceAmong, type PaperRow, papersOf } from './order-papers.ts';
import { concernsPapers } from './read-bill-needs.ts';

/**
 * Issues the missing papers of an order: the invoice once it is paid and has an address, then a paper for each
 * difference. Idempotent. Returns why no invoice is issued, or null.
 */
async function billOrder(work: Work, orderId: number): Promise<InvoiceRefusal | null> {
  const bill = await gather(work, orderId);
  if (!bill) return null;
  const { order, papers, wanted, refusal } = bill;
  // A reopened order waits for payment, so its papers stay as they are.
  if (order.status === 'pending') return refusal;
  const live = invoiceAmong(papers);
  const missing = missingPapers({
    wanted,
    billed: billedBy(papers),
    mayInvoice: refusal === null,
    words: backWords(bill.i18n),
    isOtherBuyer: live !== null && bill.buyer !== null && !isSameParty(live.data.buyer, bill.buyer),
  });
  let known: { id: number; kind: string; number: string }[] = papers;
  for (const paper of missing) {
    const issued = await issuePaper(work, newPaper(bill, paper, known));
    known = [...known, { ...issued, kind: paper.kind }];
    await addAudit(work, { orderId, type: 'Other', editorId: null, comment: `paper.${paper.kind} ${issued.number}` });
  }
  if (missing.length > 0 && papers.length === 0) await noteInvoice(work, orderId);
  return refusal;
}

/**
 * The order's invoice, issued now if missing. @throws Problem CANT_CREATE_INVOICE (`details.reason`), _EVENT,
 * _NO_ADDRESS, _TOO_LATE
 */
export async function invoiceOfOrder(work: Work, orderId: number): Promise<PaperRow> {
  const refusal = await billOrder(work, orderId);
  const invoice = invoiceAmong(await papersOf(work.tx, orderId));
  if (invoice) return invoice;
  const { code, reason } = refusal ?? { code: 'CANT_CREATE_INVOICE_EVENT', reason: null };
  return refuse(code, reason ? { reason } : {});
}

export async function savePapers(work: Work, orderId: number): Promise<void> {
  if (await concernsPapers(work.tx, orderId)) await billOrder(work, orderId);
}

type Bill = {
  order: OrderRecord;
  organizer: Organizer;
  seller: PaperParty;
  buyer: PaperParty | null;
  papers: PaperRow[];
  wanted: ReturnType<typeof positionsOf>;
  refusal: InvoiceRefusal | null;
  open: Cents;
  i18n: Translator;
  template: PaperTemplate;
};

/** null: no seller. */
async function gather({ tx, now }: Work, orderId: number): Promise<Bill | null> {
  const order = await orderOf(tx, orderId);
  const main = order && mainOrganizer(order);
  const organizer = main ? await organizerById(tx, main.id) : null;
  if (!order || !organizer) return null;
  const seller = partyOfOrganizer(organizer);
  const i18n = orderTranslator(order, languageOf(seller));
  const catalog = present(await catalogOf(tx, order.eventId), 'an order has an event');
  const money = await moneyOfOrder(tx, order);
  const cost = costOf(order, money);
  const wanted = positionsOf(order.orderItems, cost, taxOf(order, catalog, organizer, i18n), {
    nameOf: (item) => itemLabelAlone(item, i18n),
    detailOf: ({ kind, code }) => (kind === 'voucher' ? code : null),
    ...backWords(i18n),
  });
  const buyer = order.invoiceAddress ? partyOfAddress(order.invoiceAddress) : null;
  const refusal = refusalOf({
    ...order,
    cost,
    hasAddress: buyer !== null,
    closedAt: await settlementClosedAt(tx, order.eventId),
    missing: buyer && missingOf({ seller, buyer, lines: wanted, on: dateIn(now, order.event.timeZone) }),
    now,
  });
  const accent = whiteLabelOf(order)?.accent ?? main?.accentColor ?? null;
  const template = { ...(await paperTemplateOf(tx, organizer.id)), accent };
  const papers = await papersOf(tx, orderId);
  return { order, organizer, seller, buyer, papers, wanted, refusal, open: money.open, i18n, template };
}

/**
 * Donations are no supply, nor are vouchers on donations alone. Other untaxed items are exempt for the organizer's
 * stated reason.
 */
function taxOf(order: OrderRecord, { articles }: Catalog, { taxExemption }: Organizer, { t }: Translator): TaxOf {
  const people = order.competitions.flatMap(({ teams }) => teams.flatMap(({ participants }) => participants));
  const donated = new Set(
    people
      .flatMap(({ orderedArticleVariants }) => orderedArticleVariants)
      .filter(({ articleId }) => articles.find(({ id }) => id === articleId)?.type === 'donation')
      .map(({ name, variantName }) => (variantName ? `${name}, ${variantName}` : name)),
  );
  const isDonation = ({ kind, name }: OrderItem) => kind === 'article' && donated.has(name);
  const reducible = order.orderItems.filter(({ kind, vat }) => vat === 0 && (kind === 'ticket' || kind === 'article'));
  const givesOnly = reducible.length > 0 && reducible.every(isDonation);
  return (item) => {
    if (item.vat > 0) return { category: 'S', reason: null };
    const why = isDonation(item) || (item.kind === 'voucher' && givesOnly) ? 'donation' : (taxExemption ?? 'unnamed');
    return { category: 'E', reason: t(`invoicing.exempt.${why}`) };
  };
}

const backWords = ({ t }: Translator): ReimbursementTexts => ({
  givenBack: t('invoicing.line.givenBack'),
  rest: t('invoicing.line.rest'),
  already: t('invoicing.line.already'),
  undone: t('invoicing.line.undone'),
});

const isSameParty = (one: PaperParty | null, other: PaperParty): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function newPaper(
  bill: Bill,
  { kind, lines, isReplaced = false }: MissingPaper,
  known: readonly { id: number; kind: string; number: string }[],
): NewPaper {
  const { order, organizer, seller, i18n } = bill;
  const { event } = order;
  const live = known.findLast((paper) => paper.kind === 'invoice') ?? null;
  const before = bill.papers.findLast(({ id }) => id === live?.id)?.data;
  const figures = figuresOf(lines, 'all', kind === 'invoice' ? undefined : { kind, billed: billedTaxes(bill.papers) });
  const { gross } = figures.totals;
  const due = isReplaced ? zeroCents : kind === 'creditNote' || gross < 0 ? gross : minCents(bill.open, gross);
  const owed = order.paymentMethod === accountMethod ? 'invoicing.terms.account' : 'invoicing.terms.open';
  const terms = due === 0 ? null : i18n.t(kind === 'creditNote' || gross < 0 ? 'invoicing.terms.back' : owed);
  const replaces = kind === 'invoice' && live ? [i18n.t('invoicing.note.replaces', { number: live.number })] : [];
  return {
    series: { organizerId: organizer.id },
    organizerId: organizer.id,
    eventId: order.eventId,
    orderId: order.id,
    refersTo: kind === 'invoice' ? null : live,
    occasion: `order-${order.id}-${known.length + 1}`,
    timeZone: event.timeZone,
    data: {
      kind,
      language: i18n.locale,
      seller: kind === 'invoice' ? seller : (before?.seller ?? seller),
      // Corrections go to the recipient of the corrected paper.
      buyer: kind === 'invoice' ? bill.buyer : (before?.buyer ?? bill.buyer),
      issuedBy: i18n.t('invoicing.paper.issuedBy', { platform: i18n.t('ui.product.name'), seller: seller.name }),
      supply: {
        from: dateIn(event.startTimestamp, event.timeZone),
        to: dateIn(event.endTimestamp, event.timeZone),
      },
      subject: [event.title, event.location].filter(Boolean).join(', '),
      orderNumber: order.orderNumber,
      ...figures,
      totals: { ...figures.totals, prepaid: cents(gross - due), due },
      payment: {
        means: isReplaced ? 'clearing' : meansOf(order.paymentMethod),
        text: kind === 'invoice' ? paymentWay(order, i18n) : i18n.t(`invoicing.payment.${kind}`),
        paidOn: kind === 'invoice' && order.paidAt !== null ? dateIn(order.paidAt, event.timeZone) : null,
        terms,
      },
      notes: isReplaced ? [i18n.t('invoicing.note.replaced')] : replaces,
      template: bill.template,
    },
  };
}

const cards: readonly string[] = ['visa', 'mastercard', 'applepay', 'googlepay'];
function meansOf(method: string | null): PaymentMeans {
  if (method === null) return 'other';
  if (method === 'bank' || method === cashMethod) return method;
  return cards.includes(method) ? 'card' : isOnlineMethod(method) ? 'online' : 'other';
}
