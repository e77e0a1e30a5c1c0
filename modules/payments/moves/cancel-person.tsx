import type { ReactElement } from 'react';
import * as z from 'zod';
import {
  type AdminOrderRecord,
  adminAnswer,
  adminOrderAnswer,
  CancelMoney,
  cancelMoneyIn,
  cancelRefundSchema,
  chargedForPerson,
  grantedBy,
  headOfOrder,
  loadManagedParticipant,
  loadOwnOrder,
  loadOwnParticipant,
  nameOf,
  type OrderRecord,
  orderOf,
  orderPageTranslator,
  orderShapeSchema,
  orderTranslator,
  ownOrderAnswer,
  type PersonOfOrder,
  participantsOf,
  renderBelow,
} from '#modules/orders/index.ts';
import { mayBuyerCancelOne } from '#modules/orders/rules/buyer-changes.ts';
import type { CancelRefund } from '#modules/orders/rules/cancel-refund.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { refuse } from '#modules/orders/rules/problems.ts';
import type { Person } from '#src/access/permissions.ts';
import { type Cents, cents, centsFromZero, zeroCents } from '#src/kernel/money.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Facts } from '#src/ui/display.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { runForm, showAgain } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { api, type PageCall } from '#src/web/http.ts';
import { adminOrderPath, ownOrderPath } from '../paths.ts';
import { refuse as refusePayment } from '../rules/problems.ts';
import { cancelBookedParticipant } from './members.ts';

/** Cents that the order keeps. @throws Problem CANT_REFUND_MORE_THAN_TOTAL, CANT_REFUND_LESS_THAN_ZERO */
const retainedBy =
  ({ mode, amount }: CancelRefund) =>
  (charged: Cents): Cents => {
    if (mode === 'none') return charged;
    // The processing fee belongs to the order and stays.
    if (mode !== 'custom') return zeroCents;
    const back = amount ?? 0;
    if (back <= 0) refusePayment('CANT_REFUND_LESS_THAN_ZERO');
    if (back > charged) refusePayment('CANT_REFUND_MORE_THAN_TOTAL');
    return cents(charged - back);
  };

type OfBuyer = { deps: Pick<Deps, 'write' | 'admission'>; viewer: Person; order: OrderRecord };

/** @throws Problem CANT_CANCEL_ORDER where the event or the missing protection does not allow it, and after admission */
async function cancelAsBuyer({ deps, viewer, order }: OfBuyer, participantId: number): Promise<void> {
  const orderId = order.id;
  if ((await deps.admission.admittedAt([participantId])).has(participantId))
    refuse('CANT_CANCEL_ORDER', { reason: 'admitted' });
  await deps.write(async (work) => {
    // The order may have been paid since it was loaded.
    const held = (await orderOf(work.tx, orderId)) ?? refuse('NOT_FOUND');
    if (!mayBuyerCancelOne(held, participantsOf(held).length, work.now))
      refuse('CANT_CANCEL_ORDER', { status: held.status });
    await cancelBookedParticipant(work, {
      ...{ orderId, participantId, editorId: viewer.userId, reason: 'byUser', retains: () => zeroCents },
    });
  });
}

const codes = ['CANT_CANCEL_ORDER', 'REGISTERING_INVALID_TEAMSIZE', 'ORDER_AWAITS_MEMBER'] as const;

export const cancelManagedPerson = api(
  {
    method: 'patch',
    path: '/api/admin/orders/{orderId}/participants/{participantId}/cancel',
    may: 'order.manage',
    refuses: [...codes, 'INVALID_TOKEN', 'CANT_REFUND_LESS_THAN_ZERO', 'CANT_REFUND_MORE_THAN_TOTAL'],
    summary:
      'Cancels one of several participants: the place is released and the given amount refunded. Omitted: no refund. The participant then belongs to a canceled order of their own.',
    load: loadManagedParticipant,
    body: z.object({ refund: cancelRefundSchema }),
    answer: adminAnswer,
  },
  async ({ deps, viewer, now, params: { orderId, participantId }, body }) => {
    const retains = retainedBy(grantedBy(viewer, body.refund, now));
    const input = { orderId, participantId, editorId: viewer.userId, reason: 'byAdmin', retains } as const;
    await deps.write((work) => cancelBookedParticipant(work, input));
    return { order: await adminOrderAnswer(deps, orderId) };
  },
);

export const cancelOwnPerson = api(
  {
    method: 'patch',
    path: '/api/orders/{orderId}/participants/{participantId}/cancel',
    may: 'order.change',
    refuses: codes,
    summary:
      'Cancels one of several participants as the buyer, where the event allows it: an unpaid place, or with a cancellation protection',
    load: loadOwnParticipant,
    answer: z.object({ order: orderShapeSchema }),
  },
  async (call) => {
    const { order, person } = call.record;
    await cancelAsBuyer({ ...call, order }, person.id);
    return { order: await ownOrderAnswer(call.deps, await loadOwnOrder(call)) };
  },
);

type Named<Order extends OrderRecord> = PersonOfOrder & { order: Order };
type Call = PageCall<'order.manage', 'orderId' | 'participantId', Named<AdminOrderRecord>>;

const factsOf = ({ person, team, competition }: PersonOfOrder, charged: Cents, i18n: Translator) => [
  { label: i18n.t('ordersAdmin.person.competition'), value: competition.title },
  ...(team.teamName ? [{ label: i18n.t('ordersAdmin.person.team'), value: team.teamName }] : []),
  ...(person.orderedArticleVariants.length > 0
    ? [{ label: i18n.t('ordersAdmin.person.articles'), value: articlesOf(person) }]
    : []),
  { label: i18n.t('members.cancel.charged'), value: i18n.money(charged) },
];

const articlesOf = ({ orderedArticleVariants }: PersonOfOrder['person']): string =>
  orderedArticleVariants
    .map(({ quantity, name, variantName }) => `${quantity} × ${[name, variantName].filter(Boolean).join(', ')}`)
    .join(', ');

async function showCancel(call: Call, state?: FormState): Promise<Response> {
  const { order, person } = call.record;
  if (order.status === 'canceled' && !state) return call.redirect(adminOrderPath(order.id));
  const i18n = orderPageTranslator(call, order);
  const charged = await chargedForPerson(call.deps.read, person);
  const name = nameOf(person);
  return renderBelow(
    call,
    order,
    i18n.t('members.cancel.title', { name }),
    <Confirm
      action={`${adminOrderPath(order.id)}/participants/${person.id}/cancel`}
      text={
        <>
          <Facts facts={factsOf(call.record, charged, i18n)} />
          <p>{i18n.t('members.cancel.text', { name })}</p>
        </>
      }
      button={i18n.t('members.cancel.submit', { name })}
      back={`${adminOrderPath(order.id)}/participants/${person.id}`}
      backLabel={i18n.t('members.cancel.keep')}
      refusal={state?.refusal ?? null}
      state={state}
    >
      {isMoneyToDecide(order, charged) ? <CancelMoney sums={sumsOf(charged)} isMany={false} /> : null}
    </Confirm>,
    formStatus(state),
  );
}

const isMoneyToDecide = ({ status }: OrderRecord, charged: Cents): boolean => isPaidStatus(status) && charged > 0;
const sumsOf = (charged: Cents) => ({ full: charged, withoutProcessingFee: centsFromZero(charged) });

const managedPages = formPages({
  path: '/admin/orders/{orderId}/participants/{participantId}/cancel',
  may: 'order.manage',
  load: loadManagedParticipant,
  loadData: (call: Call) => call,
  show: showCancel,
  save: async (call) => {
    const { deps, viewer, now } = call;
    const { order, person } = call.record;
    const charged = await chargedForPerson(deps.read, person);
    const decided = cancelMoneyIn(call, isMoneyToDecide(order, charged));
    if ('errors' in decided) return showAgain(call, decided);
    const retains = retainedBy(grantedBy(viewer, decided.refund, now));
    return runForm(
      call,
      async () => {
        await deps.write((work) =>
          cancelBookedParticipant(work, {
            ...{ orderId: order.id, participantId: person.id, editorId: viewer.userId, reason: 'byAdmin', retains },
          }),
        );
        return `${adminOrderPath(order.id)}?done=personCanceled`;
      },
      {
        beside: ({ code }) =>
          code.startsWith('CANT_REFUND_') ? { amount: call.i18n.t(`problem.${code}` as never) } : null,
        sentence: ({ code, details }) => sentenceOf(code, details, call.i18n),
      },
    );
  },
});

const sentenceOf = (code: string, details: Record<string, unknown>, i18n: Translator): string | null => {
  if (code === 'REGISTERING_INVALID_TEAMSIZE') return i18n.t('members.cancel.teamTooSmall');
  return details.reason === 'lastParticipant' ? i18n.t('members.cancel.last') : null;
};

type OwnCall = PageCall<'order.change', 'orderId' | 'participantId', Named<OrderRecord>>;

async function showOwnCancel(call: OwnCall, state?: FormState): Promise<Response> {
  const { order, person } = call.record;
  if (!mayBuyerCancelOne(order, participantsOf(order).length, call.now) && !state)
    return call.redirect(ownOrderPath(order.id));
  const i18n = orderTranslator(order, call.i18n.locale);
  const charged = await chargedForPerson(call.deps.read, person);
  return call.render(
    <OwnCancel seat={call.record} charged={charged} state={state} order={order} i18n={i18n} />,
    headOfOrder(order, i18n.t('members.cancel.title', { name: nameOf(person) })),
    formStatus(state),
  );
}

function OwnCancel(props: {
  order: OrderRecord;
  seat: PersonOfOrder;
  charged: Cents;
  state: FormState | undefined;
  i18n: Translator;
}): ReactElement {
  const { order, seat, charged, state, i18n } = props;
  const name = nameOf(seat.person);
  const isPaid = isPaidStatus(order.status);
  return (
    <div className="narrow stack">
      <h1>{i18n.t('members.cancel.title', { name })}</h1>
      <Confirm
        action={`${ownOrderPath(order.id)}/participants/${seat.person.id}/cancel`}
        text={
          <>
            <Facts facts={factsOf(seat, charged, i18n)} />
            <p>{i18n.t(isPaid ? 'members.cancel.ownPaid' : 'members.cancel.ownUnpaid', { name })}</p>
          </>
        }
        button={i18n.t('members.cancel.submit', { name })}
        back={`${ownOrderPath(order.id)}/participants/${seat.person.id}`}
        backLabel={i18n.t('members.cancel.keep')}
        refusal={state?.refusal ?? null}
      />
    </div>
  );
}

const ownPages = formPages({
  path: '/orders/{orderId}/participants/{participantId}/cancel',
  may: 'order.change',
  load: loadOwnParticipant,
  loadData: (call: OwnCall) => call,
  show: showOwnCancel,
  save: (call) =>
    runForm(
      call,
      async () => {
        const { order, person } = call.record;
        await cancelAsBuyer({ ...call, order }, person.id);
        return `${ownOrderPath(order.id)}?saved=personCanceled`;
      },
      { sentence: ({ code, details }) => sentenceOf(code, details, call.i18n) },
    ),
});

export const cancelPersonPages = [...managedPages, ...ownPages];
