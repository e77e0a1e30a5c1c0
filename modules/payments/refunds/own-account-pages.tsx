import type { ReactElement } from 'react';
import {
  headOfOrder,
  loadOwnOrder,
  type OrderRecord,
  OrderRefunds,
  orderOf,
  orderTranslator,
} from '#modules/orders/index.ts';
import type { OrderMoney } from '#modules/orders/rules/order-money.ts';
import { isFreshLogin, requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { formatIban, maskIban } from '#src/kernel/iban.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { refundsOf } from '../money-of-order.ts';
import { ownAccountPath, ownOrderPath } from '../paths.ts';
import { accountForm, accountInput } from './forms.ts';
import { accountTargets, isMailedKey, likelyAccount, mailedAccountPath, setOwnAccount, sumOf } from './own-account.ts';

type AccountPageProps = {
  order: OrderRecord;
  money: OrderMoney;
  i18n: Translator;
  amount: Cents;
  ours: string | null;
  /** Prefilled values; null unless the viewer logged in as the buyer. */
  known: { iban: string; accountHolder: string; bic: string } | null;
  masked: string | null;
  action: string;
  /** Opened by the mailed link; the order itself requires a login. */
  isMailed: boolean;
  isSaved: boolean;
  state: FormState | undefined;
};

function OwnAccountPage(props: AccountPageProps): ReactElement {
  const { order, money, i18n, amount, ours, known, masked, action, isMailed, isSaved, state } = props;
  const { t } = i18n;
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <p className="soft">
          {isMailed ? order.event.title : <a href={ownOrderPath(order.id)}>{order.event.title}</a>}
        </p>
        <h1>{t('refunds.ownAccount.title')}</h1>
        <p className="soft">{t('orders.number', { orderNumber: order.orderNumber })}</p>
      </header>
      {isSaved ? <Alert tone="good">{t('refunds.ownAccount.saved')}</Alert> : null}
      <OrderRefunds order={order} money={money} i18n={i18n} isForm />
      {amount > 0 && !isSaved ? (
        <>
          <p className="lead">{t('refunds.ownAccount.lead', { amount: i18n.money(amount) })}</p>
          {masked ? <p>{t('refunds.ownAccount.paidFrom', { iban: masked })}</p> : null}
          <SavingForm
            form={accountForm(i18n, ours, true)}
            record={known ? { ...known, iban: formatIban(known.iban) } : {}}
            state={state}
            action={action}
            submit={t('refunds.ownAccount.save')}
            i18n={i18n}
            {...(isMailed ? {} : { cancelHref: ownOrderPath(order.id) })}
          />
        </>
      ) : (
        <>
          {state?.refusal ? (
            <Alert tone="bad" urgent>
              {state.refusal}
            </Alert>
          ) : null}
          {isSaved ? null : <p>{t('refunds.ownAccount.nothing')}</p>}
          <div className="form-actions">
            <ButtonLink look="quiet" href={ownOrderPath(order.id)}>
              {t('ownOrder.person.back')}
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  );
}

type ViewCall = Pick<PageCall, 'deps' | 'i18n' | 'render' | 'query'>;
type About = { order: OrderRecord; mayChange: boolean; isProven: boolean; isMailed: boolean; action: string };

async function show(call: ViewCall, about: About, state?: FormState): Promise<Response> {
  const { deps, query } = call;
  const { order, mayChange, isProven, ...place } = about;
  const rows = await refundsOf(deps.read, order.id);
  const targets = accountTargets(rows, mayChange);
  const likely = targets.length > 0 ? await likelyAccount(deps.read, order.id, targets) : null;
  const i18n = orderTranslator(order, call.i18n.locale);
  return call.render(
    <OwnAccountPage
      {...place}
      order={order}
      money={await deps.orderMoney(order)}
      i18n={i18n}
      amount={sumOf(targets)}
      ours={deps.config.bank?.iban ?? null}
      known={isProven ? likely : null}
      masked={!isProven && likely ? maskIban(likely.iban) : null}
      isSaved={query.has('saved') && !state}
      state={state}
    />,
    headOfOrder(order, i18n.t('refunds.ownAccount.title')),
    formStatus(state),
  );
}

type Posting = ViewCall & Pick<PageCall, 'form'>;
function save(call: Posting, { order, mayChange }: About, done: { editorId: number | null; to: string }) {
  const ours = call.deps.config.bank?.iban ?? null;
  return saveForm(call, {
    form: accountForm(orderTranslator(order, call.i18n.locale), ours, true),
    schema: accountInput,
    save: async (work, account) => {
      await setOwnAccount(work, { orderId: order.id, account, ours, mayChange, editorId: done.editorId });
      return done.to;
    },
  });
}

type OwnCall = PageCall<'order.refundAccount', 'orderId', OrderRecord>;

/** The buyer's login shows the known account. Changing it requires a login within the last two hours. */
const aboutOwn = ({ record: order, viewer }: OwnCall): About => {
  const isProven = isProvenBuyer(viewer);
  return { order, mayChange: isProven, isProven, isMailed: false, action: ownAccountPath(order.id) };
};
const isProvenBuyer = ({ level, impersonator }: Viewer): boolean => level === 'verified' && impersonator === null;

const ownPages = formPages({
  path: '/orders/{orderId}/refund-account',
  may: 'order.refundAccount',
  mayRead: 'order.read',
  load: loadOwnOrder,
  loadData: (call: OwnCall) => call,
  show: (call, state) => show(call, aboutOwn(call), state),
  save: async (call) => {
    const { deps, viewer, now } = call;
    const about = aboutOwn(call);
    const { order } = about;
    const rows = await refundsOf(deps.read, order.id);
    const isChange = accountTargets(rows, true).length > 0 && accountTargets(rows, false).length === 0;
    if (isChange) requirePermission('order.refundAccountChange', viewer, now);
    // An older login may enter a missing account but not change a known one.
    const mayChange = about.mayChange && isFreshLogin(viewer, now);
    return save(
      call,
      { ...about, mayChange },
      { editorId: viewer.userId, to: `${ownOrderPath(order.id)}?saved=account` },
    );
  },
});

const mailedPath = '/refund-account/{orderId}';
type MailedCall = PageCall<'refund.account', 'orderId'>;

/** The link proves access to the buyer's mailbox. It accepts a missing account and shows no known one. */
async function aboutMailed({ deps, params, query }: MailedCall): Promise<About> {
  const order = (await orderOf(deps.read, params.orderId)) ?? refuse('NOT_FOUND');
  if (!isMailedKey(deps.signer, order, query.get('key') ?? '')) return refuse('NOT_FOUND');
  return { order, mayChange: false, isProven: false, isMailed: true, action: mailedAccountPath(deps.signer, order) };
}

function withoutCache(response: Response): Response {
  response.headers.set('referrer-policy', 'same-origin');
  response.headers.set('x-robots-tag', 'noindex, noarchive');
  response.headers.set('cache-control', 'private, no-store');
  return response;
}

const mailedPages: Route[] = [
  page({ method: 'get', path: mailedPath, may: 'refund.account' }, async (call) =>
    withoutCache(await show(call, await aboutMailed(call))),
  ),
  page({ method: 'post', path: mailedPath, may: 'refund.account' }, async (call) => {
    const about = await aboutMailed(call);
    const saved = await save(call, about, { editorId: null, to: `${about.action}&saved` });
    return withoutCache('to' in saved ? call.redirect(saved.to) : await show(call, about, saved.state));
  }),
];

export const ownAccountPages: Route[] = [...ownPages, ...mailedPages];
