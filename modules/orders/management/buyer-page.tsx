import * as z from 'zod';
import { isEmail } from '#src/kernel/email.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, MailText } from '#src/ui/display.tsx';
import { plainForm } from '#src/web/forms/fields.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type AdminOrderRecord, adminOrderOf } from '../read-admin.ts';
import { changeBuyer } from './change-buyer.ts';
import { type ManagedOrder, orderFormPages } from './edit-order.ts';
import { renderBelow } from './order-frame.tsx';

const buyerForm = (i18n: Translator) =>
  plainForm('orderActions', {
    name: 'newEmail',
    kind: 'email',
    label: i18n.t('orderActions.buyer.label'),
    required: true,
    control: { maxLength: 254, autoComplete: 'off' },
  });

function showBuyer({ call, order }: ManagedOrder, state?: FormState): Promise<Response> {
  const { i18n } = call;
  return renderBelow(
    call,
    order,
    i18n.t('orderActions.buyer.title'),
    <div className="stack">
      <p>
        <MailText>{i18n.t('orderActions.buyer.now', { email: order.user.email })}</MailText>
      </p>
      <Alert tone="wait">{i18n.t('orderActions.buyer.consequence')}</Alert>
      <SavingForm
        form={buyerForm(i18n)}
        record={recordOf(order)}
        state={state}
        i18n={i18n}
        action={`/admin/orders/${order.id}/change-buyer`}
        submit={i18n.t('orderActions.buyer.submit')}
        cancelHref={`/admin/orders/${order.id}`}
      >
        {call.viewer.isSuperAdmin ? (
          <p className="small">
            <a href={`/admin/users/${order.user.id}`}>{i18n.t('orderActions.buyer.account')}</a>
          </p>
        ) : null}
      </SavingForm>
    </div>,
    formStatus(state),
  );
}

/** The buyer of now stands in the field: a typing mistake is mended there, and who saw another one is asked again. */
const recordOf = ({ user }: AdminOrderRecord) => ({ newEmail: isEmail(user.email) ? user.email : '' });

export const buyerPages = orderFormPages('/admin/orders/{orderId}/change-buyer', showBuyer, ({ call, order }) =>
  saveForm(call, {
    form: buyerForm(call.i18n),
    schema: z.object({ newEmail: z.string().max(254) }),
    stored: async ({ tx }) => recordOf(await adminOrderOf(tx, order.id)),
    save: async (work, { newEmail }) => {
      await changeBuyer(work, { orderId: order.id, newEmail, editorId: call.viewer.userId });
      return `/admin/orders/${order.id}?done=buyerChanged`;
    },
  }),
);
