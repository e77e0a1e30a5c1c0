import type { ReactElement } from 'react';
import type { OrderMoney } from '#src/kernel/order-money.ts';
import { Alert, Badge, Card, Facts, statusTone } from '#src/ui/display.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { addressLines } from '../order/confirmation.tsx';
import { itemLabel } from '../order/item-label.ts';
import type { ParticipantRecord } from '../read.ts';
import type { AdminOrderRecord, OrderAudit } from './admin-read.ts';
import { auditText, auditTitle } from './audit-text.ts';
import { OrderMoneySection } from './order-money-section.tsx';

type AdminOrderPageProps = {
  order: AdminOrderRecord;
  money: OrderMoney;
  /** What was just done, in words. */
  done: string | null;
  problem: string | null;
};

/** Everything about one order, and what may be done with it. */
export function AdminOrderPage({ order, money, done, problem }: AdminOrderPageProps): ReactElement {
  const { words: pageWords } = usePage();
  const words = pageWords.in(order.event.timeZone);
  const method = `ordersAdmin.method.${order.paymentMethod ?? 'none'}`;
  return (
    <div className="stack">
      {done ? <Alert tone="good">{done}</Alert> : null}
      {problem ? (
        <Alert tone="bad" urgent>
          {problem}
        </Alert>
      ) : null}
      <Actions order={order} />
      <div className="transfer">
        <Card title={words.t('ordersAdmin.facts')}>
          <Facts
            facts={[
              {
                label: words.t('ordersAdmin.column.status'),
                value: <Badge tone={statusTone(order.status)}>{words.t(`ui.status.${order.status}`)}</Badge>,
              },
              { label: words.t('ordersAdmin.column.event'), value: order.event.title },
              { label: words.t('ordersAdmin.column.date'), value: words.dateTime(order.orderDate) },
              { label: words.t('ordersAdmin.column.buyer'), value: order.user.email },
              {
                label: words.t('ordersAdmin.payment'),
                value: words.t(words.has(method) ? method : 'ordersAdmin.method.other'),
              },
              ...(order.paidAt === null
                ? []
                : [{ label: words.t('ordersAdmin.paidAt'), value: words.dateTime(order.paidAt) }]),
              ...(order.expiresAt === null
                ? []
                : [{ label: words.t('ordersAdmin.expiresAt'), value: words.dateTime(order.expiresAt) }]),
              ...(order.refundStatus === null
                ? []
                : [
                    {
                      label: words.t('ordersAdmin.refund'),
                      value: words.t(`ordersAdmin.refund.${order.refundStatus}`),
                    },
                  ]),
            ]}
          />
        </Card>
        <Addresses order={order} />
      </div>
      <Participants order={order} />
      <Table
        caption={words.t('ordersAdmin.items')}
        columns={[
          {
            key: 'name',
            title: words.t('ordersAdmin.item.name'),
            heading: true,
            cell: (item) => itemLabel(item, words),
          },
          { key: 'amount', title: words.t('ordersAdmin.item.amount'), align: 'end', cell: (item) => item.amount },
          {
            key: 'price',
            title: words.t('ordersAdmin.item.price'),
            align: 'end',
            cell: (item) => words.money(item.price),
          },
          {
            key: 'total',
            title: words.t('ordersAdmin.item.total'),
            align: 'end',
            cell: (item) => words.money(item.priceTotal),
          },
        ]}
        rows={order.orderItems}
        rowKey={(item) => order.orderItems.indexOf(item)}
        empty={words.t('ui.table.empty')}
        foot={
          <tr>
            <th scope="row" colSpan={3}>
              {words.t('ui.summary.total')}
            </th>
            <td data-align="end">{words.money(order.totalPrice)}</td>
          </tr>
        }
      />
      <OrderMoneySection order={order} money={money} />
      <History order={order} />
    </div>
  );
}

function Actions({ order }: { order: AdminOrderRecord }): ReactElement {
  const { words, csrfToken } = usePage();
  const statusPath = `/admin/orders/${order.id}/status`;
  return (
    <div className="row">
      {order.status === 'pending' ? (
        <ButtonLink href={`/admin/orders/${order.id}/mark-paid`}>{words.t('ordersAdmin.markPaid')}</ButtonLink>
      ) : null}
      {order.status === 'complete' ? (
        <PostButton action={statusPath} csrfToken={csrfToken} fields={{ status: 'shipped' }} look="quiet">
          {words.t('ordersAdmin.ship')}
        </PostButton>
      ) : null}
      {order.status === 'canceled' ? (
        <PostButton action={statusPath} csrfToken={csrfToken} fields={{ status: 'pending' }}>
          {words.t('ordersAdmin.reactivate')}
        </PostButton>
      ) : (
        <ButtonLink look="quiet" href={`/admin/orders/${order.id}/cancel`}>
          {words.t('ordersAdmin.cancel')}
        </ButtonLink>
      )}
    </div>
  );
}

function Addresses({ order }: { order: AdminOrderRecord }): ReactElement | null {
  const { words } = usePage();
  const kinds = [
    ['ordersAdmin.address.contact', order.contactAddress],
    ['ordersAdmin.address.delivery', order.deliveryAddress],
    ['ordersAdmin.address.invoice', order.invoiceAddress],
  ] as const;
  const facts = kinds.flatMap(([key, address]) =>
    address
      ? [
          {
            label: words.t(key),
            value: addressLines(address, words).map((line, index) => <div key={index}>{line}</div>),
          },
        ]
      : [],
  );
  if (facts.length === 0) return null;
  return (
    <Card title={words.t('ordersAdmin.addresses')}>
      <Facts facts={facts} />
    </Card>
  );
}

type Person = ParticipantRecord & { competition: string; team: string | null };

function Participants({ order }: { order: AdminOrderRecord }): ReactElement {
  const { words } = usePage();
  const people: Person[] = order.competitions.flatMap((competition) =>
    competition.teams.flatMap((team) =>
      team.participants.map((person) => ({ ...person, competition: competition.title, team: team.teamName })),
    ),
  );
  return (
    <Table
      caption={words.t('ordersAdmin.people', { count: people.length })}
      columns={[
        {
          key: 'name',
          title: words.t('ordersAdmin.person.name'),
          heading: true,
          cell: (person) => `${person.firstName} ${person.lastName}`,
        },
        { key: 'competition', title: words.t('ordersAdmin.person.competition'), cell: (person) => person.competition },
        ...(people.some((person) => person.team)
          ? [{ key: 'team', title: words.t('ordersAdmin.person.team'), cell: (person: Person) => person.team }]
          : []),
        {
          key: 'born',
          title: words.t('ordersAdmin.person.born'),
          cell: (person) => (person.birthDate ? words.calendarDate(person.birthDate) : '–'),
        },
        { key: 'email', title: words.t('ordersAdmin.person.email'), cell: (person) => person.email ?? '–' },
        {
          key: 'articles',
          title: words.t('ordersAdmin.person.articles'),
          cell: (person) =>
            person.orderedArticleVariants
              .map((article) =>
                words.t('ordersAdmin.person.article', {
                  quantity: article.quantity,
                  name: article.variantName ? `${article.name}, ${article.variantName}` : article.name,
                }),
              )
              .join('; ') || '–',
        },
        {
          key: 'charged',
          title: words.t('ordersAdmin.person.charged'),
          align: 'end',
          cell: (person) => words.money(person.chargedPrice),
        },
      ]}
      rows={people}
      rowKey={(person) => person.id}
      empty={words.t('ui.table.empty')}
    />
  );
}

function History({ order }: { order: AdminOrderRecord }): ReactElement {
  const { words: pageWords, csrfToken } = usePage();
  const words = pageWords.in(order.event.timeZone);
  const editor = (audit: OrderAudit) => {
    if (!audit.editor) return words.t('ordersAdmin.audit.system');
    const { firstname, lastname, email } = audit.editor;
    return [firstname, lastname].filter(Boolean).join(' ') || email;
  };
  return (
    <Card title={words.t('ordersAdmin.history')}>
      <ol className="audits">
        {order.audits.map((audit, index) => (
          <li key={index}>
            <strong>{auditTitle(audit, words)}</strong>
            <span className="soft small">
              {words.t('ordersAdmin.audit.by', { at: words.shortDateTime(audit.createdAt), editor: editor(audit) })}
            </span>
            {audit.comment ? <p>{auditText(audit.comment, words)}</p> : null}
          </li>
        ))}
      </ol>
      <Form csrfToken={csrfToken} action={`/admin/orders/${order.id}/comment`}>
        <TextArea name="comment" label={words.t('ordersAdmin.comment')} maxLength={5000} rows={3} required />
        <div className="form-actions">
          <Button look="quiet">{words.t('ordersAdmin.addComment')}</Button>
        </div>
      </Form>
    </Card>
  );
}

/** The question before an order is canceled, with what it means in euros. */
export function CancelOrderPage({ order }: { order: AdminOrderRecord }): ReactElement {
  const { words, csrfToken } = usePage();
  const isPaid = order.status === 'complete' || order.status === 'shipped';
  return (
    <div className="stack prose">
      <Facts
        facts={[
          { label: words.t('ordersAdmin.column.event'), value: order.event.title },
          { label: words.t('ordersAdmin.column.buyer'), value: order.user.email },
          { label: words.t('ordersAdmin.column.total'), value: words.money(order.totalPrice) },
        ]}
      />
      <Alert tone="wait" title={words.t('ordersAdmin.cancelWarning')}>
        {isPaid && order.totalPrice > 0
          ? words.t('ordersAdmin.cancelRefund', { amount: words.money(order.totalPrice) })
          : words.t('ordersAdmin.cancelUnpaid')}
      </Alert>
      <Form csrfToken={csrfToken} action={`/admin/orders/${order.id}/cancel`}>
        <div className="form-actions">
          <Button look="danger">{words.t('ordersAdmin.cancelConfirm')}</Button>
          <ButtonLink look="quiet" href={`/admin/orders/${order.id}`}>
            {words.t('ordersAdmin.cancelKeep')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
