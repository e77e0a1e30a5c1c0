import type { ReactElement, ReactNode } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts, MailText } from '#src/ui/display.tsx';
import { ButtonLink, OpenLink, PostButton } from '#src/ui/form.tsx';
import { MoreActions } from '#src/ui/more-actions.tsx';
import { useOpens, usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { addressLines } from '../order/confirmation.ts';
import { itemLabel } from '../order/order-lines.tsx';
import { PapersTable, StatusBadge } from '../order-parts.tsx';
import { nameOf } from '../people.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import type { OrderMoney, OrderPaper } from '../rules/order-money.ts';
import { hasGoods, nextStep } from '../rules/order-state.ts';
import { addressNames } from './change-order.ts';
import { NewestMails } from './mails-page.tsx';
import { History } from './order-history.tsx';
import type { OrderMail, Unreached } from './order-mails.ts';
import { MoneyCard, MoneyTables } from './order-money-section.tsx';
import { People } from './order-people.tsx';

type AdminOrderPageProps = {
  order: AdminOrderRecord;
  money: OrderMoney;
  papers: readonly OrderPaper[];
  timing: ReactElement | null;
  mails: { count: number; rows: readonly OrderMail[] };
  openOffers: ReadonlySet<number>;
  unreached: readonly Unreached[];
  /** Page of the people list, its search text, and whether the whole history is shown. */
  view: { people: number; who: string; isWholeHistory: boolean };
  isSuperAdmin: boolean;
  /** In the event's wording and time zone. */
  i18n: Translator;
  done: string | null;
  problem: string | null;
  comment: FormState | undefined;
};

/** The whole order on one screen; actions are in the header. */
export function AdminOrderPage(props: AdminOrderPageProps): ReactElement {
  const { order, money, mails, openOffers, unreached, view, i18n, done, problem } = props;
  return (
    <div className="stack order-page">
      {done ? (
        <Alert tone="good" focused>
          {done}
        </Alert>
      ) : null}
      {problem ? (
        <Alert tone="bad" urgent focused>
          {problem}
        </Alert>
      ) : null}
      {unreached.length > 0 ? <NotReached order={order} unreached={unreached} i18n={i18n} /> : null}
      <div className="order-columns">
        <div className="order-beside">
          <Overview order={order} money={money} isSuperAdmin={props.isSuperAdmin} i18n={i18n} />
          <MoneyCard order={order} money={money} i18n={i18n} />
          <Addresses order={order} i18n={i18n} />
        </div>
        <div className="order-main">
          <People order={order} page={view.people} who={view.who} i18n={i18n} />
          <Items order={order} i18n={i18n} />
          <MoneyTables order={order} money={money} />
          {props.timing}
          {props.papers.length > 0 ? <PapersTable papers={props.papers} i18n={i18n} /> : null}
          <section className="stack-s" id="mails">
            {mails.count === 0 ? (
              <p className="soft">{i18n.t('orderActions.mails.none')}</p>
            ) : (
              <NewestMails order={order} {...{ openOffers }} mails={mails.rows} count={mails.count} i18n={i18n} />
            )}
            {mails.count > mails.rows.length ? (
              <p>
                <a href={`/admin/orders/${order.id}/mails`}>
                  {i18n.t('orderActions.mails.all', { count: mails.count })}
                </a>
              </p>
            ) : null}
          </section>
          <History order={order} isWhole={view.isWholeHistory} comment={props.comment} i18n={i18n} />
        </div>
      </div>
    </div>
  );
}

const maxNamed = 5;

/** Unreachable people, the reason, and two ways to fix it. */
function NotReached(props: {
  order: AdminOrderRecord;
  unreached: readonly Unreached[];
  i18n: Translator;
}): ReactElement {
  const { order, unreached, i18n } = props;
  const { csrfToken } = usePage();
  const base = `/admin/orders/${order.id}`;
  return (
    <Alert tone="bad" title={i18n.t('orderActions.unreached.title', { count: unreached.length })}>
      <ul className="stack-s">
        {unreached.slice(0, maxNamed).map(({ email, reason, isBuyer, people: [person, ...others] }) => {
          const name = person
            ? i18n.t('orderActions.unreached.name', {
                name: nameOf(person),
                others: others.length,
              })
            : i18n.t('orderActions.unreached.buyer');
          const again = isBuyer ? `${base}/resend-email` : `${base}/resend-participant-email/${person?.id}`;
          return (
            <li key={email}>
              <MailText>{i18n.t('orderActions.unreached.line', { name, email, reason })}</MailText>
              <div className="row">
                <ButtonLink
                  look="quiet"
                  small
                  href={isBuyer ? `${base}/change-buyer` : `${base}/participants/${person?.id}`}
                >
                  {i18n.t('orderActions.unreached.change')}
                </ButtonLink>
                <PostButton action={again} csrfToken={csrfToken} look="quiet" small>
                  {i18n.t('orderActions.mails.resend')}
                </PostButton>
              </div>
            </li>
          );
        })}
      </ul>
      {unreached.length > maxNamed ? (
        <a href={`${base}/mails`}>{i18n.t('orderActions.unreached.more', { count: unreached.length - maxNamed })}</a>
      ) : null}
    </Alert>
  );
}

/** The next step is the primary button. */
export function OrderActions(props: { order: AdminOrderRecord; money: OrderMoney; i18n: Translator }): ReactElement {
  const { order, money, i18n } = props;
  const { csrfToken } = usePage();
  const base = `/admin/orders/${order.id}`;
  const next = nextStep(order, money);
  const ship = (look: 'main' | 'quiet') => (
    <PostButton action={`${base}/status`} csrfToken={csrfToken} fields={{ status: 'shipped' }} look={look} small>
      {i18n.t('ordersAdmin.ship')}
    </PostButton>
  );
  const link = (to: string, label: string, look: 'main' | 'quiet' = 'quiet') => (
    <ButtonLink look={look} small href={`${base}/${to}`}>
      {label}
    </ButtonLink>
  );
  return (
    <div className="page-actions">
      {next === 'markPaid' ? link('mark-paid', i18n.t('ordersAdmin.markPaid'), 'main') : null}
      {next === 'restPaid' ? link('mark-paid', i18n.t('moves.rest.markPaid'), 'main') : null}
      {next === 'refund' ? link('refund', i18n.t('refunds.money.refund'), 'main') : null}
      {next === 'refundStatus' ? link('refund-status', i18n.t('refunds.money.setStatus'), 'main') : null}
      {next === 'ship' ? ship('main') : null}
      <MoreActions>
        {next !== 'ship' && order.status === 'complete' && hasGoods(order.orderItems) ? ship('quiet') : null}
        <PostButton action={`${base}/resend-email`} csrfToken={csrfToken} look="quiet" small>
          {i18n.t('orderActions.resend')}
        </PostButton>
        {order.status === 'canceled'
          ? link('reactivate', i18n.t('ordersAdmin.reactivate'))
          : link('cancel', i18n.t('ordersAdmin.cancel'))}
      </MoreActions>
    </div>
  );
}

type Fact = { label: string; value: ReactNode };

const optionalFact = (label: string, value: ReactNode): Fact[] => (value ? [{ label, value }] : []);

function Overview(props: {
  order: AdminOrderRecord;
  money: OrderMoney;
  isSuperAdmin: boolean;
  i18n: Translator;
}): ReactElement {
  const { order, money, isSuperAdmin, i18n } = props;
  const base = `/admin/orders/${order.id}`;
  const method = `ordersAdmin.method.${order.paymentMethod ?? 'none'}`;
  const methodText = i18n.t(i18n.has(method) ? method : 'ordersAdmin.method.other');
  const at = (instant: number | null) => (instant === null ? null : i18n.shortDateTime(instant));
  return (
    <Card title={i18n.t('ordersAdmin.facts')}>
      <Facts
        facts={[
          {
            label: i18n.t('ordersAdmin.column.status'),
            value: (
              <div className="row">
                <StatusBadge order={order} i18n={i18n} />
                <OpenLink orNothing href={`${base}/set-status`}>
                  {i18n.t('orderActions.status.change')}
                </OpenLink>
              </div>
            ),
          },
          { label: i18n.t('ordersAdmin.column.date'), value: i18n.shortDateTime(order.orderDate) },
          {
            label: i18n.t('ordersAdmin.column.buyer'),
            value: (
              <>
                <MailText>{order.user.email}</MailText>
                <div className="row">
                  <OpenLink orNothing href={`${base}/change-buyer`}>
                    {i18n.t('orderActions.buyer.link')}
                  </OpenLink>
                  {isSuperAdmin ? (
                    <a href={`/admin/users/${order.user.id}`}>{i18n.t('orderActions.buyer.account')}</a>
                  ) : null}
                </div>
              </>
            ),
          },
          { label: i18n.t('ordersAdmin.column.total'), value: i18n.money(order.totalPrice) },
          {
            label: i18n.t('ordersAdmin.payment'),
            value:
              order.paymentMeans && order.paymentMeans !== order.paymentMethod
                ? i18n.t('orderActions.payment.means', { method: methodText, means: order.paymentMeans })
                : methodText,
          },
          // Shown while a transfer may still arrive.
          ...optionalFact(
            i18n.t('ordersAdmin.reference'),
            order.status !== 'canceled' && money.open > 0 && order.paymentMethod === 'bank' ? (
              <span className="figures">{money.reference}</span>
            ) : null,
          ),
          ...optionalFact(i18n.t('ordersAdmin.paidAt'), order.totalPrice === 0 ? null : at(order.paidAt)),
          ...optionalFact(i18n.t('ordersAdmin.expiresAt'), at(order.expiresAt)),
          ...optionalFact(i18n.t('orderActions.canceledAt'), at(order.canceledAt)),
          ...optionalFact(
            i18n.t('ordersAdmin.refund'),
            order.refundStatus ? i18n.t(`ordersAdmin.refund.${order.refundStatus}`) : null,
          ),
          ...optionalFact(
            i18n.t('orderActions.protection'),
            order.cancellationProtections.map(({ title }) => title).join(', '),
          ),
          { label: i18n.t('orderActions.language'), value: i18n.t(`orderList.language.${order.language}`) },
        ]}
      />
    </Card>
  );
}

function Addresses({ order, i18n }: { order: AdminOrderRecord; i18n: Translator }): ReactElement {
  const opens = useOpens();
  return (
    <Card title={i18n.t('ordersAdmin.addresses')}>
      <Facts
        facts={addressNames.map((name) => {
          const address = order[name];
          const change = `/admin/orders/${order.id}/${name.replace('Address', '-address')}`;
          return {
            label: i18n.t(`orderActions.address.${name}`),
            value: (
              <>
                {address
                  ? addressLines(address, i18n).map((line, index) => <div key={index}>{line}</div>)
                  : opens('get', change)
                    ? null
                    : '–'}
                <OpenLink orNothing href={change}>
                  {i18n.t(`orderActions.address.${name}.${address ? 'change' : 'add'}`)}
                </OpenLink>
              </>
            ),
          };
        })}
      />
    </Card>
  );
}

const maxItems = 30;

function Items({ order, i18n }: { order: AdminOrderRecord; i18n: Translator }): ReactElement {
  const table = (
    <Table
      caption={i18n.t('ordersAdmin.items')}
      cards="compact"
      columns={[
        {
          key: 'name',
          title: i18n.t('ordersAdmin.item.name'),
          heading: true,
          cell: (item) => itemLabel(item, i18n),
        },
        {
          key: 'amount',
          card: 'label',
          title: i18n.t('ordersAdmin.item.amount'),
          align: 'end',
          cell: (item) => item.amount,
        },
        {
          key: 'price',
          card: 'label',
          title: i18n.t('ordersAdmin.item.price'),
          align: 'end',
          cell: (item) => i18n.money(item.price),
        },
        {
          key: 'net',
          card: 'label',
          title: i18n.t('orderActions.item.net'),
          align: 'end',
          cell: (item) => i18n.money(item.priceBeforeTax),
        },
        {
          key: 'total',
          card: 'end',
          title: i18n.t('ordersAdmin.item.total'),
          align: 'end',
          cell: (item) => i18n.money(item.priceTotal),
        },
      ]}
      rows={order.orderItems}
      rowKey={(item) => order.orderItems.indexOf(item)}
      empty={i18n.t('ui.table.empty')}
      foot={
        <tr>
          <th scope="row" colSpan={4}>
            {i18n.t('ui.summary.total')}
          </th>
          <td data-align="end">{i18n.money(order.totalPrice)}</td>
        </tr>
      }
    />
  );
  if (order.orderItems.length <= maxItems) return table;
  return (
    <details className="form-more">
      <summary>
        {i18n.t('orderActions.items', { count: order.orderItems.length, total: i18n.money(order.totalPrice) })}
      </summary>
      {table}
    </details>
  );
}
