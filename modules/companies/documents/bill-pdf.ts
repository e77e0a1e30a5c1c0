import { addressLines } from '#modules/orders/index.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import { type BankTransfer, paymentCodePng, transferTo } from '#modules/payments/index.ts';
import { billNumber } from '#modules/payments/rules/payment-reference.ts';
import { renderArchived } from '#src/documents/document.ts';
import { present } from '#src/kernel/assert.ts';
import { formatIban } from '#src/kernel/iban.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import type { Translator } from '#src/texts/locale.ts';
import { accentOnPaper } from '#src/ui/theme.ts';
import type { Company } from '../schema.ts';
import type { BillView } from '../view-company.ts';

/** null: nothing is open, or the platform has no account. */
export const transferOfBill = ({ config }: Pick<Deps, 'config'>, { bill, open }: BillView): BankTransfer | null =>
  config.bank && open > 0 ? transferTo(config.bank, billNumber(bill.id), open) : null;

/** A collective bill as an A4 page: current prices and open sums of its orders, and how to pay. */
export async function billPdf(
  deps: Pick<Deps, 'read' | 'fonts' | 'config'>,
  { company, view, now }: { company: Company; view: BillView; now: Instant },
  i18n: Translator,
  by: RequestedBy,
): Promise<Uint8Array<ArrayBuffer>> {
  const transfer = transferOfBill(deps, view);
  const data = await dataOf(deps, company, view, now, transfer, i18n);
  const pictures: Record<string, Uint8Array> = transfer ? { 'code.png': await paymentCodePng(transfer) } : {};
  const template = 'modules/companies/documents/bill.typ';
  return renderArchived(deps.fonts, { template, data, pictures, xml: null, issuedAt: view.bill.createdAt }, by);
}

async function dataOf(
  deps: Pick<Deps, 'read' | 'config'>,
  company: Company,
  view: BillView,
  now: Instant,
  transfer: BankTransfer | null,
  i18n: Translator,
) {
  const { t, money } = i18n;
  const { bill, orders, open } = view;
  const organizer = present(await organizerById(deps.read, company.organizerId), 'a company has an organizer');
  const total = money(bill.total);
  const { accent, accentInk } = accentOnPaper(organizer.accentColor);
  return {
    language: i18n.htmlLang,
    author: organizer.name,
    accent,
    'accent-ink': accentInk,
    organizer: { name: organizer.name, lines: contactLines(organizer) },
    title: t('companies.bill.title', { number: String(bill.id) }),
    to: addressLines(company.address, i18n),
    lead: bill.withdrawnAt
      ? t('companies.paper.withdrawn', { date: i18n.date(bill.createdAt), at: i18n.date(bill.withdrawnAt) })
      : t('companies.paper.lead', { date: i18n.date(bill.createdAt), now: i18n.dateTime(now) }),
    facts: [
      { label: t('companies.bill.dueOn'), value: i18n.calendarDate(bill.dueOn) },
      ...(transfer
        ? [
            { label: t('payments.transfer.payee'), value: transfer.payee },
            { label: t('payments.transfer.iban'), value: formatIban(transfer.iban) },
            { label: t('payments.transfer.reference'), value: transfer.reference },
          ]
        : []),
    ],
    heads: ['order', 'event', 'people', 'invoice', 'billed', 'open'].map((name) =>
      t(`companies.column.${name}` as 'companies.column.order'),
    ),
    rows: orders.map((order) => [
      String(order.orderId),
      order.isLive ? order.event : t('companies.order.gone', { event: order.event }),
      i18n.number(order.people),
      order.invoice ?? '–',
      order.billed === null ? '–' : money(order.billed),
      money(order.open),
    ]),
    sums: [
      { label: t('companies.bill.total'), value: total, strong: false },
      { label: t('companies.bill.open'), value: money(open), strong: true },
    ],
    code: transfer ? t('companies.paper.code') : null,
    notes: [t('companies.paper.noInvoice'), ...(bill.withdrawnAt ? [] : [t('companies.paper.exact')])],
    foot: [
      t('companies.paper.foot', { organizer: organizer.name, platform: t('ui.product.name') }),
      deps.config.imprint.length > 0 ? deps.config.imprint.join(' · ') : deps.config.publicUrl,
    ],
  };
}
