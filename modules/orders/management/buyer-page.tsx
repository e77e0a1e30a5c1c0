import { page, type Route } from '#src/platform/http.ts';
import { Alert } from '#src/ui/display.tsx';
import { EmailField } from '#src/ui/field.tsx';
import type { AdminOrderRecord } from './admin-read.ts';
import { changeBuyer } from './change-buyer.ts';
import { EditForm } from './edit-form.tsx';
import { managedOrder, type OrderCall, renderBelow, wordsHere } from './order-frame.tsx';
import { type EditState, openedWith, saveEdit, statusOf } from './save-edit.ts';

const path = '/admin/orders/{orderId}/change-buyer';

const textsOf = ({ user }: AdminOrderRecord) => ({ newEmail: user.email });

function showBuyer(call: OrderCall, order: AdminOrderRecord, state: EditState): Promise<Response> {
  const words = wordsHere(call, order);
  return renderBelow(
    call,
    order,
    words.t('orderActions.buyer.title'),
    <EditForm
      action={`/admin/orders/${order.id}/change-buyer`}
      state={state}
      words={words}
      labelOf={() => words.t('orderActions.buyer.label')}
      back={`/admin/orders/${order.id}`}
      submit={words.t('orderActions.buyer.submit')}
      hasRequired
    >
      <p>{words.t('orderActions.buyer.now', { email: order.user.email })}</p>
      <Alert tone="wait">{words.t('orderActions.buyer.consequence')}</Alert>
      <EmailField
        name="newEmail"
        label={words.t('orderActions.buyer.label')}
        defaultValue={state.typed.newEmail === state.stored.newEmail ? '' : (state.typed.newEmail ?? '')}
        error={state.errors.newEmail ?? null}
        maxLength={254}
        autoComplete="off"
        required
      />
      {call.viewer.isSuperAdmin ? (
        <p className="small">
          <a href={`/admin/users/${order.user.id}`}>{words.t('orderActions.buyer.account')}</a>
        </p>
      ) : null}
    </EditForm>,
    statusOf(state),
  );
}

const ask = page({ method: 'get', path, may: 'order.manage' }, async (call) => {
  const order = await managedOrder(call);
  return showBuyer(call, order, openedWith(textsOf(order)));
});

const save = page({ method: 'post', path, may: 'order.manage' }, async (call) => {
  const order = await managedOrder(call);
  const newEmail = String(call.form.get('newEmail') ?? '')
    .trim()
    .slice(0, 254);
  const words = wordsHere(call, order);
  const wrong = newEmail === '' ? 'ui.form.missing' : newEmail === order.user.email ? 'orderActions.buyer.same' : null;
  if (wrong) {
    const state = { ...openedWith(textsOf(order)), typed: { newEmail }, errors: { newEmail: words.t(wrong) } };
    return showBuyer(call, order, state);
  }
  const state = await saveEdit(call, {
    orderId: order.id,
    typed: { newEmail },
    stored: textsOf,
    save: (work) => changeBuyer(work, { orderId: order.id, newEmail, editorId: call.viewer.userId }),
    labelOf: () => words.t('orderActions.buyer.label'),
    said: (_, text) => text,
  });
  return state ? showBuyer(call, order, state) : call.redirect(`/admin/orders/${order.id}?done=buyerChanged`);
});

export const buyerPages: Route[] = [ask, save];
