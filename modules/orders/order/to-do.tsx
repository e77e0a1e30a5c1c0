import type { ReactElement, ReactNode } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, type Tone } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import type { OrderRecord } from '../read.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { isPaidStatus, shownStatus } from '../rules/order-state.ts';

type Attempt = OrderMoney['attempts'][number];
type ToDoProps = {
  order: OrderRecord;
  words: Translator;
  /** Without it nothing is said of tries to pay. */
  money?: OrderMoney | null;
};

/** What is still to do, first of all: one thing at a time. */
export function ToDo({ order, words, money = null }: ToDoProps): ReactElement | null {
  if (shownStatus(order) === 'onAccount') return <OnAccount order={order} words={words} money={money} />;
  if (isPaidStatus(order.status) && order.paymentStatus === 'pending')
    return <Rest order={order} words={words} money={money} />;
  if (order.status !== 'pending') return null;
  if (order.memberProofUntil !== null)
    return (
      <Task order={order} words={words} title={words.t('memberProof.todo')} text={words.t('memberProof.todoText')} />
    );
  const attempt = money?.attempts.at(-1) ?? null;
  // A gift card, or a transfer of less, paid a part: the total beside it is not what is asked for.
  const rest = money && money.received > 0 && money.open > 0 ? money.open : null;
  const left = rest === null ? {} : { text: words.t('moves.rest.title', { amount: words.money(rest) }) };
  const props = { order, words };
  // Of a transfer that was chosen after a try the transfer is what is to do, unless the try still may bring the money.
  if (attempt?.status === 'authorized' || order.paymentStatus === 'authorized') return <Confirming {...props} />;
  if (attempt?.status === 'pending') return <UnderWay {...props} attempt={attempt} />;
  if (order.paymentMethod === 'bank') return <Transfer {...props} {...left} />;
  if (attempt?.failure) return <Failed {...props} method={attempt.method} failure={attempt.failure} />;
  return (
    <Task {...props} {...left} title={words.t('orders.todo.pay')}>
      <ButtonLink href={choicePath(order)}>{words.t('orders.todo.toPayment')}</ButtonLink>
    </Task>
  );
}

const choicePath = (order: OrderRecord): string => `/events/${order.eventId}/payment?order=${order.id}`;

type PartProps = { order: OrderRecord; words: Translator };

function Task(
  props: PartProps & { title: string; text?: string; more?: string; tone?: Tone; children?: ReactNode },
): ReactElement {
  const { order, words, title, text, more, tone = 'wait', children } = props;
  return (
    <Alert tone={tone} title={title}>
      {text ? <p>{text}</p> : null}
      {more ? <p>{more}</p> : null}
      {order.expiresAt ? <p>{words.t('orders.todo.until', { until: words.dateTime(order.expiresAt) })}</p> : null}
      {children ? <div className="row">{children}</div> : null}
    </Alert>
  );
}

/** The payer agreed; nothing is asked of anybody until the provider has answered. */
const Confirming = ({ order, words }: PartProps): ReactElement => (
  <Task
    order={{ ...order, expiresAt: null }}
    words={words}
    title={words.t('ownOrder.todo.confirming')}
    text={words.t('ownOrder.todo.confirmingText')}
  >
    <ButtonLink look="quiet" href={`/payment-success/${order.id}`}>
      {words.t('ownOrder.todo.look')}
    </ButtonLink>
  </Task>
);

/** Somebody is, or was, on the provider's page: paying twice is what must not happen. */
const UnderWay = ({ order, words, attempt }: PartProps & { attempt: Attempt }): ReactElement => (
  <Task
    order={order}
    words={words}
    title={words.t('ownOrder.todo.underWay')}
    text={words.t('ownOrder.todo.underWayText', {
      method: methodName(attempt.method, words),
      at: words.dateTime(attempt.at),
    })}
  >
    <ButtonLink href={`/payment-success/${order.id}`}>{words.t('ownOrder.todo.look')}</ButtonLink>
    <ButtonLink look="quiet" href={choicePath(order)}>
      {words.t('ownOrder.todo.payAnew')}
    </ButtonLink>
  </Task>
);

/** Somebody was moved to what costs more, or an article was added; the places are theirs all the same. */
const Rest = ({ order, words, money }: PartProps & { money: OrderMoney | null }): ReactElement => (
  <Task
    order={order}
    words={words}
    title={money ? words.t('moves.rest.title', { amount: words.money(money.open) }) : words.t('moves.rest.some')}
    text={words.t('moves.rest.why')}
    {...(money?.restDue ? { more: words.t('additions.rest.due', { until: words.dateTime(money.restDue) }) } : {})}
  >
    <ButtonLink href={choicePath(order)}>{words.t('orders.todo.toPayment')}</ButtonLink>
  </Task>
);

/** A company is billed for it: there is nothing that its buyer has to do. */
const OnAccount = ({ order, words, money }: PartProps & { money: OrderMoney | null }): ReactElement => (
  <Task
    order={order}
    words={words}
    tone="neutral"
    title={words.t('ownOrder.todo.onAccount')}
    text={
      money
        ? words.t('ownOrder.todo.onAccountText', { amount: words.money(money.open) })
        : words.t('ownOrder.todo.onAccountSome')
    }
  >
    <ButtonLink look="quiet" href="/companies">
      {words.t('ownOrder.todo.toCompanies')}
    </ButtonLink>
  </Task>
);

const Transfer = ({ order, words, text }: PartProps & { text?: string }): ReactElement => (
  <Task order={order} words={words} title={words.t('orders.todo.transfer')} {...(text ? { text } : {})}>
    <ButtonLink href={`/payment-in-advance/${order.id}`}>{words.t('orders.todo.toTransfer')}</ButtonLink>
    <ButtonLink look="quiet" href={choicePath(order)}>
      {words.t('ownOrder.todo.otherWay')}
    </ButtonLink>
  </Task>
);

/** What went wrong, in the words of the page after the failure, and the way to try again. */
function Failed(props: PartProps & { method: string; failure: NonNullable<Attempt['failure']> }): ReactElement {
  const { order, words, failure } = props;
  const method = methodName(props.method, words);
  return (
    <Task
      order={order}
      words={words}
      tone="bad"
      title={words.t(`payments.failed.${failure}`, { method })}
      text={words.t(`payments.failed.${failure}.text`, { method })}
    >
      <ButtonLink href={`/payment-fail/${order.id}`}>{words.t('ownOrder.todo.payAgain')}</ButtonLink>
    </Task>
  );
}

/** A way to pay by its name. */
export function methodName(method: string, words: Translator): string {
  const key = `payments.method.${method}`;
  return words.has(key) ? words.t(key) : words.t('orders.paymentMethod.other');
}
