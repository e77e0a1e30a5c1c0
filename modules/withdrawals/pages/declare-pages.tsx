import type { ReactElement, ReactNode } from 'react';
import { buyerName, orderOfMailedLink, ownOrderOrNull } from '#modules/orders/index.ts';
import { isWithdrawable } from '#modules/orders/rules/order-item.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { paths } from '#src/ui/paths.ts';
import { type FormSpec, plainForm } from '#src/web/forms/fields.ts';
import { postedText, refusedForm } from '#src/web/forms/own-form.ts';
import { readForm } from '#src/web/forms/read-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { behindMailedLink } from '#src/web/security-headers.ts';
import { declareWithdrawal, shopOrigin } from '../declare.ts';
import { confirmPath } from '../paths.ts';
import { orderLines, withdrawalOfKey } from '../read-withdrawals.ts';
import { type DeclarationInput, declarationInput } from '../shapes.ts';

type Call = PageCall<'withdrawal.declare'>;

const render = (call: Call, children: ReactNode, status: 200 | 400 | 409 | 429 = 200): Promise<Response> =>
  call.render(
    <div className="narrow stack">
      <h1>{call.i18n.t('withdrawals.title')}</h1>
      {children}
    </div>,
    { title: call.i18n.t('withdrawals.title'), inBothLanguages: true, withoutQuery: true },
    status,
  );

const showForm = (call: Call, known: Partial<DeclarationInput>, state?: FormState): Promise<Response> => {
  const { t } = call.i18n;
  return render(
    call,
    <>
      <p className="lead">{t('withdrawals.lead')}</p>
      <p className="soft">{t('withdrawals.places')}</p>
      <SavingForm
        form={declareForm(call.i18n)}
        record={known}
        state={state}
        action={paths.withdrawal}
        submit={t('withdrawals.next')}
      />
      <p className="soft">{t('withdrawals.other', { contact: call.deps.config.contactEmail })}</p>
    </>,
    formStatus(state),
  );
};

const StatementFacts = ({
  declaration,
  call: { i18n },
}: {
  declaration: DeclarationInput;
  call: Call;
}): ReactElement => (
  <Facts
    facts={[
      { label: i18n.t('withdrawals.fact.name'), value: declaration.name },
      { label: i18n.t('withdrawals.form.orderNumber'), value: declaration.orderNumber },
      { label: i18n.t('withdrawals.fact.email'), value: declaration.email },
      { label: i18n.t('withdrawals.fact.what'), value: declaration.what || i18n.t('withdrawals.everything') },
    ]}
  />
);

/** Step 2: confirms with one button. The input is passed on, and back on errors. */
const showQuestion = (call: Call, declaration: DeclarationInput): Promise<Response> => {
  const { t } = call.i18n;
  const fields = Object.entries(declaration).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
  return render(
    call,
    <>
      <p className="lead">{t('withdrawals.confirm.lead')}</p>
      <Card>
        <StatementFacts declaration={declaration} call={call} />
      </Card>
      <Form action={confirmPath}>
        {fields}
        <input type="hidden" name="key" value={secretToken()} />
        <div className="form-actions">
          <Button>{t('withdrawals.confirm.button')}</Button>
        </div>
      </Form>
      <Form action={paths.withdrawal}>
        {fields}
        <input type="hidden" name="again" value="1" />
        <div className="form-actions">
          <Button look="quiet">{t('withdrawals.confirm.back')}</Button>
        </div>
      </Form>
    </>,
  );
};

/** The receipt, for the holder of the page's key. */
async function showReceipt(call: Call, key: string): Promise<Response | null> {
  const found = await withdrawalOfKey(call.deps.read, key);
  if (!found || found.email === null) return null;
  const { i18n } = call;
  const declaration = { ...found, email: found.email };
  const response = await render(
    call,
    <>
      <Alert tone="good" focused title={i18n.t('withdrawals.received.title')}>
        {i18n.t('withdrawals.received.text', { at: i18n.dateTime(found.declaredAt), email: declaration.email })}
      </Alert>
      <Card>
        <StatementFacts declaration={declaration} call={call} />
      </Card>
      <p className="soft">{i18n.t('withdrawals.received.next')}</p>
    </>,
  );
  return behindMailedLink(response);
}

/** Data of the order for a viewer with access: by session or signed link. */
async function knownOf(call: Call): Promise<Partial<DeclarationInput>> {
  const { query, viewer, deps } = call;
  const orderNumber = (query.get('order') ?? '').slice(0, 60);
  const email = viewer?.email ?? '';
  const orderId = /^[1-9]\d{0,11}$/.test(orderNumber) ? Number(orderNumber) : null;
  if (orderId === null) return { orderNumber, email };
  const isLinked = query.has('signature');
  const order = isLinked
    ? await orderOfMailedLink({ ...call, params: { orderId } }).catch((error) => {
        if (error instanceof Problem) return null;
        throw error;
      })
    : await ownOrderOrNull(call, viewer, orderId);
  if (!order) return { orderNumber, email };
  const lines = (await orderLines(deps.read, order)).filter(({ right }) => isWithdrawable(right));
  const what = lines.map(({ name, quantity }) => call.i18n.t('ordersAdmin.person.article', { quantity, name }));
  return { orderNumber, email, name: buyerName(order) ?? '', what: [...new Set(what)].join('\n') };
}

const read = (call: Call) => readForm(declareForm(call.i18n), call.form, call.i18n, { schema: declarationInput });
const again = ({ input, errors }: { input: FormState['input']; errors: FormState['errors'] }): FormState => ({
  ...{ input, errors, refusal: null, status: 400 },
});

export const declarePages: readonly PageRoute[] = [
  page({ method: 'get', path: '/widerruf', may: 'withdrawal.declare' }, async (call) => {
    const key = call.query.get('received');
    const receipt = key === null ? null : await showReceipt(call, key);
    if (receipt) return receipt;
    const response = await showForm(call, await knownOf(call));
    return call.query.has('signature') ? behindMailedLink(response) : response;
  }),
  page({ method: 'get', path: '/withdrawal', may: 'withdrawal.declare' }, async ({ redirect, query }) => {
    const more = new URLSearchParams(query);
    if (!more.has('lang')) more.set('lang', 'en-us');
    return redirect(`${paths.withdrawal}?${more}`);
  }),
  page({ method: 'post', path: '/widerruf', may: 'withdrawal.declare' }, async (call) => {
    const reading = read(call);
    if (call.form.has('again'))
      return showForm(call, {}, { input: reading.input, errors: {}, refusal: null, status: 200 });
    return 'data' in reading ? showQuestion(call, reading.data) : showForm(call, {}, again(reading));
  }),
  page({ method: 'post', path: '/widerruf/confirm', may: 'withdrawal.declare' }, async (call) => {
    const reading = read(call);
    if (!('data' in reading)) return showForm(call, {}, again(reading));
    const { deps, i18n, clientAddress } = call;
    try {
      const key = postedText(call, 'key', 100) || secretToken();
      const origin = { key, language: i18n.locale, clientAddress, ...shopOrigin(deps.config) };
      await deps.write((work) => declareWithdrawal(work, reading.data, origin));
      return call.redirect(`${paths.withdrawal}?received=${encodeURIComponent(key)}`);
    } catch (error) {
      const { state } = refusedForm(call, error);
      return showForm(call, {}, { ...state, input: reading.input });
    }
  }),
];

/** Fields that the law allows: who, which contract, and where the receipt goes. */
const declareForm = (i18n: Translator): FormSpec =>
  plainForm(
    'withdrawals',
    { name: 'name', kind: 'text', required: true, control: { maxLength: 200, autoComplete: 'name' } },
    { name: 'orderNumber', kind: 'text', required: true, control: { maxLength: 60, autoComplete: 'off' } },
    { name: 'email', kind: 'email', required: true, control: { autoComplete: 'email' } },
    {
      name: 'what',
      kind: 'long',
      height: 3,
      label: `${i18n.t('withdrawals.form.what')} (${i18n.t('ui.form.optional')})`,
      control: { maxLength: 1000 },
    },
  );
