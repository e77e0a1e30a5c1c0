import * as z from 'zod';
import { type Address, addressSchema } from '#modules/accounts/rules/address.ts';
import { addressLengths } from '#modules/accounts/rules/address-lengths.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { isEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, MailText } from '#src/ui/display.tsx';
import { Button, ButtonLink } from '#src/ui/form.tsx';
import { type Field, plainForm } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, type SavedForm, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { page, type Route } from '#src/web/http.ts';
import { assistsOrder, managesOrder } from '../load.ts';
import { changeTeamName } from '../participants/change-participant.ts';
import { addressLabel } from '../participants/texts.ts';
import { type AdminOrderRecord, adminOrderOf } from '../read-admin.ts';
import { teamNameSchema } from '../rules/booking.ts';
import { addressErrors, addressOfDraft, draftOfAddress, salutations } from '../rules/draft-address.ts';
import { refuse } from '../rules/problems.ts';
import { type AddressName, addressNames, changeBuyer, changeOrderData } from './change-order.ts';
import { actOnOrder, type Done, type OrderCall, orderPageTranslator, renderBelow } from './order-frame.tsx';

export type ManagedOrder<Name extends string = never> = { call: OrderCall<Name>; order: AdminOrderRecord };

const orderHere = <Name extends string>(call: OrderCall<Name>): ManagedOrder<Name> => {
  const order = call.record;
  return { call: { ...call, i18n: orderPageTranslator(call, order) }, order };
};

type OrderForm<S extends z.ZodType> = Omit<SavedForm<S>, 'stored' | 'save' | 'merges'> & {
  /** Computed from the order as read in the transaction. */
  stored: (order: AdminOrderRecord) => FormRecord;
  save: (work: Work, data: z.output<S>, changed: readonly string[], order: AdminOrderRecord) => Promise<unknown>;
  done: Done;
};

/** Saves the fields that were changed; concurrent changes to other fields stay. */
export function saveOrderForm<S extends z.ZodType>(
  { call, order }: ManagedOrder,
  { stored, save, done, ...form }: OrderForm<S>,
): Promise<{ to: string } | { state: FormState }> {
  return saveForm(call, {
    ...form,
    merges: true,
    stored: async ({ tx }) => stored(await adminOrderOf(tx, order.id)),
    save: async (work, data, changed) => {
      if (changed.length > 0) await save(work, data, changed, await adminOrderOf(work.tx, order.id));
      return `/admin/orders/${order.id}?done=${done}`;
    },
  });
}

export const orderFormPages = <Name extends string = never>(
  path: `/admin/orders/{orderId}/${string}`,
  show: (at: ManagedOrder<Name>, state?: FormState) => Promise<Response>,
  save: (at: ManagedOrder<Name>) => Promise<{ to: string } | { state: FormState }>,
  line: typeof managesOrder | typeof assistsOrder = managesOrder,
) =>
  formPages({
    path,
    may: line.may as typeof managesOrder.may,
    load: line.load,
    loadData: (call) => orderHere(call as OrderCall<Name>),
    show,
    save,
  });

/** `contactAddress` → `contact-address`. */
const addressSlug = (name: AddressName): string => name.replace('Address', '-address');

const rows = [
  ['gender'],
  ['titlePrefix', 'titleSuffix'],
  ['firstName', 'lastName'],
  ['companyName', 'vatId'],
  ['street', 'houseNumber'],
  ['additional'],
  ['zipCode', 'city'],
  ['countryCode'],
  ['phoneNumber', 'sportsClub'],
] as const;
const fieldNames = rows.flat();
type Texts = Readonly<Record<string, string>>;
const lengths: Readonly<Record<string, number>> = addressLengths;

const recordOf = (address: Address | null): Texts => (address ? { ...draftOfAddress(address) } : {});

const addressForm = (i18n: Translator) =>
  plainForm('orderActions', ...rows.flatMap((row) => row.map((name, at): Field => fieldOf(name, at > 0, i18n))));

function fieldOf(name: (typeof fieldNames)[number], isBeside: boolean, i18n: Translator): Field {
  const shared = {
    name,
    label: addressLabel(name, i18n),
    required: name === 'firstName' || name === 'lastName',
    control: { maxLength: lengths[name] ?? 150, autoComplete: 'off' },
    ...(isBeside ? { beside: true as const } : {}),
  };
  if (name === 'countryCode') return { ...shared, kind: 'country' };
  if (name !== 'gender') return { ...shared, kind: 'text' };
  const options = salutations.map((value) => ({ value, label: i18n.t(`orderAddress.salutation.${value}`) }));
  return { ...shared, kind: 'choice', options };
}

function showAddress({ call, order }: ManagedOrder, of: AddressName, state?: FormState): Promise<Response> {
  const { i18n } = call;
  const mayRemove = of !== 'contactAddress' && order[of] !== null;
  return renderBelow(
    call,
    order,
    i18n.t(`orderActions.address.${of}.title`),
    <div className="stack">
      <p className="soft">{i18n.t(`orderActions.address.${of}.text`)}</p>
      <SavingForm
        form={addressForm(i18n)}
        record={recordOf(order[of])}
        state={state}
        i18n={i18n}
        action={`/admin/orders/${order.id}/${addressSlug(of)}`}
        cancelHref={`/admin/orders/${order.id}`}
        actions={
          mayRemove ? (
            <Button look="danger" name="intent" value="remove">
              {i18n.t('orderActions.address.remove')}
            </Button>
          ) : null
        }
      />
    </div>,
    formStatus(state),
  );
}

/** Errors with a text of this form. */
const ownWords: Readonly<Record<string, string>> = { phoneCountry: 'orderAddress.phoneCountry' };

function addressFrom(changed: Texts, stored: Address | null): Address {
  const draft = { ...(stored ? draftOfAddress(stored) : {}), ...changed };
  const errors = Object.entries(addressErrors(draft, { postal: false })).filter(([name]) => name in changed || !stored);
  if (errors.length > 0)
    refuseFields(Object.fromEntries(errors.map(([name, error]) => [name, [ownWords[error] ?? error]])));
  const made = addressOfDraft(draft) ?? refuseFields({ lastName: ['required'] });
  return addressSchema.parse({
    ...made,
    ...(stored && !('phoneNumber' in changed) ? { phoneNumber: stored.phoneNumber ?? null } : {}),
  });
}

const removeAddress = (call: OrderCall, of: AddressName): Promise<Response> =>
  actOnOrder(call, 'addressRemoved', (work, { id }) =>
    changeOrderData(work, { orderId: id, editorId: call.viewer.userId, [of]: null }),
  );

const saveAddress = (at: ManagedOrder, of: AddressName) =>
  saveOrderForm(at, {
    form: addressForm(at.call.i18n),
    schema: z.record(z.string(), z.string().nullable()),
    stored: (fresh) => recordOf(fresh[of]),
    controlOf: (path) => path.replace(`${of}.`, '').replace(/^phoneNumber\..*$/, 'phoneNumber'),
    save: (work, data, changed, fresh) => {
      const texts = Object.fromEntries(changed.map((name) => [name, data[name] ?? '']));
      const editorId = at.call.viewer.userId;
      return changeOrderData(work, { orderId: at.order.id, editorId, [of]: addressFrom(texts, fresh[of]) });
    },
    done: 'addressChanged',
  });

const pagesOf = (of: AddressName): Route[] => {
  const path = `/admin/orders/{orderId}/${addressSlug(of)}` as const;
  const [ask, save] = orderFormPages(
    path,
    (at, state) => showAddress(at, of, state),
    (at) => saveAddress(at, of),
  );
  return [
    ...(ask ? [ask] : []),
    page({ method: 'post', path, ...managesOrder }, async (call) => {
      if (call.form.get('intent') === 'remove' && of !== 'contactAddress') return removeAddress(call, of);
      return present(save, 'a form has two routes').run(call);
    }),
  ];
};

export const addressPages: Route[] = addressNames.flatMap(pagesOf);

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
        record={emailRecord(order)}
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

/** The field shows the current buyer, so a concurrent change is detected. */
const emailRecord = ({ user }: AdminOrderRecord) => ({ newEmail: isEmail(user.email) ? user.email : '' });

export const buyerPages = orderFormPages('/admin/orders/{orderId}/change-buyer', showBuyer, ({ call, order }) =>
  saveForm(call, {
    form: buyerForm(call.i18n),
    schema: z.object({ newEmail: z.string().max(254) }),
    stored: async ({ tx }) => emailRecord(await adminOrderOf(tx, order.id)),
    save: async (work, { newEmail }) => {
      await changeBuyer(work, { orderId: order.id, newEmail, editorId: call.viewer.userId });
      return `/admin/orders/${order.id}?done=buyerChanged`;
    },
  }),
);

function teamIn(order: AdminOrderRecord, teamId: number) {
  const teams = order.competitions.filter(({ type }) => type === 'team').flatMap((competition) => competition.teams);
  return teams.find((team) => team.teamId === teamId) ?? refuse('NOT_FOUND');
}

const teamForm = (i18n: Translator) =>
  plainForm('orderActions', {
    name: 'teamName',
    kind: 'text',
    required: true,
    label: i18n.t('orders.participants.teamName'),
    control: { maxLength: 150 },
  });

function showTeam({ call, order }: ManagedOrder<'teamId'>, state?: FormState): Promise<Response> {
  const { i18n } = call;
  const team = teamIn(order, call.params.teamId);
  const members = team.participants.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return renderBelow(
    call,
    order,
    i18n.t('orderActions.team.title'),
    <div className="stack">
      <SavingForm
        form={teamForm(i18n)}
        record={team}
        state={state}
        i18n={i18n}
        action={`/admin/orders/${order.id}/teams/${team.teamId}`}
        cancelHref={`/admin/orders/${order.id}`}
      >
        <p className="soft">{members.join(', ')}</p>
      </SavingForm>
      {order.status === 'canceled' ? null : (
        <p>
          <ButtonLink look="quiet" href={`/admin/orders/${order.id}/teams/${team.teamId}/add`}>
            {i18n.t('orderActions.team.add')}
          </ButtonLink>
        </p>
      )}
    </div>,
    formStatus(state),
  );
}

export const teamPages = orderFormPages(
  '/admin/orders/{orderId}/teams/{teamId}',
  showTeam,
  (at) => {
    const { call, order } = at;
    const { teamId } = teamIn(order, call.params.teamId);
    return saveOrderForm(at, {
      form: teamForm(call.i18n),
      schema: z.object({ teamName: teamNameSchema }),
      stored: (fresh) => teamIn(fresh, teamId),
      save: (work, { teamName }) =>
        changeTeamName(work, { orderId: order.id, teamId, teamName, editorId: call.viewer.userId }),
      done: 'teamRenamed',
    });
  },
  assistsOrder,
);
