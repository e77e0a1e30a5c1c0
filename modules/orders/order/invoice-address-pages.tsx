import type { ReactElement } from 'react';
import * as z from 'zod';
import { present } from '#src/kernel/assert.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { formOf } from '#src/web/forms/fields.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, saveRead } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import type { PageCall } from '#src/web/http.ts';
import { loadOwnOrder } from '../load.ts';
import type { OrderRecord } from '../read.ts';
import type { DraftAddress } from '../rules/draft.ts';
import {
  type AddressError,
  addressErrors,
  addressesOfForm,
  addressOfDraft,
  draftOfAddress,
  partBoxes,
} from '../rules/draft-address.ts';
import { wordsOfOrder } from '../words.ts';
import { AddressFields, addressLabels } from './address-fields.tsx';
import { invoicePart } from './address-parts.ts';
import { headOfOrder } from './completed-pages.tsx';
import { addressLines } from './confirmation.ts';
import { noInvoiceOf } from './may-have-invoice.ts';
import { Lines } from './order-lines.tsx';
import { invoiceAddressPath } from './paths.ts';
import { setInvoiceAddress } from './set-invoice-address.ts';

/** The address of the invoice: asked for once, and shown from then on. */
function InvoiceAddressPage(props: {
  order: OrderRecord;
  i18n: Translator;
  state: FormState | undefined;
}): ReactElement {
  const { order, i18n, state } = props;
  const { input = begun(order), errors = {}, refusal = null } = state ?? {};
  const { t } = i18n;
  const part = {
    ...invoicePart(input, order.contactAddress ? draftOfAddress(order.contactAddress) : {}, i18n),
    box: null,
  };
  const labels = addressLabels(part);
  const back = (
    <ButtonLink look="quiet" href={`/orders/${order.id}`}>
      {t('ownOrder.person.back')}
    </ButtonLink>
  );
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <p className="soft">
          <a href={`/orders/${order.id}`}>{t('orders.number', { orderNumber: order.orderNumber })}</a>
        </p>
        <h1>{t('orders.address.invoice')}</h1>
      </header>
      {refusal ? (
        <Alert tone="bad" urgent>
          {refusal}
        </Alert>
      ) : null}
      {order.invoiceAddress ? (
        <>
          <Card>
            <Lines lines={addressLines(order.invoiceAddress, i18n)} />
          </Card>
          <p>{t('ownOrder.invoice.isSet')}</p>
          <div className="form-actions">{back}</div>
        </>
      ) : (
        <Form
          action={invoiceAddressPath(order.id)}
          requiredNote={t('ui.form.required')}
          state={{ errors }}
          labelOf={(name) => labels[name]}
          guard={state ? 'changed' : true}
        >
          <p className="lead">{t('ownOrder.invoice.once')}</p>
          <AddressFields part={part} errors={errors} i18n={i18n} />
          <div className="form-actions">
            <Button>{t('ownOrder.invoice.save')}</Button>
            {back}
          </div>
        </Form>
      )}
    </div>
  );
}

type Call = PageCall<'order.change', 'orderId', OrderRecord>;

/** No address is asked for that nothing comes of. */
const asksNothing = async ({ deps, now }: Call, order: OrderRecord): Promise<boolean> =>
  order.invoiceAddress === null && (await noInvoiceOf(deps, order, { reader: deps.read, now })) !== null;

async function show(call: Call, state?: FormState): Promise<Response> {
  // Somebody else may have been faster: then there is nothing left to fill in.
  const order = state?.status === 409 ? await loadOwnOrder(call) : call.record;
  if (await asksNothing(call, order)) return call.redirect(`/orders/${order.id}`);
  const i18n = wordsOfOrder(order, call.i18n.locale);
  return call.render(
    <InvoiceAddressPage {...{ order, i18n, state }} />,
    headOfOrder(order, i18n.t('orders.address.invoice')),
    formStatus(state),
  );
}

/** Most likely it is the address that is known already. */
const begun = ({ contactAddress }: OrderRecord): DraftAddress =>
  contactAddress ? { ...draftOfAddress(contactAddress), phoneNumber: '' } : {};

const errorTexts = {
  required: 'ui.form.missing',
  tooLong: 'orders.error.tooLong',
  vatId: 'problem.field.vatId',
  phone: 'problem.field.phone',
  phoneCountry: 'orderAddress.phoneCountry',
  webAddress: 'problem.field.webAddress',
} as const satisfies Record<AddressError, string>;

const controlOf = (path: string): string => `invoice.${path.replace(/^phoneNumber\..*$/, 'phoneNumber')}`;

async function save(call: Call) {
  const { record: order, viewer } = call;
  if (await asksNothing(call, order)) return { to: `/orders/${order.id}` };
  const i18n = wordsOfOrder(order, call.i18n.locale);
  call.form.set(partBoxes.invoice, 'true');
  const event = { needsContactAddress: true, allowDifferentDeliveryAddress: false };
  const input = { ...addressesOfForm(call.form, event).invoiceAddress };
  const errors = Object.entries(order.invoiceAddress ? {} : addressErrors(input, { postal: true }));
  const said = Object.fromEntries(errors.map(([name, error]) => [controlOf(name), i18n.t(errorTexts[error])]));
  return saveRead(
    call,
    {
      form: formOf('orders', []),
      schema: z.undefined(),
      controlOf,
      save: async (work) => {
        const address = order.invoiceAddress ?? present(addressOfDraft(input), 'an address without errors has a name');
        await setInvoiceAddress(call.deps, work, viewer, { orderId: order.id, address });
        return `/orders/${order.id}?saved=invoiceAddress`;
      },
    },
    () => (errors.length > 0 ? { input, errors: said } : { input, data: undefined }),
  );
}

export const invoiceAddressPages = formPages({
  path: '/orders/{orderId}/invoice-address',
  may: 'order.change',
  mayRead: 'order.read',
  load: loadOwnOrder,
  of: (call: Call) => call,
  show,
  save,
});
