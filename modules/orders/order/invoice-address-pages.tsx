import type { ReactElement } from 'react';
import * as z from 'zod';
import type { AddressField, AddressPartProps } from '#islands/address/texts.ts';
import { present } from '#src/kernel/assert.ts';
import type { Translator } from '#src/texts/locale.ts';
import { countryOptions } from '#src/texts/long-options.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, type FormErrors } from '#src/ui/form.tsx';
import { LongSelectField } from '#src/ui/long-select.tsx';
import { formOf } from '#src/web/forms/fields.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, saveRead } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import type { PageCall } from '#src/web/http.ts';
import { orderTranslator } from '../assemble-orders.ts';
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
import { invoicePart } from './address-parts.ts';
import { headOfOrder } from './completed-pages.tsx';
import { addressLines } from './confirmation.ts';
import { Lines } from './order-lines.tsx';
import { invoiceAddressPath } from './paths.ts';
import { noInvoiceReason, setInvoiceAddress } from './set-invoice-address.ts';

function InvoiceAddressPage(props: {
  order: OrderRecord;
  i18n: Translator;
  state: FormState | undefined;
}): ReactElement {
  const { order, i18n, state } = props;
  const { input = prefilled(order), errors = {}, refusal = null } = state ?? {};
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

/** Skips the form when no invoice is possible. */
const asksNothing = async ({ deps, now }: Call, order: OrderRecord): Promise<boolean> =>
  order.invoiceAddress === null && (await noInvoiceReason(deps, order, { reader: deps.read, now })) !== null;

async function show(call: Call, state?: FormState): Promise<Response> {
  // A concurrent request may have set the address.
  const order = state?.status === 409 ? await loadOwnOrder(call) : call.record;
  if (await asksNothing(call, order)) return call.redirect(`/orders/${order.id}`);
  const i18n = orderTranslator(order, call.i18n.locale);
  return call.render(
    <InvoiceAddressPage {...{ order, i18n, state }} />,
    headOfOrder(order, i18n.t('orders.address.invoice')),
    formStatus(state),
  );
}

/** Prefilled with the contact address. */
const prefilled = ({ contactAddress }: OrderRecord): DraftAddress =>
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
  const i18n = orderTranslator(order, call.i18n.locale);
  call.form.set(partBoxes.invoice, 'true');
  const event = { needsContactAddress: true, allowDifferentDeliveryAddress: false };
  const input = { ...addressesOfForm(call.form, event).invoiceAddress };
  const errors = Object.entries(order.invoiceAddress ? {} : addressErrors(input, { postal: true }));
  const errorMessages = Object.fromEntries(errors.map(([name, error]) => [controlOf(name), i18n.t(errorTexts[error])]));
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
    () => (errors.length > 0 ? { input, errors: errorMessages } : { input, data: undefined }),
  );
}

export const invoiceAddressPages = formPages({
  path: '/orders/{orderId}/invoice-address',
  may: 'order.change',
  mayRead: 'order.read',
  load: loadOwnOrder,
  loadData: (call: Call) => call,
  show,
  save,
});

type Props = {
  part: AddressPartProps;
  errors: FormErrors;
  i18n: Translator;
};

const all = ({ rows, more }: AddressPartProps): AddressField[] => [...rows, ...(more?.rows ?? [])].flat();

export const addressLabels = (part: AddressPartProps): Record<string, string> =>
  Object.fromEntries(all(part).map(({ name, label }) => [name, label]));

export function AddressFields({ part, errors, i18n }: Props): ReactElement {
  const show = (field: AddressField) => {
    const { name, label, value, autoComplete, choices, isRequired = false, isShort, isPhone, hint } = field;
    const shared = {
      name,
      label,
      autoComplete,
      defaultValue: value,
      required: isRequired,
      hint,
      ...(isRequired || choices || isShort ? {} : { optional: i18n.t('ui.form.optional') }),
    };
    if (!choices) {
      return <TextField key={name} {...shared} {...(isPhone ? { type: 'tel', inputMode: 'tel' as const } : {})} />;
    }
    return choices === 'countries' ? (
      <LongSelectField key={name} {...shared} options={countryOptions(i18n)} placeholder={i18n.t('ui.form.choose')} />
    ) : (
      <SelectField key={name} {...shared} options={choices} className="input-short" />
    );
  };
  const rows = (list: AddressField[][]) =>
    list.map((row) => {
      const short = row.findIndex(({ isShort }) => isShort);
      const look = row.length === 1 ? undefined : short < 0 ? 'entry-row' : `address-row address-row-${short}`;
      return (
        <div className={look} key={row[0]?.name}>
          {row.map(show)}
        </div>
      );
    });
  const { more } = part;
  return (
    <fieldset className="entry-person">
      <legend>{part.legend}</legend>
      {rows(part.rows)}
      {more ? (
        <details
          className="form-more"
          open={more.rows.flat().some(({ name, value }) => value !== '' || name in errors)}
        >
          <summary>{more.label}</summary>
          {rows(more.rows)}
        </details>
      ) : null}
    </fieldset>
  );
}
