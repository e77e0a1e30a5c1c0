import type { ReactElement, ReactNode } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, type Tone } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import type { OrderRecord } from '../read.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { isPaidStatus, visibleStatus } from '../rules/order-state.ts';

type Attempt = OrderMoney['attempts'][number];
type ToDoProps = {
  order: OrderRecord;
  i18n: Translator;
  money?: OrderMoney | null;
};

/** The most important open action of the order. */
export function ToDo({ order, i18n, money = null }: ToDoProps): ReactElement | null {
  if (visibleStatus(order) === 'onAccount') return <OnAccount order={order} i18n={i18n} money={money} />;
  if (isPaidStatus(order.status) && order.paymentStatus === 'pending')
    return <Rest order={order} i18n={i18n} money={money} />;
  if (order.status !== 'pending') return null;
  if (order.memberProofUntil !== null)
    return <Task order={order} i18n={i18n} title={i18n.t('memberProof.todo')} text={i18n.t('memberProof.todoText')} />;
  const attempt = money?.attempts.at(-1) ?? null;
  // After a partial payment only the rest is asked for.
  const rest = money && money.received > 0 && money.open > 0 ? money.open : null;
  const left = rest === null ? {} : { text: i18n.t('moves.rest.title', { amount: i18n.money(rest) }) };
  const props = { order, i18n };
  // The chosen transfer is the action, unless a card payment may still succeed.
  if (attempt?.status === 'authorized' || order.paymentStatus === 'authorized') return <Confirming {...props} />;
  if (attempt?.status === 'pending') return <UnderWay {...props} attempt={attempt} />;
  if (order.paymentMethod === 'bank') return <Transfer {...props} {...left} />;
  if (attempt?.failure) return <Failed {...props} method={attempt.method} failure={attempt.failure} />;
  return (
    <Task {...props} {...left} title={i18n.t('orders.todo.pay')}>
      <ButtonLink href={choicePath(order)}>{i18n.t('orders.todo.toPayment')}</ButtonLink>
    </Task>
  );
}

const choicePath = (order: OrderRecord): string => `/events/${order.eventId}/payment?order=${order.id}`;

type PartProps = { order: OrderRecord; i18n: Translator };

function Task(
  props: PartProps & { title: string; text?: string; more?: string; tone?: Tone; children?: ReactNode },
): ReactElement {
  const { order, i18n, title, text, more, tone = 'wait', children } = props;
  return (
    <Alert tone={tone} title={title}>
      {text ? <p>{text}</p> : null}
      {more ? <p>{more}</p> : null}
      {order.expiresAt ? <p>{i18n.t('orders.todo.until', { until: i18n.dateTime(order.expiresAt) })}</p> : null}
      {children ? <div className="row">{children}</div> : null}
    </Alert>
  );
}

/** The payer confirmed; nothing to do until the provider answers. */
const Confirming = ({ order, i18n }: PartProps): ReactElement => (
  <Task
    order={{ ...order, expiresAt: null }}
    i18n={i18n}
    title={i18n.t('ownOrder.todo.confirming')}
    text={i18n.t('ownOrder.todo.confirmingText')}
  >
    <ButtonLink look="quiet" href={`/payment-success/${order.id}`}>
      {i18n.t('ownOrder.todo.look')}
    </ButtonLink>
  </Task>
);

/** A payment page may still be open; warns against paying twice. */
const UnderWay = ({ order, i18n, attempt }: PartProps & { attempt: Attempt }): ReactElement => (
  <Task
    order={order}
    i18n={i18n}
    title={i18n.t('ownOrder.todo.underWay')}
    text={i18n.t('ownOrder.todo.underWayText', {
      method: methodName(attempt.method, i18n),
      at: i18n.dateTime(attempt.at),
    })}
  >
    <ButtonLink href={`/payment-success/${order.id}`}>{i18n.t('ownOrder.todo.look')}</ButtonLink>
    <ButtonLink look="quiet" href={choicePath(order)}>
      {i18n.t('ownOrder.todo.payAnew')}
    </ButtonLink>
  </Task>
);

/** A move or an added article made the order more expensive; its places are safe. */
const Rest = ({ order, i18n, money }: PartProps & { money: OrderMoney | null }): ReactElement => (
  <Task
    order={order}
    i18n={i18n}
    title={money ? i18n.t('moves.rest.title', { amount: i18n.money(money.open) }) : i18n.t('moves.rest.some')}
    text={i18n.t('moves.rest.why')}
    {...(money?.restDue ? { more: i18n.t('additions.rest.due', { until: i18n.dateTime(money.restDue) }) } : {})}
  >
    <ButtonLink href={choicePath(order)}>{i18n.t('orders.todo.toPayment')}</ButtonLink>
  </Task>
);

/** Billed to a company, so the buyer has nothing to do. */
const OnAccount = ({ order, i18n, money }: PartProps & { money: OrderMoney | null }): ReactElement => (
  <Task
    order={order}
    i18n={i18n}
    tone="neutral"
    title={i18n.t('ownOrder.todo.onAccount')}
    text={
      money
        ? i18n.t('ownOrder.todo.onAccountText', { amount: i18n.money(money.open) })
        : i18n.t('ownOrder.todo.onAccountSome')
    }
  >
    <ButtonLink look="quiet" href="/companies">
      {i18n.t('ownOrder.todo.toCompanies')}
    </ButtonLink>
  </Task>
);

const Transfer = ({ order, i18n, text }: PartProps & { text?: string }): ReactElement => (
  <Task order={order} i18n={i18n} title={i18n.t('orders.todo.transfer')} {...(text ? { text } : {})}>
    <ButtonLink href={`/payment-in-advance/${order.id}`}>{i18n.t('orders.todo.toTransfer')}</ButtonLink>
    <ButtonLink look="quiet" href={choicePath(order)}>
      {i18n.t('ownOrder.todo.otherWay')}
    </ButtonLink>
  </Task>
);

/** Reason of the failure and the way to retry. */
function Failed(props: PartProps & { method: string; failure: NonNullable<Attempt['failure']> }): ReactElement {
  const { order, i18n, failure } = props;
  const method = methodName(props.method, i18n);
  return (
    <Task
      order={order}
      i18n={i18n}
      tone="bad"
      title={i18n.t(`payments.failed.${failure}`, { method })}
      text={i18n.t(`payments.failed.${failure}.text`, { method })}
    >
      <ButtonLink href={`/payment-fail/${order.id}`}>{i18n.t('ownOrder.todo.payAgain')}</ButtonLink>
    </Task>
  );
}

export function methodName(method: string, i18n: Translator): string {
  const key = `payments.method.${method}`;
  return i18n.has(key) ? i18n.t(key) : i18n.t('orders.paymentMethod.other');
}
