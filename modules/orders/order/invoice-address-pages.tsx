import type { ReactElement } from 'react';
import { present } from '#src/kernel/assert.ts';
import { Problem } from '#src/kernel/problem.ts';
import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import type { Translator } from '#src/platform/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
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
import { AddressFields, addressLabels } from './address-fields.tsx';
import { invoicePart } from './address-parts.ts';
import { headOfOrder } from './completed-pages.tsx';
import { addressLines, wordsOfOrder } from './confirmation.tsx';
import { Lines } from './order-lines.tsx';
import { requireOwnOrder } from './own-order.ts';
import { invoiceAddressPath } from './paths.ts';
import { setInvoiceAddress } from './set-invoice-address.ts';

const path = '/orders/{orderId}/invoice-address';

type Shown = { typed: DraftAddress; errors: Readonly<Record<string, string>>; problem: string | null };

/** The address of the invoice: asked for once, and shown from then on. */
function InvoiceAddressPage(props: { order: OrderRecord; words: Translator } & Shown): ReactElement {
  const { order, words, typed, errors, problem } = props;
  const { t } = words;
  const part = {
    ...invoicePart(typed, order.contactAddress ? draftOfAddress(order.contactAddress) : {}, words),
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
      <header>
        <p className="soft">
          <a href={`/orders/${order.id}`}>{t('orders.number', { orderNumber: order.orderNumber })}</a>
        </p>
        <h1>{t('orders.address.invoice')}</h1>
      </header>
      {problem ? (
        <Alert tone="bad" urgent>
          {problem}
        </Alert>
      ) : null}
      {order.invoiceAddress ? (
        <>
          <Card>
            <Lines lines={addressLines(order.invoiceAddress, words)} />
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
          guard={Object.keys(errors).length > 0 ? 'changed' : true}
        >
          <p className="lead">{t('ownOrder.invoice.once')}</p>
          <AddressFields part={part} errors={errors} words={words} />
          <div className="form-actions">
            <Button>{t('ownOrder.invoice.save')}</Button>
            {back}
          </div>
        </Form>
      )}
    </div>
  );
}

type Call = PageCall<'order.read'>;

function show(call: Call, order: OrderRecord, shown: Shown, status: 200 | 400 | 409 = 200): Promise<Response> {
  const words = wordsOfOrder(order, call.words.locale);
  return call.render(
    <InvoiceAddressPage {...{ order, words }} {...shown} />,
    headOfOrder(order, words.t('orders.address.invoice')),
    status,
  );
}

/** Most likely it is the address that is known already. */
const begun = ({ contactAddress }: OrderRecord): DraftAddress =>
  contactAddress ? { ...draftOfAddress(contactAddress), phoneNumber: '' } : {};

const faultTexts = {
  required: 'ui.form.missing',
  tooLong: 'orders.fault.tooLong',
  vatId: 'problem.field.vatId',
  phone: 'problem.field.phone',
  phoneCountry: 'orderAddress.phoneCountry',
} as const satisfies Record<AddressError, string>;

const namedIn = (faults: Record<string, AddressError>, words: Translator): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [`invoice.${name}`, words.t(faultTexts[fault])]));

export const invoiceAddressPages: readonly PageRoute[] = [
  page({ method: 'get', path, may: 'order.read' }, async (call) => {
    const order = await requireOwnOrder(call.deps.read, call.viewer, call.params.orderId);
    return show(call, order, { typed: begun(order), errors: {}, problem: null });
  }),
  page({ method: 'post', path, may: 'order.change' }, async (call) => {
    const orderId = call.params.orderId;
    const order = await requireOwnOrder(call.deps.read, call.viewer, orderId);
    const words = wordsOfOrder(order, call.words.locale);
    call.form.set(partBoxes.invoice, 'true');
    const event = { needsContactAddress: true, allowDifferentDeliveryAddress: false };
    const typed = addressesOfForm(call.form, event).invoiceAddress ?? {};
    const faults = order.invoiceAddress ? {} : addressErrors(typed, { postal: true });
    if (Object.keys(faults).length > 0)
      return show(call, order, { typed, errors: namedIn(faults, words), problem: null }, 400);
    try {
      const address = order.invoiceAddress ?? present(addressOfDraft(typed), 'an address without faults has a name');
      await call.deps.write((work) => setInvoiceAddress(work, call.viewer, orderId, address));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // What only the server can judge, such as a telephone number.
      if (error.code === 'VALIDATION_FAILED')
        return show(call, order, { typed, errors: {}, problem: words.t('ui.form.invalid') }, 400);
      if (error.code !== 'INVOICE_ADDRESS_ALREADY_SET') throw error;
      const fresh = await requireOwnOrder(call.deps.read, call.viewer, orderId);
      const problem = words.t('problem.INVOICE_ADDRESS_ALREADY_SET');
      return show(call, fresh, { typed, errors: {}, problem }, 409);
    }
    return call.redirect(`/orders/${orderId}?saved=invoiceAddress`);
  }),
];
