import { addAudit } from '#modules/orders/index.ts';
import { formatIban } from '#src/kernel/iban.ts';
import { Problem } from '#src/kernel/problem.ts';
import { Facts } from '#src/ui/display.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { loadRefund } from '../load.ts';
import type { RefundRow } from '../money-of-order.ts';
import { adminOrderPath, refundAccountPath } from '../paths.ts';
import { refuse } from '../rules/problems.ts';
import { providerOf } from '../saferpay/client.ts';
import { executeEach } from './execute-refund.ts';
import { accountForm, accountInput } from './forms.ts';
import { refundByTransfer, refundOf, retryRefund, takeBackAuthorization } from './retry-refund.ts';
import { setRefundAccount } from './set-refund-account.ts';

type Call = PageCall<'order.refund', 'refundId', RefundRow>;
const placeOf = ({ orderId }: RefundRow, query: string): string => `${adminOrderPath(orderId)}?${query}#money`;

/** An outdated action leads back to the order with its current state. */
async function act(call: Call, done: string, run: (refund: RefundRow) => Promise<unknown>): Promise<Response> {
  const refund = call.record;
  try {
    await run(refund);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return call.redirect(placeOf(refund, 'refund=refused'));
  }
  const { status } = await refundOf(call.deps.read, refund.id);
  return call.redirect(placeOf(refund, status === 'failed' ? 'refund=failed' : `done=${done}`));
}

const platformIban = ({ deps }: Call): string | null => deps.config.bank?.iban ?? null;

const accountRecord = ({ iban, accountHolder, bic }: RefundRow) => ({
  iban: iban ? formatIban(iban) : '',
  accountHolder,
  bic,
});

function showAccount(call: Call, state?: FormState): Promise<Response> {
  const { i18n, record: refund } = call;
  return call.render(
    <div className="stack prose">
      <Facts facts={[{ label: i18n.t('refunds.amountLabel'), value: i18n.money(refund.amount) }]} />
      <p>{i18n.t('refunds.account.text')}</p>
      <SavingForm
        form={accountForm(i18n, platformIban(call))}
        record={accountRecord(refund)}
        state={state}
        action={refundAccountPath(refund.id)}
        cancelHref={adminOrderPath(refund.orderId)}
      />
    </div>,
    {
      title: i18n.t('refunds.account.title', { orderNumber: String(refund.orderId) }),
      frame: 'admin',
      admin: { intro: <a href={adminOrderPath(refund.orderId)}>{i18n.t('refunds.back')}</a> },
    },
    formStatus(state),
  );
}

const of = { may: 'order.refund', load: loadRefund } as const;

export const refundRowPages: Route[] = [
  page({ method: 'post', path: '/admin/refunds/{refundId}/retry', ...of }, (call) =>
    act(call, 'refundRetried', async ({ id, orderId, method, amount }) => {
      const { deps, viewer } = call;
      await deps.write(async (work) => {
        if (!(await retryRefund(work, await refundOf(work.tx, id)))) {
          return refuse('CANT_CHANGE_REFUND_STATUS', { orderId });
        }
        const comment = `refund.retried ${method} ${amount}`;
        await addAudit(work, { orderId, type: 'Other', editorId: viewer.userId, comment });
      });
      await executeEach(deps, [id]);
    }),
  ),
  page({ method: 'post', path: '/admin/refunds/{refundId}/transfer', ...of }, (call) =>
    act(call, 'refundTransfer', async (refund) => {
      await takeBackAuthorization(providerOf(call.deps), refund);
      await call.deps.write((work) => refundByTransfer(work, refund, call.viewer.userId));
    }),
  ),
  ...formPages({
    path: '/admin/refunds/{refundId}/account',
    ...of,
    loadData: (call: Call) => call,
    show: showAccount,
    save: (call) => {
      const { record: refund, viewer: editor } = call;
      const ours = platformIban(call);
      return saveForm(call, {
        form: accountForm(call.i18n, ours),
        schema: accountInput,
        stored: async ({ tx }) => accountRecord(await refundOf(tx, refund.id)),
        save: async (work, account) => {
          await setRefundAccount(work, { refund, account, ours, editor });
          return placeOf(refund, 'done=refundAccount');
        },
      });
    },
  }),
];
