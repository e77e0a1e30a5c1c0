import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { paperText, StatusBadge } from '../order-parts.tsx';
import { nameOf, participantsOf } from '../people.ts';
import type { OrderRecord, ParticipantRecord, TeamRecord } from '../read.ts';
import type { OrderMoney, OrderPaper } from '../rules/order-money.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { addressesOf, paymentWay } from './confirmation.ts';
import { OrderBibs } from './order-bibs.tsx';
import { orderCalendarPath } from './order-calendar.ts';
import { giftCardFacts, Lines, OrderLines } from './order-lines.tsx';
import { OrderRefunds } from './order-refunds.tsx';
import { invoiceAddressPath, invoicePath } from './paths.ts';
import { ToDo } from './to-do.tsx';

type OrderPageProps = {
  order: OrderRecord;
  money: OrderMoney;
  papers: readonly OrderPaper[];
  mayCancel: boolean;
  /** An invoice can still be issued. */
  mayHaveInvoice: boolean;
  mayChange: boolean;
  teamsWithRoom?: readonly TeamRecord[];
  downloadLink: string;
  /** Ticket address for viewers who came by a link without a login. */
  ownPageOf?: (person: ParticipantRecord) => string;
  results?: ReactElement | null;
  transfers?: ReactElement | null;
  waitlist?: ReactElement | null;
  withdrawal?: ReactElement | null;
  i18n: Translator;
  done?: string | null;
  problem?: string | null;
};

export function OrderPage(props: OrderPageProps): ReactElement {
  const { order, money, i18n, mayChange, ownPageOf, done, problem } = props;
  return (
    <div className="stack">
      <header className="entry-head">
        <div className="stack-s">
          <p className="soft">
            <a href={`/events/${order.eventId}`}>{order.event.title}</a>
          </p>
          <h1>{i18n.t('orders.number', { orderNumber: order.orderNumber })}</h1>
        </div>
        <p>
          <StatusBadge order={order} i18n={i18n} />
        </p>
      </header>
      {done ? <Alert tone="good">{done}</Alert> : null}
      {problem ? (
        <Alert tone="bad" urgent>
          {problem}
        </Alert>
      ) : null}
      {ownPageOf ? (
        <p className="soft">
          {i18n.t('ownOrder.link.readOnly')} <a href={`/orders/${order.id}`}>{i18n.t('ownOrder.link.logIn')}</a>
        </p>
      ) : null}
      <ToDo order={order} money={money} i18n={i18n} />
      <OrderRefunds order={order} money={money} i18n={i18n} byLink={ownPageOf !== undefined} />
      <OrderBibs order={order} i18n={i18n} mayChange={mayChange} {...(ownPageOf ? { ticketOf: ownPageOf } : {})} />
      {props.teamsWithRoom?.map(({ teamId, teamName }) => (
        <p key={teamId}>
          <ButtonLink look="quiet" href={`/orders/${order.id}/teams/${teamId}/add`}>
            {teamName ? i18n.t('members.add.toTeam', { team: teamName }) : i18n.t('orderActions.team.add')}
          </ButtonLink>
        </p>
      ))}
      {props.waitlist}
      {props.transfers}
      {props.results}
      <OrderLines items={order.orderItems} total={order.totalPrice} i18n={i18n} isOrdered />
      <Details {...props} />
      {props.withdrawal}
      <Documents {...props} />
    </div>
  );
}

function Details({ order, money, i18n, mayCancel, mayHaveInvoice, ownPageOf }: OrderPageProps): ReactElement {
  const { t } = i18n;
  return (
    <Card title={t('orders.detail.title')}>
      <Facts
        facts={[
          { label: t('documents.order.orderDate'), value: i18n.dateTime(order.orderDate) },
          { label: t('documents.order.payment'), value: paymentWay(order, i18n) },
          ...giftCardFacts(money, i18n),
          ...addressesOf(order, i18n).map(({ label, lines }) => ({ label, value: <Lines lines={lines} /> })),
          ...(order.refundStatus
            ? [{ label: t('orders.detail.refund'), value: t(`orders.refund.${order.refundStatus}`) }]
            : []),
        ]}
      />
      <div className="form-actions">
        {order.invoiceAddress === null && mayHaveInvoice && !ownPageOf ? (
          <ButtonLink look="quiet" href={invoiceAddressPath(order.id)}>
            {t('ownOrder.invoice.open')}
          </ButtonLink>
        ) : null}
        {mayCancel ? (
          <ButtonLink look="plain" href={`/orders/${order.id}/cancel`}>
            {t('orders.cancel.button')}
          </ButtonLink>
        ) : null}
      </div>
      {order.invoiceAddress === null ? null : <p className="soft">{t('ownOrder.invoice.isSet')}</p>}
    </Card>
  );
}

function Documents({ order, papers, i18n, downloadLink, mayHaveInvoice, ownPageOf }: OrderPageProps): ReactElement {
  const { t } = i18n;
  const people = participantsOf(order);
  return (
    <Card title={t('ownOrder.documents.title')}>
      <ul className="document-list">
        <li>
          <a href={downloadLink}>{t('orders.detail.confirmation')}</a>
        </li>
        {papers.map((paper) => (
          <li key={paper.id}>
            <a href={paper.downloadLink}>{paperText(paper, i18n)}</a>
          </li>
        ))}
        {papers.length === 0 && order.isInvoiceable && mayHaveInvoice && !ownPageOf ? (
          <li>
            <a href={invoicePath(order.id)}>{t('ownOrder.papers.open')}</a>
          </li>
        ) : null}
        {isPaidStatus(order.status) && !ownPageOf
          ? people.map((person) => (
              <li key={person.id}>
                <a href={`/orders/${order.id}/tickets/${person.id}/pdf`}>
                  {t('ownOrder.documents.ticket', { name: nameOf(person) })}
                </a>
              </li>
            ))
          : null}
        {order.status === 'canceled' || ownPageOf || people.length === 0 ? null : (
          <li>
            <a href={orderCalendarPath(order.id)}>{t('ownOrder.documents.calendar')}</a>
          </li>
        )}
      </ul>
    </Card>
  );
}
