import type { ReactElement } from 'react';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Table } from '#src/ui/table.tsx';
import type { OrderItem } from '../rules/order-item.ts';
import { taxesOf } from '../rules/taxes.ts';
import { itemLabel } from './item-label.ts';
import { taxText, totalText } from './tax-text.ts';

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

/** Every line of an order with its tax, as it will be or was charged. */
export function OrderLines(props: {
  items: readonly OrderItem[];
  total: Cents;
  i18n: Translator;
  isOrdered?: boolean;
  /** Whose each line is, where that is said. */
  whose?: readonly string[];
}): ReactElement {
  const { items, total, i18n, isOrdered = false, whose = [] } = props;
  // On a phone one piece says no more than its amount does.
  const quantity = ({ amount }: OrderItem) => (amount === 1 ? <span className="one-piece">1</span> : amount);
  const named = ({ shown, index }: { shown: string; index: number }) =>
    whose[index] ? (
      <>
        {shown}
        <span className="line-whose">{whose[index]}</span>
      </>
    ) : (
      shown
    );
  const rows = items.map((line, index) => ({ ...line, index, shown: itemLabel(line, i18n) }));
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
