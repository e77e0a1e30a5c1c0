import type { ReactElement } from 'react';
import { type Cents, toPercent } from '#src/kernel/money.ts';
import { giftCardMethod } from '#src/kernel/payment-methods.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Table } from '#src/ui/table.tsx';
import { mainOrganizer } from '../assemble-orders.ts';
import type { OrderRecord } from '../read.ts';
import { isTaxed, type OrderItem, retainedCode, taxesOf } from '../rules/order-item.ts';
import type { OrderMoney } from '../rules/order-money.ts';

export const Lines = ({ lines }: { lines: readonly string[] }): ReactElement => (
  <>
    {lines.map((line) => (
      <span className="address-line" key={line}>
        {line}
        <br />
      </span>
    ))}
  </>
);

export function OrderLines(props: {
  items: readonly OrderItem[];
  total: Cents;
  i18n: Translator;
  isOrdered?: boolean;
  whose?: readonly string[];
}): ReactElement {
  const { items, total, i18n, isOrdered = false, whose: lineOwners = [] } = props;
  // Phones show an amount only above 1.
  const quantity = ({ amount }: OrderItem) => (amount === 1 ? <span className="one-piece">1</span> : amount);
  const named = ({ label, index }: { label: string; index: number }) =>
    lineOwners[index] ? (
      <>
        {label}
        <span className="line-whose">{lineOwners[index]}</span>
      </>
    ) : (
      label
    );
  const rows = items.map((line, index) => ({ ...line, index, label: itemLabel(line, i18n) }));
  return (
    <section className="order-items">
      <Table
        caption={i18n.t(isOrdered ? 'orders.lines.ordered' : 'orders.check.lines')}
        rows={rows}
        rowKey={(line) => line.index}
        empty={null}
        columns={[
          { key: 'name', title: i18n.t('documents.order.position'), heading: true, cell: named },
          { key: 'amount', title: i18n.t('documents.order.quantity'), align: 'end', cell: quantity },
          {
            key: 'price',
            title: i18n.t('documents.order.unitPrice'),
            align: 'end',
            cell: (line) => i18n.money(line.price),
          },
          {
            key: 'total',
            title: i18n.t('documents.order.amount'),
            align: 'end',
            cell: (line) => i18n.money(line.priceTotal),
          },
        ]}
      />
      <div className="order-sum">
        <div className="summary-total">
          <span>{totalText(items, i18n)}</span>
          <strong>{i18n.money(total)}</strong>
        </div>
        {taxesOf(items).map((tax) => (
          <p className="summary-note" key={tax.rate}>
            {taxText(tax, i18n)}
          </p>
        ))}
      </div>
    </section>
  );
}

/** Line label in the reader's language; vouchers with code, retained parts of transferred places with their own. */
export function itemLabel({ kind, name, code }: Pick<OrderItem, 'kind' | 'name' | 'code'>, { t }: Translator): string {
  if (kind === 'of' && code === retainedCode) return name;
  const own = kind === 'of' || kind === 'sc' ? t(`orders.item.${kind}`) : name;
  return code ? t('voucherBox.line', { name: own, code }) : own;
}

export const itemLabelAlone = (line: Pick<OrderItem, 'kind' | 'name' | 'code'>, i18n: Translator): string =>
  itemLabel(line.kind === 'voucher' ? { ...line, code: null } : line, i18n);

export const itemNames = (i18n: Translator) => ({ of: i18n.t('orders.item.of'), sc: i18n.t('orders.item.sc') });

export const taxText = ({ rate, tax, gross }: ReturnType<typeof taxesOf>[number], i18n: Translator): string =>
  rate > 0
    ? i18n.t('orders.tax.included', { tax: i18n.money(tax), rate: i18n.number(toPercent(rate)) })
    : i18n.t('orders.tax.none', { sum: i18n.money(gross) });

export const totalText = (items: readonly Pick<OrderItem, 'vat' | 'priceTotal'>[], i18n: Translator): string =>
  i18n.t(isTaxed(items) ? 'documents.order.total' : 'documents.order.totalUntaxed');

/** Gift card payments by the end of the code; the order stores only its last payment method. */
export const giftCardFacts = ({ payments }: Pick<OrderMoney, 'payments'>, { t, money }: Translator) =>
  payments
    .filter(({ method }) => method === giftCardMethod)
    .map(({ amount, note }) => ({
      label: t('orders.payment.giftCard', { card: note }),
      value: money(amount),
    }));

/** For papers and mails; skips the query for organizers without gift cards. */
export async function giftCardFactsOf(
  deps: Pick<Deps, 'orderMoney'>,
  order: OrderRecord,
  i18n: Translator,
): Promise<ReturnType<typeof giftCardFacts>> {
  return mainOrganizer(order)?.takesGiftCards ? giftCardFacts(await deps.orderMoney(order), i18n) : [];
}
