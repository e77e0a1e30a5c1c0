import type { ReactElement } from 'react';
import { userById } from '#modules/accounts/index.ts';
import type { OrderRecord } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Cents } from '#src/kernel/money.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import type { PageCall } from '#src/web/http.ts';
import { loadOrder } from '../load.ts';
import { markPaid } from '../mark-paid.ts';
import { adminOrderPath, markPaidPath } from '../paths.ts';
import { makeReference } from '../rules/payment-reference.ts';

type Managed = PageCall<'order.manage', 'orderId', OrderRecord>;

async function askMarkPaid(call: Managed, state?: FormState): Promise<Response> {
  const { deps, i18n, record: order } = call;
  const { open } = await deps.orderMoney(order);
  const isOpen = order.status === 'pending' || (isPaidStatus(order.status) && open > 0);
  if (!isOpen && !state) return call.redirect(adminOrderPath(order.id));
  const buyer = await userById(deps.read, order.userId);
  return call.render(
    <MarkPaidPage
      order={order}
      open={open}
      buyerEmail={buyer?.email ?? ''}
      reference={makeReference(deps.config.paymentReferencePrefix, order.id)}
      state={state}
    />,
    {
      title: i18n.t('payments.markPaid.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
      admin: { eventId: order.event.id },
    },
    state?.status ?? 200,
  );
}

export const markPaidPages = formPages({
  path: '/admin/orders/{orderId}/mark-paid',
  may: 'order.settle',
  load: loadOrder,
  loadData: (call: Managed) => call,
  show: askMarkPaid,
  save: (call) =>
    runForm(call, async () => {
      const { viewer, record } = call;
      const comment = postedText(call, 'comment', 500);
      await call.deps.write((work) =>
        markPaid(work, { orderId: record.id, editorId: viewer.userId, ...(comment ? { comment } : {}) }),
      );
      return `${adminOrderPath(record.id)}?done=paid`;
    }),
});

type MarkPaidPageProps = {
  order: OrderRecord;
  open: Cents;
  buyerEmail: string;
  reference: string;
  state: FormState | undefined;
};

export function MarkPaidPage({ order, open, buyerEmail, reference, state }: MarkPaidPageProps): ReactElement {
  const { i18n } = usePage();
  // The rest of a paid order changes only its money, so no mail is sent.
  const isRest = isPaidStatus(order.status);
  const withMail = order.competitions
    .flatMap((competition) => competition.teams)
    .flatMap((team) => team.participants)
    .filter((participant) => participant.email !== null).length;
  const text = (
    <>
      <Facts
        facts={[
          { label: i18n.t('payments.markPaid.event'), value: order.event.title },
          { label: i18n.t('payments.markPaid.buyer'), value: buyerEmail },
          { label: i18n.t('payments.transfer.amount'), value: i18n.money(open) },
          { label: i18n.t('payments.transfer.reference'), value: reference },
        ]}
      />
      {isRest ? null : (
        <Alert tone="wait" title={i18n.t('payments.markPaid.warning')}>
          <p>{i18n.t('payments.markPaid.mails', { count: withMail })}</p>
        </Alert>
      )}
    </>
  );
  return (
    <div className="prose">
      <Confirm
        action={markPaidPath(order.id)}
        text={text}
        button={i18n.t(isRest ? 'moves.rest.markPaid' : 'payments.markPaid.submit')}
        isHarmless
        back={adminOrderPath(order.id)}
        refusal={state?.refusal ?? null}
        state={state}
      >
        <TextField
          name="comment"
          label={i18n.t('payments.markPaid.comment')}
          hint={i18n.t('payments.markPaid.commentHint')}
          optional={i18n.t('ui.form.optional')}
          maxLength={500}
          autoComplete="off"
        />
      </Confirm>
    </div>
  );
}
