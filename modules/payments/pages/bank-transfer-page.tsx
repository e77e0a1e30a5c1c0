import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import {
  headOfOrder,
  loadOwnOrder,
  OrderHead,
  type OrderRecord,
  orderTranslator,
  stepsOfOrder,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import { formatIban } from '#src/kernel/iban.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { Button, ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { ReloadWhenRestored } from '#src/ui/restored.tsx';
import { page, type Route } from '#src/web/http.ts';
import { firstDueOf } from '../additions/read-due.ts';
import type { BankTransfer } from '../bank-transfer.ts';
import { bankTransferOf, paymentCodeAddress } from '../bank-transfer.ts';
import { ownOrderPath, paymentPath } from '../paths.ts';
import { type Payable, payable } from './payment-page.tsx';

async function showTransfer(call: Payable): Promise<Response> {
  const { deps, i18n, record: order } = call;
  const isRest = isPaidStatus(order.status);
  if (order.paymentMethod !== 'bank' && !isRest) return call.redirect(paymentPath(order.event.id, order.id));
  const transfer = deps.config.bank && (await bankTransferOf(deps.read, deps.config.bank, order.id));
  if (!transfer) return refuse('NOT_FOUND');
  const orderWords = orderTranslator(order, i18n.locale);
  return call.render(
    <BankTransferPage
      order={order}
      steps={await stepsOfOrder(deps.read, order)}
      transfer={transfer}
      qrCode={await paymentCodeAddress(transfer)}
      restDue={isRest ? await firstDueOf(deps.read, order.id) : null}
      i18n={orderWords}
    />,
    headOfOrder(order, orderWords.t('payments.transfer.heading')),
  );
}

export const bankTransferPages: Route[] = [
  page(
    { method: 'get', path: '/payment-in-advance/{orderId}', may: 'order.pay', load: loadOwnOrder },
    payable(showTransfer),
  ),
];

type BankTransferPageProps = {
  order: OrderRecord;
  steps: readonly BookingStep[];
  transfer: BankTransfer;
  qrCode: string;
  /** Deadline for the rest of a paid order; null: none. */
  restDue: Instant | null;
  i18n: Translator;
};

export function BankTransferPage({
  order,
  steps,
  transfer,
  qrCode,
  restDue,
  i18n,
}: BankTransferPageProps): ReactElement {
  // The unpaid rest of an order whose price rose: places and tickets do not depend on it.
  const isRest = isPaidStatus(order.status);
  return (
    <div className="stack">
      <OrderHead
        order={order}
        steps={steps}
        title={i18n.t('payments.transfer.title', { amount: i18n.money(transfer.totalPrice) })}
        i18n={i18n}
      >
        <p className="lead">
          {i18n.t(isRest ? 'moves.rest.lead' : 'payments.transfer.lead', {
            orderNumber: order.orderNumber,
            event: order.event.title,
          })}
        </p>
      </OrderHead>
      {order.expiresAt === null ? null : (
        <Alert tone="wait" title={i18n.t('payments.transfer.due', { date: i18n.weekdayDate(order.expiresAt) })}>
          {i18n.t('payments.transfer.dueText')}
        </Alert>
      )}
      {restDue === null ? null : (
        <Alert tone="wait">{i18n.t('additions.rest.due', { until: i18n.dateTime(restDue) })}</Alert>
      )}
      <div className="transfer">
        <Card title={i18n.t('payments.transfer.byHand')}>
          <dl className="transfer-facts">
            <Fact label={i18n.t('payments.transfer.payee')}>{transfer.payee}</Fact>
            <Fact label={i18n.t('payments.transfer.iban')} copies={transfer.iban}>
              {formatIban(transfer.iban)}
            </Fact>
            {transfer.bic ? <Fact label={i18n.t('payments.transfer.bic')}>{transfer.bic}</Fact> : null}
            <Fact label={i18n.t('payments.transfer.amount')} copies={typedAmount(transfer.totalPrice, i18n)}>
              {i18n.money(transfer.totalPrice)}
            </Fact>
            <Fact label={i18n.t('payments.transfer.reference')} copies={transfer.reference} strong>
              {transfer.reference}
            </Fact>
          </dl>
          <p className="soft small">{i18n.t('payments.transfer.referenceHint')}</p>
        </Card>
        <Card title={i18n.t('payments.transfer.byCode')}>
          <img
            className="transfer-code"
            src={qrCode}
            alt={i18n.t('payments.transfer.codeAlt', {
              payee: transfer.payee,
              amount: i18n.money(transfer.totalPrice),
              reference: transfer.reference,
            })}
            width="280"
            height="280"
          />
          <p className="soft small">{i18n.t('payments.transfer.codeHint')}</p>
          <a className="button button-quiet" href={qrCode} download={`${order.orderNumber}.png`}>
            {i18n.t('payments.transfer.saveCode')}
          </a>
          <p className="soft small">{i18n.t('payments.transfer.saveHint')}</p>
        </Card>
      </div>
      <section className="prose stack-s">
        <h2>{i18n.t('payments.transfer.next')}</h2>
        {isRest ? (
          <p>{i18n.t('moves.rest.next')}</p>
        ) : (
          <>
            <ol className="transfer-steps">
              <li>{i18n.t('payments.transfer.next.transfer')}</li>
              <li>{i18n.t('payments.transfer.next.confirm')}</li>
              <li>{i18n.t('payments.transfer.next.tickets')}</li>
            </ol>
            <p className="soft">{i18n.t('payments.transfer.mailed')}</p>
          </>
        )}
      </section>
      <div className="row">
        <ButtonLink href={ownOrderPath(order.id)}>{i18n.t('payments.toOrder')}</ButtonLink>
        <ButtonLink look="quiet" href={paths.orders}>
          {i18n.t('ui.nav.myOrders')}
        </ButtonLink>
      </div>
      <ReloadWhenRestored />
    </div>
  );
}

/** Without currency and thousands separators, as bank forms accept it. */
const typedAmount = (amount: Cents, { locale }: Translator): string => {
  const plain = (amount / 100).toFixed(2);
  return locale === 'de' ? plain.replace('.', ',') : plain;
};

type FactProps = { label: string; strong?: boolean; copies?: string; children: ReactNode };

function Fact({ label, strong, copies, children }: FactProps): ReactElement {
  const { i18n, assets } = usePage();
  if (copies) preinitModule(assets.manifest.runtime, { as: 'script' });
  return (
    <div className="transfer-fact">
      <dt>{label}</dt>
      <dd className={strong ? 'copied-whole copied-strong' : 'copied-whole'}>{children}</dd>
      {copies ? (
        <dd>
          <Button
            type="button"
            look="quiet"
            small
            hidden
            data-copy={copies}
            data-done={i18n.t('payments.transfer.copied', { what: label })}
          >
            {i18n.t('payments.transfer.copy')}
            <span className="visually-hidden"> {label}</span>
          </Button>
        </dd>
      ) : null}
    </div>
  );
}
