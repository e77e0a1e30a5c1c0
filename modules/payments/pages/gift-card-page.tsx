import type { ReactElement } from 'react';
import * as z from 'zod';
import { formatCardCode } from '#modules/gift-cards/rules/card.ts';
import {
  headOfOrder,
  loadOwnOrder,
  OrderHead,
  type OrderRecord,
  orderTranslator,
  stepsOfOrder,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { limitCodeGuesses } from '#modules/vouchers/index.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { ReloadWhenRestored } from '#src/ui/restored.tsx';
import { cents } from '#src/web/answers.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { api, type PageCall, tagged } from '#src/web/http.ts';
import { giftCardPath, ownOrderPath, paymentPath, paymentSuccessPath } from '../paths.ts';
import { type PaidByCard, payWithGiftCard } from '../pay-with-gift-card.ts';
import { methodsOf } from '../ways-to-pay.tsx';

type Call = PageCall<'order.pay', 'orderId', OrderRecord>;
const codeField = 'code';
const maxCodeLength = 60;

function payWithCode(
  call: Pick<Call, 'deps' | 'viewer' | 'clientAddress' | 'now' | 'record'>,
  typed: string,
): Promise<PaidByCard> {
  const { deps, viewer, clientAddress, now, record } = call;
  return limitCodeGuesses({ deps, viewer, clientAddress, now }, [typed], () =>
    deps.write((work) => payWithGiftCard(work, { orderId: record.id, eventId: record.event.id, typed })),
  );
}

async function show(call: Call, state?: FormState): Promise<Response> {
  const { deps, record: order } = call;
  const i18n = orderTranslator(order, call.i18n.locale);
  const { open } = await deps.orderMoney(order);
  if (open === 0 && !state)
    return call.redirect(isPaidStatus(order.status) ? paymentSuccessPath(order.id) : ownOrderPath(order.id));
  const methods: readonly string[] = await methodsOf(deps, order);
  if (!methods.includes('giftcard')) return refuse('NOT_FOUND');
  return call.render(
    <GiftCardPage order={order} steps={await stepsOfOrder(deps.read, order)} open={open} i18n={i18n} state={state} />,
    headOfOrder(order, i18n.t('giftCards.pay.title')),
    formStatus(state),
  );
}

function GiftCardPage(props: {
  order: OrderRecord;
  steps: Parameters<typeof OrderHead>[0]['steps'];
  open: Cents;
  i18n: Translator;
  state: FormState | undefined;
}): ReactElement {
  const { order, steps, open, i18n, state } = props;
  return (
    <div className="narrow stack">
      <OrderHead order={order} steps={steps} title={i18n.t('giftCards.pay.title')} i18n={i18n}>
        <p className="lead">{i18n.t('giftCards.pay.lead', { amount: i18n.money(open), event: order.event.title })}</p>
      </OrderHead>
      {order.expiresAt === null ? null : (
        <Alert tone="wait">{i18n.t('payments.page.heldUntil', { until: i18n.weekdayDateTime(order.expiresAt) })}</Alert>
      )}
      <Form action={giftCardPath(order.id)} {...(state ? { state } : {})} labelOf={() => i18n.t('giftCards.pay.code')}>
        <TextField
          name={codeField}
          label={i18n.t('giftCards.pay.code')}
          hint={i18n.t('giftCards.pay.codeHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxCodeLength}
          aria-required
        />
        <p className="soft small">{i18n.t('giftCards.pay.rest')}</p>
        <div className="form-actions">
          <Button>{i18n.t('giftCards.pay.submit')}</Button>
          <ButtonLink look="quiet" href={paymentPath(order.event.id, order.id)}>
            {i18n.t('giftCards.pay.otherWay')}
          </ButtonLink>
        </div>
      </Form>
      <ReloadWhenRestored />
    </div>
  );
}

export const giftCardPaymentPages = formPages({
  path: '/orders/{orderId}/gift-card',
  may: 'order.pay',
  load: loadOwnOrder,
  loadData: (call: Call) => call,
  show,
  save: (call) =>
    runForm(
      call,
      async () => {
        const typed = postedText(call, codeField, maxCodeLength);
        if (typed === '') refuse('VALIDATION_FAILED', { fields: { [codeField]: ['required'] } });
        const { open } = await payWithCode(call, typed);
        return open > 0 ? paymentPath(call.record.event.id, call.record.id) : paymentSuccessPath(call.record.id);
      },
      {
        beside: ({ code }) =>
          code === 'INVALID_GIFT_CARD_CODE' ? { [codeField]: call.i18n.t('problem.INVALID_GIFT_CARD_CODE') } : null,
      },
    ),
});

export const giftCardPaymentApi = tagged('Payments', [
  api(
    {
      method: 'post',
      path: '/api/orders/{orderId}/gift-card',
      may: 'order.pay',
      refuses: ['INVALID_GIFT_CARD_CODE'],
      summary: 'Pays the open amount of an order with a gift card, up to the card’s balance',
      load: loadOwnOrder,
      body: z.object({
        code: z
          .string()
          .min(1)
          .max(maxCodeLength)
          .describe(`Code of the gift card, for example ${formatCardCode('3479CDFHJKMNPQRT')}`),
      }),
      answer: z.object({
        paid: cents.describe('Amount paid by the card, in cents'),
        rest: cents.describe('Remaining balance of the card, in cents'),
        open: cents.describe('Remaining open amount of the order, in cents; 0: the order is paid'),
      }),
    },
    (call) => payWithCode(call, call.body.code),
  ),
]);
