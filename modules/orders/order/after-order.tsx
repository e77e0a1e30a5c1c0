import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { catalogOf } from '#modules/events/index.ts';
import type { Reader } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Stepper } from '#src/ui/booking.tsx';
import { Alert, Card, MailText } from '#src/ui/display.tsx';
import { Button, ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { WalletLinks } from '#src/ui/wallet-buttons.tsx';
import { participantsOf } from '../people.ts';
import type { OrderRecord } from '../read.ts';
import { isPaidStatus, waitsForProof } from '../rules/order-state.ts';
import { type BookingStep, eventPath, stepLabel, stepsOf } from '../rules/steps.ts';
import { OrderBibs } from './order-bibs.tsx';
import { orderCalendarPath } from './order-calendar.ts';
import { ToDo } from './to-do.tsx';

type AfterOrderProps = {
  order: OrderRecord;
  steps: readonly BookingStep[];
  wallets: ReadonlyMap<number, WalletLinks>;
  email: string;
  i18n: Translator;
};

/** Page of a paid order: confirmation, mails, tickets, calendar, sharing. */
export function PaidOrder(props: AfterOrderProps & { title: string }): ReactElement {
  const { order, steps, wallets, email, i18n, title } = props;
  return (
    <div className="stack after-order">
      <OrderHead order={order} steps={steps} title={title} i18n={i18n}>
        <p className="lead">
          {i18n.t('afterOrder.paid.text', { event: order.event.title, count: participantsOf(order).length })}
        </p>
      </OrderHead>
      <OrderBibs order={order} i18n={i18n} wallets={wallets} />
      <div className="after-order-cards">
        <Card title={i18n.t('afterOrder.mail.title')}>
          <MailList order={order} email={email} i18n={i18n} />
        </Card>
        <Card title={i18n.t('afterOrder.calendar.title')}>
          <p>{i18n.t('afterOrder.calendar.text')}</p>
          <div className="row">
            <ButtonLink look="quiet" href={orderCalendarPath(order.id)}>
              {i18n.t('afterOrder.calendar.button')}
            </ButtonLink>
          </div>
        </Card>
        <TellTeam order={order} i18n={i18n} />
      </div>
      <Onward order={order} i18n={i18n} look="main" />
    </div>
  );
}

/** `look`: of the link to the order. */
const Onward = ({ order, i18n, look }: Pick<AfterOrderProps, 'order' | 'i18n'> & { look: 'main' | 'quiet' }) => (
  <div className="form-actions">
    <ButtonLink look={look} href={`/orders/${order.id}`}>
      {i18n.t('orders.completed.toOrder')}
    </ButtonLink>
    <ButtonLink look="quiet" href={`/events/${order.eventId}`}>
      {i18n.t('orders.completed.toEvent')}
    </ButtonLink>
  </div>
);

function MailList({ order, email, i18n }: Pick<AfterOrderProps, 'order' | 'email' | 'i18n'>): ReactElement {
  const people = participantsOf(order);
  const written = people.filter((person) => person.email);
  return (
    <ul className="after-order-list">
      <li>
        <MailText>{i18n.t('afterOrder.mail.confirmation', { email })}</MailText>
      </li>
      {written.length > 0 ? (
        <li>
          {waitsForProof(order)
            ? i18n.t('mailboxProof.after.tickets')
            : i18n.t('afterOrder.mail.tickets', { count: written.length })}
        </li>
      ) : null}
      {written.length < people.length ? (
        <li>
          {i18n.t(waitsForProof(order) ? 'mailboxProof.after.ownTickets' : 'afterOrder.mail.without', {
            count: people.length - written.length,
          })}
        </li>
      ) : null}
    </ul>
  );
}

/** A text with the event's address; sharing and copying need the script. */
function TellTeam({ order, i18n }: Pick<AfterOrderProps, 'order' | 'i18n'>): ReactElement {
  const { origin, assets } = usePage();
  preinitModule(assets.manifest.runtime, { as: 'script' });
  const address = `${origin}/events/${order.eventId}`;
  const { title, startTimestamp } = order.event;
  const text = i18n.t('afterOrder.share.message', { event: title, date: i18n.date(startTimestamp) });
  const whole = `${text} ${address}`;
  return (
    <Card title={i18n.t('afterOrder.share.title')}>
      <label className="field" htmlFor="share-text">
        <span className="field-label">{i18n.t('afterOrder.share.label')}</span>
        <textarea className="input" id="share-text" readOnly rows={5} defaultValue={whole} />
      </label>
      <div className="row" data-share="" data-title={title} data-text={text} data-address={address}>
        <Button type="button" look="quiet" hidden data-share-by="app">
          {i18n.t('afterOrder.share.app')}
        </Button>
        <Button type="button" look="quiet" hidden data-copy={whole} data-done={i18n.t('afterOrder.share.copied')}>
          {i18n.t('afterOrder.share.copy')}
        </Button>
        <ButtonLink look="quiet" href={`https://wa.me/?text=${encodeURIComponent(whole)}`} rel="noreferrer">
          {i18n.t('afterOrder.share.whatsapp')}
        </ButtonLink>
        <ButtonLink
          look="quiet"
          href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(whole)}`}
        >
          {i18n.t('afterOrder.share.mail')}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Page of an unpaid or canceled order. */
export function UnpaidOrder(props: {
  order: OrderRecord;
  steps: readonly BookingStep[];
  i18n: Translator;
}): ReactElement {
  const { order, steps, i18n } = props;
  const isCanceled = order.status === 'canceled';
  return (
    <div className="stack">
      <OrderHead
        order={order}
        steps={steps}
        i18n={i18n}
        title={i18n.t(isCanceled ? 'afterOrder.canceled.title' : 'afterOrder.received.title')}
      >
        <p className="lead">
          {i18n.t(
            isCanceled
              ? order.paidAt === null
                ? 'afterOrder.canceled.unpaid'
                : 'afterOrder.canceled.paid'
              : order.memberProofUntil === null
                ? 'afterOrder.received.text'
                : 'memberProof.received',
            { event: order.event.title, count: participantsOf(order).length },
          )}
        </p>
      </OrderHead>
      <ToDo order={order} i18n={i18n} />
      {isCanceled ? null : <OrderBibs order={order} i18n={i18n} />}
      {isCanceled || order.memberProofUntil !== null ? null : (
        <p className="soft">{i18n.t('afterOrder.received.mail')}</p>
      )}
      <Onward order={order} i18n={i18n} look="quiet" />
    </div>
  );
}

export function UnknownOrder({ i18n }: { i18n: Translator }): ReactElement {
  return (
    <div className="narrow stack">
      <h1>{i18n.t('afterOrder.unknown.title')}</h1>
      <Alert>{i18n.t('afterOrder.unknown.text')}</Alert>
      <p className="soft">{i18n.t('afterOrder.unknown.mail')}</p>
      <div className="form-actions">
        <ButtonLink href="/orders">{i18n.t('ui.nav.myOrders')}</ButtonLink>
        <ButtonLink look="quiet" href="/">
          {i18n.t('ui.nav.events')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Steps of this booking; without payment when nothing was to pay. */
export async function stepsOfOrder(
  reader: Reader,
  order: Pick<OrderRecord, 'eventId' | 'totalPrice'>,
): Promise<BookingStep[]> {
  const steps = stepsOf(present(await catalogOf(reader, order.eventId), 'an order has an event'));
  return order.totalPrice === 0 ? steps.filter((step) => step !== 'payment') : steps;
}

/** Heading with numbered steps. No step links back, and a canceled order shows none. */
export function OrderHead(props: {
  order: Pick<OrderRecord, 'event' | 'eventId' | 'status'>;
  steps: readonly BookingStep[];
  title: string;
  i18n: Translator;
  children?: ReactNode;
}): ReactElement {
  const { order, steps, title, i18n, children } = props;
  const at = steps.indexOf(isPaidStatus(order.status) ? 'completed' : 'payment');
  return (
    <header className="stack-s booking-head">
      <p className="soft">
        <a href={eventPath(String(order.eventId))}>{order.event.title}</a>
      </p>
      <h1>{title}</h1>
      {order.status === 'canceled' ? null : (
        <Stepper
          texts={{ label: i18n.t('ui.stepper.label'), complete: i18n.t('orders.step.done') }}
          steps={steps.map((step, index) => ({
            label: i18n.t(stepLabel({ catalog: order }, step)),
            state: index < at ? 'complete' : index === at ? 'current' : 'ahead',
          }))}
        />
      )}
      {children}
    </header>
  );
}
