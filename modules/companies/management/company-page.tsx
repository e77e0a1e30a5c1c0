import type { ReactElement, ReactNode } from 'react';
import { adminOrderPath } from '#modules/payments/index.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { formatCentsInput } from '#src/ui/format.ts';
import { Table } from '#src/ui/table.tsx';
import { type Field, type FormSpec, formOf, text } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import { findIds, inSequence } from '#src/web/list/find.ts';
import type { ListAbout, ListColumn, Listing } from '#src/web/list/listing.ts';
import { BillsTable, OrdersTable } from '../pages/bills-table.tsx';
import { billPath, companiesPath, companyPath } from '../paths.ts';
import { companySource, type OpenSums, openSumsOf, readCompanies } from '../read-companies.ts';
import { billingRhythms } from '../rules/company.ts';
import type { Company, companyAudits } from '../schema.ts';
import { companyRecord } from '../shapes.ts';
import type { CompanyPageView } from '../view-company.ts';

const short = (name: string, maxLength: number): Field => ({
  ...text(name),
  control: { maxLength, autoComplete: 'off' },
});
const needed = (name: string, maxLength: number): Field => ({ ...short(name, maxLength), required: true });

export const companyForm: FormSpec = formOf('companies', [
  {
    name: 'company',
    fields: [
      needed('name', 150),
      { name: 'contactEmail', kind: 'email', required: true, control: { autoComplete: 'off' } },
      { name: 'language', kind: 'choice', required: true, values: ['de', 'en-us'] },
    ],
  },
  {
    name: 'address',
    fields: [
      needed('address.firstName', 100),
      { ...needed('address.lastName', 100), beside: true },
      needed('address.street', 150),
      { ...short('address.houseNumber', 20), beside: true },
      needed('address.zipCode', 20),
      { ...needed('address.city', 100), beside: true },
      { name: 'address.countryCode', kind: 'country', required: true },
      short('address.vatId', 20),
    ],
  },
  {
    name: 'agreed',
    fields: [
      { name: 'limit', kind: 'money', required: true },
      { name: 'paymentDays', kind: 'number', required: true, beside: true },
      { name: 'billing', kind: 'choice', required: true, values: billingRhythms },
      { name: 'isClosed', kind: 'flag' },
    ],
  },
  { name: 'members', fields: [{ name: 'members', kind: 'lines', height: 6 }] },
]);

export const newCompany: FormRecord = {
  ...{ language: 'de', paymentDays: 14, limit: 100_000, billing: 'byHand', members: [] },
  address: { countryCode: 'AT' },
};

export type CompanyPageProps = {
  organizerId: number;
  view: CompanyPageView | null;
  members: readonly string[];
  history: readonly (typeof companyAudits.$inferSelect)[];
  i18n: Translator;
  state: FormState | undefined;
  done: string | null;
  refusal: string | null;
  csrfToken: string | null;
};

const doneWords = ['created', 'billed', 'paid', 'partly', 'withdrawn'] as const;

export function CompanyPage(props: CompanyPageProps): ReactElement {
  const { organizerId, view, members, i18n, state, done, refusal } = props;
  const doneKey = doneWords.find((name) => name === done);
  const form = (
    <SavingForm
      form={companyForm}
      record={view ? companyRecord(view.company, members) : newCompany}
      state={state}
      isSaved={done === 'saved'}
      action={companyPath(organizerId, view?.company.id ?? 'new')}
    />
  );
  if (!view) return form;
  return (
    <div className="stack">
      {doneKey ? <Saved>{i18n.t(`companies.done.${doneKey}`)}</Saved> : null}
      <RefusalNote>{refusal}</RefusalNote>
      {view.company.contactEmail === null ? <Alert tone="wait">{i18n.t('companies.noContact')}</Alert> : null}
      <Money {...props} view={view} />
      <Section title={i18n.t('companies.agreed')}>{form}</Section>
      <History {...props} />
    </div>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section className="stack">
    <h2>{title}</h2>
    {children}
  </section>
);

function Money({ organizerId, view, i18n, csrfToken }: CompanyPageProps & { view: CompanyPageView }): ReactElement {
  const { t, money } = i18n;
  const { company, sums, unbilled, bills } = view;
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

function History({ history, i18n }: Pick<CompanyPageProps, 'history' | 'i18n'>): ReactElement {
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

export type AboutCompanies = ListAbout & { organizerId: number; now: Instant };
type Row = Company & OpenSums;

const sums = ['open', 'billed', 'overdue'] as const;

export const companyListing = {
  path: ({ organizerId }) => companiesPath(organizerId),
  file: ({ organizerId }) => ({ path: `${companiesPath(organizerId)}/export`, name: `companies-${organizerId}` }),
  name: () => 'companies',
  rowsOnAPage: 100,
  first: { field: 'name', direction: 'asc' },
  filters: { q: { as: 'search', label: 'companies.list.search' } },
  columns: ({ i18n }) => {
    const sum = (key: string, title: string, of: (row: Row) => Cents): ListColumn<Row> => ({
      key,
      title,
      align: 'end',
      cell: (row) => i18n.money(of(row)),
      text: (row) => formatCentsInput(of(row), i18n.locale),
      typed: { kind: 'money', of },
    });
    return [
      {
        key: 'name',
        title: i18n.t('companies.form.name'),
        heading: true,
        sortable: true,
        cell: ({ id, organizerId, name, isClosed }) => (
          <>
            <a href={companyPath(organizerId, id)}>{name}</a>{' '}
            {isClosed ? <Badge>{i18n.t('companies.list.closed')}</Badge> : null}
          </>
        ),
        text: ({ name }) => name,
      },
      ...sums.map((name) => sum(name, i18n.t(`companies.fact.${name}`), (row) => row[name])),
      sum('limit', i18n.t('companies.form.limit'), ({ limit }) => limit),
    ];
  },
  rowKey: ({ id }) => id,
  find: ({ read }, question, { organizerId }, more) => findIds(read, companySource(organizerId), question, more),
  read: async (reader, ids, { now }) => {
    const open = await openSumsOf(reader, ids, now);
    const none = { open: cents(0), billed: cents(0), overdue: cents(0) };
    const rows = (await readCompanies(reader, ids)).map((company) => ({
      ...company,
      ...(open.get(company.id) ?? none),
    }));
    return inSequence(ids, rows, ({ id }) => id);
  },
  texts: {
    caption: 'companies.list.title',
    count: 'companies.list.found',
    empty: 'companies.list.none',
    emptyFiltered: 'companies.list.noMatch',
  },
} as const satisfies Listing<Row, AboutCompanies>;
