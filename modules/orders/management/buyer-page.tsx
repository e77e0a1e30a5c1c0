import * as z from 'zod';
import { plainForm } from '#src/platform/forms/fields.ts';
import type { FormState } from '#src/platform/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/platform/forms/saving-form.tsx';
import type { Translator } from '#src/platform/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { changeBuyer } from './change-buyer.ts';
import { type ManagedOrder, orderFormPages, saveOrderForm } from './edit-order.ts';
import { renderBelow } from './order-frame.tsx';

const buyerForm = (words: Translator) =>
  plainForm('orderActions', {
    name: 'newEmail',
    kind: 'email',
    label: words.t('orderActions.buyer.label'),
    required: true,
    control: { maxLength: 254, autoComplete: 'off' },
  });

function showBuyer({ call, order }: ManagedOrder, state?: FormState): Promise<Response> {
  const { words } = call;
  return renderBelow(
    call,
    order,
    words.t('orderActions.buyer.title'),
    <div className="stack">
      <p>{words.t('orderActions.buyer.now', { email: order.user.email })}</p>
      <Alert tone="wait">{words.t('orderActions.buyer.consequence')}</Alert>
      <SavingForm
        form={buyerForm(words)}
        record={{}}
        state={state}
        words={words}
        action={`/admin/orders/${order.id}/change-buyer`}
        submit={words.t('orderActions.buyer.submit')}
        cancelHref={`/admin/orders/${order.id}`}
      >
        {call.viewer.isSuperAdmin ? (
          <p className="small">
            <a href={`/admin/users/${order.user.id}`}>{words.t('orderActions.buyer.account')}</a>
          </p>
        ) : null}
      </SavingForm>
    </div>,
    formStatus(state),
  );
}

export const buyerPages = orderFormPages('/admin/orders/{orderId}/change-buyer', showBuyer, (at) =>
  saveOrderForm(at, {
    form: buyerForm(at.call.words),
    schema: z.object({ newEmail: z.string().max(254) }),
    stored: () => ({}),
    save: (work, { newEmail }) =>
      changeBuyer(work, { orderId: at.order.id, newEmail, editorId: at.call.viewer.userId }),
    done: 'buyerChanged',
  }),
);
