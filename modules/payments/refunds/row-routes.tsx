import type { ReactElement } from 'react';
import { addAudit } from '#modules/orders/index.ts';
import { formatIban } from '#src/kernel/iban.ts';
import { Problem } from '#src/kernel/problem.ts';
import { page, type Route } from '#src/platform/http.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, ErrorSummary, Form, type FormErrors } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { RefundRow } from '../money-of-order.ts';
import { adminOrderPath, refundAccountPath } from '../paths.ts';
import { refuse } from '../rules/problems.ts';
import { providerOf } from '../saferpay/provider-of.ts';
import { executeEach } from './execute-refunds.ts';
import { managedRefund, type RefundCall, refusalText } from './refund-call.ts';
import { refundOf, retryRefund } from './retry-refund.ts';
import { setRefundAccount } from './set-refund-account.ts';
import { takeBackAuthorization, turnIntoTransfer } from './turn-into-transfer.ts';

const placeOf = ({ orderId }: RefundRow, said: string): string => `${adminOrderPath(orderId)}?${said}#money`;

/** Pressing a button on what is not so any more leads back to the order, which shows what it is now. */
async function act(call: RefundCall, refund: RefundRow, done: string, run: () => Promise<unknown>): Promise<Response> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return call.redirect(placeOf(refund, 'refund=refused'));
  }
  const { status } = await refundOf(call.deps.read, refund.id);
  return call.redirect(placeOf(refund, status === 'failed' ? 'refund=failed' : `done=${done}`));
}

type AccountProps = {
  refund: RefundRow;
  typed: { iban: string; accountHolder: string };
  errors: FormErrors;
  problem: string | null;
};

/** Where a transfer goes. */
function AccountPage({ refund, typed, errors, problem }: AccountProps): ReactElement {
  const { words, csrfToken } = usePage();
  return (
    <div className="stack prose">
      {problem ? (
        <Alert tone="bad" urgent>
          {problem}
        </Alert>
      ) : null}
      <ErrorSummary title={words.t('ui.errors.title', { count: Object.keys(errors).length })} errors={errors} />
      <Facts facts={[{ label: words.t('refunds.amountLabel'), value: words.money(refund.amount) }]} />
      <p>{words.t('refunds.account.text')}</p>
      <Form csrfToken={csrfToken} action={refundAccountPath(refund.id)}>
        <TextField
          name="accountHolder"
          label={words.t('refunds.account.holder')}
          defaultValue={typed.accountHolder}
          error={errors.accountHolder ?? null}
          maxLength={70}
          autoComplete="off"
          required
        />
        <TextField
          name="iban"
          label={words.t('refunds.account.iban')}
          defaultValue={typed.iban}
          error={errors.iban ?? null}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <div className="form-actions">
          <Button>{words.t('ui.form.save')}</Button>
          <ButtonLink look="quiet" href={adminOrderPath(refund.orderId)}>
            {words.t('ui.form.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

function showAccount(
  call: RefundCall,
  refund: RefundRow,
  said: Partial<Omit<AccountProps, 'refund'>> = {},
): Promise<Response> {
  const typed = said.typed ?? {
    iban: refund.iban ? formatIban(refund.iban) : '',
    accountHolder: refund.accountHolder ?? '',
  };
  return call.render(
    <AccountPage refund={refund} typed={typed} errors={said.errors ?? {}} problem={said.problem ?? null} />,
    {
      title: call.words.t('refunds.account.title', { orderNumber: String(refund.orderId) }),
      frame: 'admin',
      admin: { intro: <a href={adminOrderPath(refund.orderId)}>{call.words.t('refunds.back')}</a> },
    },
    said.problem ? 409 : said.errors ? 422 : 200,
  );
}

export const refundRowPages: Route[] = [
  page({ method: 'post', path: '/admin/refunds/{refundId}/retry', may: 'order.refund' }, async (call) => {
    const refund = await managedRefund(call);
    const { deps, viewer } = call;
    return act(call, refund, 'refundRetried', async () => {
      const { orderId, method, amount } = refund;
      await deps.write(async (work) => {
        if (!(await retryRefund(work, await refundOf(work.tx, refund.id)))) {
          return refuse('CANT_CHANGE_REFUND_STATUS', { orderId });
        }
        const comment = `refund.retried ${method} ${amount}`;
        await addAudit(work, { orderId, type: 'Other', editorId: viewer.userId, comment });
      });
      await executeEach(deps, [refund.id]);
    });
  }),
  page({ method: 'post', path: '/admin/refunds/{refundId}/transfer', may: 'order.refund' }, async (call) => {
    const refund = await managedRefund(call);
    return act(call, refund, 'refundTransfer', async () => {
      await takeBackAuthorization(providerOf(call.deps), refund);
      await call.deps.write((work) => turnIntoTransfer(work, refund, call.viewer.userId));
    });
  }),
  page({ method: 'get', path: '/admin/refunds/{refundId}/account', may: 'order.refund' }, async (call) =>
    showAccount(call, await managedRefund(call)),
  ),
  page({ method: 'post', path: '/admin/refunds/{refundId}/account', may: 'order.refund' }, async (call) => {
    const refund = await managedRefund(call);
    const { deps, viewer, words, form } = call;
    const typed = {
      iban: String(form.get('iban') ?? '').slice(0, 60),
      accountHolder: String(form.get('accountHolder') ?? '').slice(0, 200),
    };
    try {
      await deps.write((work) => setRefundAccount(work, { refund, account: typed, editor: viewer }));
    } catch (error) {
      if (error instanceof Problem && error.code === 'VALIDATION_FAILED') {
        const fields = Object.entries(error.details.fields as Record<string, string[]>);
        const errors = Object.fromEntries(
          fields.map(([name, keys]) => [name, keys.map((key) => (words.has(key) ? words.t(key) : key))]),
        );
        return showAccount(call, refund, { typed, errors });
      }
      return showAccount(call, refund, { typed, problem: refusalText(error, words) });
    }
    return call.redirect(placeOf(refund, 'done=refundAccount'));
  }),
];
