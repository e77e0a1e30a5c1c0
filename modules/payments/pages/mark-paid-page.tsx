import type { ReactElement } from 'react';
import type { OrderRecord } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Cents } from '#src/kernel/money.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { adminOrderPath, markPaidPath } from '../paths.ts';

type MarkPaidPageProps = {
  order: OrderRecord;
  /** Amount to enter, cents. */
  open: Cents;
  buyerEmail: string;
  reference: string;
  state: FormState | undefined;
};

/** Confirmation page before an order is marked as paid. */
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
