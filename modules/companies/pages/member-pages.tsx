import type { ReactElement } from 'react';
import { headOfOrder, loadOwnOrder, type OrderRecord, orderTranslator } from '#modules/orders/index.ts';
import { moneyOfOrder, paymentPath } from '#modules/payments/index.ts';
import { pdfResponse } from '#src/documents/document.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Empty, Facts } from '#src/ui/display.tsx';
import { RadioCards } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, RefusalNote } from '#src/ui/form.tsx';
import { runForm } from '#src/web/forms/own-form.ts';
import { problemText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { billPdf } from '../documents/bill-pdf.ts';
import { loadOwnBill } from '../load.ts';
import { orderOnAccount } from '../order-on-account.ts';
import { ownBillPath } from '../paths.ts';
import { companiesOfMailbox, companiesToOrderOn } from '../read-companies.ts';
import type { Company } from '../schema.ts';
import { type CompanyPageView, viewBill, viewCompany } from '../view-company.ts';
import { BillsTable, OrdersTable } from './bills-table.tsx';

type Call = PageCall<'company.use', 'orderId', OrderRecord>;
const companyField = 'companyId';
const onAccount = { path: '/orders/{orderId}/on-account', may: 'company.use', load: loadOwnOrder } as const;

async function eligibleCompanies({ deps, record: { event, organizers }, viewer }: Call): Promise<Company[]> {
  if (!event.companyAccounts || event.canceled || deps.config.bank === null) return [];
  const main = organizers.filter(({ isMain }) => isMain).map(({ id }) => id);
  return companiesToOrderOn(deps.read, viewer.email, main);
}

async function ask(call: Call, state?: FormState): Promise<Response> {
  const { record: order, deps, viewer } = call;
  const i18n = orderTranslator(order, call.i18n.locale);
  if (order.status !== 'pending' && !state) return call.redirect(`/orders/${order.id}`);
  const companies = await eligibleCompanies(call);
  const { open } = await moneyOfOrder(deps.read, order);
  return call.render(
    <AskPage {...{ order, companies, i18n, state }} open={i18n.money(open)} email={viewer.email} />,
    headOfOrder(order, i18n.t('companies.ask.title')),
    formStatus(state),
  );
}

type AskProps = {
  order: OrderRecord;
  companies: readonly Company[];
  i18n: Translator;
  state: FormState | undefined;
  open: string;
  email: string;
};

function AskPage({ order, companies, i18n, state, open, email }: AskProps): ReactElement {
  const { t } = i18n;
  const [first] = companies;
  const otherWay = (
    <ButtonLink look="quiet" href={paymentPath(order.event.id, order.id)}>
      {t('companies.ask.otherWay')}
    </ButtonLink>
  );
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <p className="soft">
          <a href={`/orders/${order.id}`}>{t('orders.number', { orderNumber: order.orderNumber })}</a>
        </p>
        <h1>{t('companies.ask.title')}</h1>
      </header>
      <RefusalNote>{state?.refusal}</RefusalNote>
      {first ? (
        <Form action={`/orders/${order.id}/on-account`}>
          <RadioCards
            name={companyField}
            label={t('companies.ask.whose', { amount: open })}
            defaultValue={String(first.id)}
            choices={companies.map((company) => ({
              value: String(company.id),
              label: company.name,
              text: t('companies.ask.days', { days: company.paymentDays }),
            }))}
          />
          <ul>
            {(['tickets', 'invoice', 'bill'] as const).map((what) => (
              <li key={what}>{t(`companies.ask.${what}`)}</li>
            ))}
          </ul>
          <div className="form-actions">
            <Button>{t('companies.ask.button')}</Button>
            {otherWay}
          </div>
        </Form>
      ) : (
        <>
          <Alert tone="wait" title={t('companies.ask.none')}>
            <p>{t('companies.ask.noneText', { email })}</p>
          </Alert>
          <div className="row">{otherWay}</div>
        </>
      )}
    </div>
  );
}

async function putOnAccount(call: Call): Promise<Response> {
  const { deps, record: order, viewer, form } = call;
  const i18n = orderTranslator(order, call.i18n.locale);
  const done = await runForm(
    { ...call, i18n },
    async () => {
      const companyId = Number(form.get(companyField)) || 0;
      const hasBank = deps.config.bank !== null;
      await deps.write((work) => orderOnAccount(work, { orderId: order.id, companyId, viewer, hasBank }));
      return `/events/${order.event.id}/completed?order=${order.id}`;
    },
    {
      sentence: ({ code, details }) =>
        i18n.has(`problem.${code}`) ? problemText(i18n, code, { details: { reason: String(details.reason) } }) : null,
    },
  );
  return 'to' in done ? call.redirect(done.to) : ask(call, done.state);
}

function OwnCompanies({ views, i18n }: { views: readonly CompanyPageView[]; i18n: Translator }): ReactElement {
  const { t, money } = i18n;
  return (
    <div className="stack">
      <header className="stack-s">
        <h1>{t('companies.own.title')}</h1>
        <p className="lead">{t('companies.own.lead')}</p>
      </header>
      {views.length === 0 ? <Empty title={t('companies.own.none')} text={t('companies.own.noneText')} /> : null}
      {views.map(({ company, sums, unbilled, bills }) => (
        <Card key={company.id} title={company.name}>
          <div className="stack">
            <Facts
              facts={[
                { label: t('companies.fact.open'), value: money(sums.open) },
                { label: t('companies.fact.overdue'), value: money(sums.overdue) },
                { label: t('companies.form.limit'), value: money(company.limit) },
              ]}
            />
            <BillsTable
              bills={bills}
              i18n={i18n}
              actions={({ bill }) => (
                <ButtonLink look="quiet" small href={ownBillPath(company.id, bill.id)}>
                  {t('companies.bill.pdf')}
                  <span className="visually-hidden"> {t('companies.bill.number', { number: String(bill.id) })}</span>
                </ButtonLink>
              )}
            />
            {unbilled.length > 0 || bills.length === 0 ? (
              <OrdersTable caption={t('companies.orders.waiting')} orders={unbilled} i18n={i18n} />
            ) : null}
          </div>
        </Card>
      ))}
    </div>
  );
}

export const memberPages: readonly PageRoute[] = [
  page({ method: 'get', ...onAccount }, (call) => ask(call)),
  page({ method: 'post', ...onAccount }, putOnAccount),
  page({ method: 'get', path: '/companies', may: 'company.use', load: ownAccount }, async (call) => {
    const { deps, viewer, now, i18n } = call;
    const views: CompanyPageView[] = [];
    for (const company of await companiesOfMailbox(deps.read, viewer.email))
      views.push(await viewCompany(deps, company, now));
    return call.render(<OwnCompanies {...{ views, i18n }} />, {
      title: i18n.t('companies.own.title'),
      noIndex: true,
    });
  }),
  page(
    { method: 'get', path: '/companies/{companyId}/bills/{companyBillId}', may: 'company.use', load: loadOwnBill },
    async ({ deps, viewer, record: { company, bill }, now, i18n }) => {
      const view = await viewBill(deps, bill, now);
      const name = `${i18n.t('companies.paper.file', { number: String(bill.id) })}.pdf`;
      return pdfResponse(await billPdf(deps, { company, view, now }, i18n, viewer.visitId), name);
    },
  ),
];
