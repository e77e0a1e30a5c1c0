import type { ReactElement, ReactNode } from 'react';
import { adminOrderPath } from '#modules/payments/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import { BillsTable } from '../pages/bills-table.tsx';
import { OrdersTable } from '../pages/orders-table.tsx';
import { billPath, companyPath } from '../paths.ts';
import type { companyAudits } from '../schema.ts';
import { companyRecord } from '../shapes.ts';
import type { CompanyPageView } from '../view-company.ts';
import { companyForm, newCompany } from './company-form.ts';

export type CompanyView = {
  organizerId: number;
  shown: CompanyPageView | null;
  members: readonly string[];
  history: readonly (typeof companyAudits.$inferSelect)[];
  i18n: Translator;
  state: FormState | undefined;
  done: string | null;
  refusal: string | null;
  csrfToken: string | null;
};

const doneWords = ['created', 'billed', 'paid', 'partly', 'withdrawn'] as const;

export function CompanyPage(view: CompanyView): ReactElement {
  const { organizerId, shown, members, i18n, state, done, refusal } = view;
  const said = doneWords.find((name) => name === done);
  const form = (
    <SavingForm
      form={companyForm}
      record={shown ? companyRecord(shown.company, members) : newCompany}
      state={state}
      isSaved={done === 'saved'}
      action={companyPath(organizerId, shown?.company.id ?? 'new')}
    />
  );
  if (!shown) return form;
  return (
    <div className="stack">
      {said ? <Saved>{i18n.t(`companies.done.${said}`)}</Saved> : null}
      <RefusalNote>{refusal}</RefusalNote>
      {shown.company.contactEmail === null ? <Alert tone="wait">{i18n.t('companies.noContact')}</Alert> : null}
      <Money {...view} shown={shown} />
      <Section title={i18n.t('companies.agreed')}>{form}</Section>
      <History {...view} />
    </div>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section className="stack">
    <h2>{title}</h2>
    {children}
  </section>
);

function Money({ organizerId, shown, i18n, csrfToken }: CompanyView & { shown: CompanyPageView }): ReactElement {
  const { t, money } = i18n;
  const { company, sums, unbilled, bills } = shown;
  const named = (number: number) => (
    <span className="visually-hidden"> {t('companies.bill.number', { number: String(number) })}</span>
  );
  return (
    <>
      <Card>
        <Facts
          facts={[
            {
              label: t('companies.fact.open'),
              value: t('companies.fact.ofLimit', { open: money(sums.open), limit: money(company.limit) }),
            },
            { label: t('companies.fact.billed'), value: money(sums.billed) },
            { label: t('companies.fact.overdue'), value: money(sums.overdue) },
            ...(company.nextBillAt === null
              ? []
              : [{ label: t('companies.fact.nextBill'), value: i18n.date(company.nextBillAt) }]),
          ]}
        />
      </Card>
      {unbilled.length > 0 || bills.length === 0 ? (
        <OrdersTable caption={t('companies.orders.waiting')} orders={unbilled} i18n={i18n} href={adminOrderPath} />
      ) : null}
      {unbilled.length > 0 ? (
        <div className="row">
          <PostButton action={`${companyPath(organizerId, company.id)}/bills`} csrfToken={csrfToken}>
            {t('companies.bill.make')}
          </PostButton>
        </div>
      ) : null}
      <BillsTable
        bills={bills}
        i18n={i18n}
        actions={({ bill, open }) => (
          <>
            <ButtonLink look="quiet" small href={billPath(organizerId, company.id, bill.id)}>
              {t('companies.bill.pdf')}
              {named(bill.id)}
            </ButtonLink>
            {open > 0
              ? (['paid', 'withdraw'] as const).map((what) => (
                  <ButtonLink
                    key={what}
                    look="quiet"
                    small
                    href={`${billPath(organizerId, company.id, bill.id)}/${what}`}
                  >
                    {t(`companies.bill.${what}`)}
                    {named(bill.id)}
                  </ButtonLink>
                ))
              : null}
          </>
        )}
      />
    </>
  );
}

function History({ history, i18n }: Pick<CompanyView, 'history' | 'i18n'>): ReactElement {
  const { t } = i18n;
  return (
    <Table
      caption={t('companies.history')}
      rows={history}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        {
          key: 'at',
          title: t('companies.column.at'),
          isShort: true,
          cell: ({ createdAt }) => i18n.shortDateTime(createdAt),
        },
        {
          key: 'what',
          title: t('companies.column.what'),
          heading: true,
          cell: ({ what, detail }) => historyText(what, detail, i18n),
        },
      ]}
    />
  );
}

function historyText(what: (typeof companyAudits.$inferSelect)['what'], detail: string, i18n: Translator): string {
  const parts = detail.split(' ');
  if (what === 'billed' || what === 'paid' || what === 'withdrawn')
    return i18n.t(`companies.history.${what}`, {
      number: parts[0] ?? '',
      amount: i18n.money(Number(parts[1] ?? 0) as never),
    });
  const names = parts
    .filter((name) => name !== '')
    .map((name) => {
      const key = name === 'address' ? 'companies.group.address' : `companies.form.${name}`;
      return i18n.has(key) ? i18n.t(key) : name;
    });
  return i18n.t(`companies.history.${what}`, { fields: names.join(', ') });
}
