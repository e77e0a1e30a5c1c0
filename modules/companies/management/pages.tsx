import { loadOrganizer, loadOwnOrganizers, type Organizer } from '#modules/organizers/index.ts';
import { pdfResponse } from '#src/documents/document.ts';
import { sumCents } from '#src/kernel/money.ts';
import { Card, Empty, Facts } from '#src/ui/display.tsx';
import { MoneyField, TextField } from '#src/ui/field.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { parseCents } from '#src/ui/format.ts';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { listData, listFile } from '#src/web/list/show.ts';
import { makeBill, payBill, withdrawBill } from '../bills.ts';
import { billPdf } from '../documents/bill-pdf.ts';
import { loadBillAt, loadCompanyAt } from '../load.ts';
import { billPath, companiesPath, companyPath } from '../paths.ts';
import { companiesOfOrganizer, companyOf, historyOf, membersOf, openSumsOf } from '../read-companies.ts';
import { saveCompany } from '../save-company.ts';
import type { Company, CompanyBill } from '../schema.ts';
import { companyBody, companyRecord } from '../shapes.ts';
import { viewBill, viewCompany } from '../view-company.ts';
import { type AboutCompanies, CompanyPage, companyForm, companyListing } from './company-page.tsx';

type Call<Name extends string, Of> = PageCall<'company.manage', 'organizerId' | Name, Of>;
const list = '/admin/organizer/{organizerId}/companies' as const;
const one = `${list}/{companyId}` as const;
const paid = `${one}/bills/{companyBillId}/paid` as const;
type Billed = { company: Company; bill: CompanyBill };

type ListCall = Call<never, Organizer>;
const aboutList = ({ record: { id }, i18n, now }: ListCall): AboutCompanies => ({ organizerId: id, i18n, now });

async function showList(call: ListCall): Promise<Response> {
  const { deps, record: organizer, i18n, now } = call;
  const { t, money } = i18n;
  const ids = (await companiesOfOrganizer(deps.read, organizer.id)).map(({ id }) => id);
  const sums = [...(await openSumsOf(deps.read, ids, now)).values()];
  return call.render(
    ids.length === 0 ? (
      <Empty title={t('companies.list.none')} text={t('companies.list.noneText')} />
    ) : (
      <div className="stack">
        <Card>
          <Facts
            facts={(['open', 'billed', 'overdue'] as const).map((name) => ({
              label: t(`companies.fact.${name}`),
              value: money(sumCents(sums.map((each) => each[name]))),
            }))}
          />
        </Card>
        <List list={await listData(call, companyListing, aboutList(call))} />
      </div>
    ),
    {
      title: t('companies.list.title'),
      frame: 'admin',
      noIndex: true,
      organizerIds: [organizer.id],
      admin: {
        heading: t('companies.list.of', { organizer: organizer.name }),
        intro: t('companies.list.intro'),
        action: <ButtonLink href={companyPath(organizer.id, 'new')}>{t('companies.list.create')}</ButtonLink>,
      },
    },
  );
}

type About = { call: Call<never, unknown>; organizerId: number; company: Company | null };

async function showCompany(
  { call, organizerId, company }: About,
  state?: FormState,
  refusal: string | null = null,
): Promise<Response> {
  const { deps, i18n, viewer, now, query } = call;
  return call.render(
    <CompanyPage
      {...{ organizerId, i18n, state, refusal }}
      view={company ? await viewCompany(deps, company, now) : null}
      members={company ? await membersOf(deps.read, company.id) : []}
      history={company ? await historyOf(deps.read, company.id) : []}
      done={state || refusal ? null : query.get('done')}
      csrfToken={viewer.csrfToken}
    />,
    {
      title: company?.name ?? i18n.t('companies.list.create'),
      frame: 'admin',
      noIndex: true,
      organizerIds: [organizerId],
      admin: {
        intro: <a href={companiesPath(organizerId)}>{i18n.t('companies.list.title')}</a>,
      },
    },
    refusal ? 409 : formStatus(state),
  );
}

const save = ({ call, organizerId, company }: About) =>
  saveForm(call, {
    form: companyForm,
    schema: companyBody,
    reshape: (values) => ({ ...values, members: values.members ?? [] }),
    ...(company
      ? { stored: async ({ tx }) => companyRecord(await companyOf(tx, company.id), await membersOf(tx, company.id)) }
      : {}),
    save: async (work, data) => {
      const at = { organizerId, companyId: company?.id ?? null, editorId: call.viewer.userId };
      const { id } = await saveCompany(work, at, data);
      return `${companyPath(organizerId, id)}?done=${company ? 'saved' : 'created'}`;
    },
  });

async function bill(call: Call<'companyId', Company>): Promise<Response> {
  const { deps, record: company, viewer } = call;
  const { organizerId, id: companyId } = company;
  const done = await runForm(call, async () => {
    await deps.write((work) => makeBill(work, { companyId, editorId: viewer.userId }));
    return `${companyPath(organizerId, companyId)}?done=billed`;
  });
  return 'to' in done
    ? call.redirect(done.to)
    : showCompany({ call, organizerId, company }, undefined, done.state.refusal);
}

type PaidCall = Call<'companyId' | 'companyBillId', Billed>;

async function askPaid(call: PaidCall, state?: FormState): Promise<Response> {
  const { deps, record, i18n, now } = call;
  const { company, bill } = record;
  const { open, reference } = await viewBill(deps, bill, now);
  const { t, money } = i18n;
  const back = companyPath(company.organizerId, company.id);
  const typed = (open / 100).toFixed(2);
  return call.render(
    <Confirm
      action={`${billPath(company.organizerId, company.id, bill.id)}/paid`}
      text={
        <Card>
          <p>{t('companies.paid.text', { company: company.name, open: money(open) })}</p>
          <p className="soft">{t('companies.paid.bank', { reference: reference ?? '–' })}</p>
        </Card>
      }
      button={t('companies.paid.button')}
      isHarmless
      back={back}
      hasRequired
      refusal={state?.refusal ?? null}
      state={state}
    >
      <MoneyField
        name="amount"
        label={t('companies.paid.amount')}
        hint={t('companies.paid.amountHint')}
        required
        defaultValue={i18n.locale === 'de' ? typed.replace('.', ',') : typed}
      />
      <TextField name="comment" label={t('companies.paid.comment')} optional={t('ui.form.optional')} maxLength={500} />
    </Confirm>,
    {
      title: t('companies.paid.title', { number: String(bill.id) }),
      frame: 'admin',
      noIndex: true,
      organizerIds: [company.organizerId],
    },
    formStatus(state),
  );
}

const pay = (call: PaidCall) =>
  runForm(call, async () => {
    const { deps, record, viewer } = call;
    const { organizerId, id: companyId } = record.company;
    const amount = parseCents(postedText(call, 'amount', 20), call.i18n.locale);
    const note = postedText(call, 'comment', 500);
    const { id: billId } = record.bill;
    const rest = await deps.write((work) => payBill(work, { billId, amount, note, editorId: viewer.userId }));
    return `${companyPath(organizerId, companyId)}?done=${rest === 0 ? 'paid' : 'partly'}`;
  });

async function askWithdrawal(call: PaidCall, state?: FormState): Promise<Response> {
  const { deps, record, i18n, now } = call;
  const { company, bill } = record;
  const { open } = await viewBill(deps, bill, now);
  const { t, money } = i18n;
  const number = String(bill.id);
  return call.render(
    <Confirm
      action={`${billPath(company.organizerId, company.id, bill.id)}/withdraw`}
      text={
        <Card>
          <p>{t('companies.withdraw.text', { company: company.name, open: money(open) })}</p>
          <p>{t(company.contactEmail === null ? 'companies.withdraw.untold' : 'companies.withdraw.told')}</p>
          <p className="soft">{t('companies.withdraw.late')}</p>
        </Card>
      }
      button={t('companies.withdraw.button')}
      back={companyPath(company.organizerId, company.id)}
      refusal={state?.refusal ?? null}
      state={state}
    />,
    {
      title: t('companies.withdraw.title', { number }),
      frame: 'admin',
      noIndex: true,
      organizerIds: [company.organizerId],
    },
    formStatus(state),
  );
}

const withdraw = (call: PaidCall) =>
  runForm(call, async () => {
    const { deps, record, viewer } = call;
    await deps.write((work) => withdrawBill(work, { billId: record.bill.id, editorId: viewer.userId }));
    return `${companyPath(record.company.organizerId, record.company.id)}?done=withdrawn`;
  });

export const companyManagePages: readonly PageRoute[] = [
  page({ method: 'get', path: '/admin/companies', may: 'company.manage', load: loadOwnOrganizers }, async (call) => {
    const { record: organizers, viewer, i18n } = call;
    const [first, ...others] = organizers;
    if (!first) return call.redirect(viewer.isSuperAdmin ? '/admin/organizers' : '/admin/events');
    if (others.length === 0) return call.redirect(companiesPath(first.id));
    return call.render(
      <ul className="stack-s">
        {organizers.map(({ id, name }) => (
          <li key={id}>
            <a href={companiesPath(id)}>{name}</a>
          </li>
        ))}
      </ul>,
      { title: i18n.t('companies.list.title'), frame: 'admin', noIndex: true },
    );
  }),
  page({ method: 'get', path: list, may: 'company.manage', load: loadOrganizer }, showList),
  page({ method: 'get', path: `${list}/export`, may: 'company.manage', load: loadOrganizer }, (call) =>
    listFile(call, companyListing, aboutList(call)),
  ),
  ...formPages({
    path: `${list}/new`,
    may: 'company.manage',
    load: loadOrganizer,
    loadData: (call): About => ({ call, organizerId: call.record.id, company: null }),
    show: showCompany,
    save,
  }),
  ...formPages({
    path: one,
    may: 'company.manage',
    load: loadCompanyAt,
    loadData: (call): About => ({ call, organizerId: call.record.organizerId, company: call.record }),
    show: showCompany,
    save,
  }),
  page({ method: 'post', path: `${one}/bills`, may: 'company.manage', load: loadCompanyAt }, bill),
  page(
    { method: 'get', path: `${one}/bills/{companyBillId}`, may: 'company.manage', load: loadBillAt },
    async ({ deps, viewer, record: { company, bill }, now, i18n }) => {
      const view = await viewBill(deps, bill, now);
      const name = `${i18n.t('companies.paper.file', { number: String(bill.id) })}.pdf`;
      return pdfResponse(await billPdf(deps, { company, view, now }, i18n, viewer.visitId), name);
    },
  ),
  ...formPages({
    path: paid,
    may: 'company.manage',
    load: loadBillAt,
    loadData: (call: PaidCall) => call,
    show: askPaid,
    save: pay,
  }),
  ...formPages({
    path: `${one}/bills/{companyBillId}/withdraw`,
    may: 'company.manage',
    load: loadBillAt,
    loadData: (call: PaidCall) => call,
    show: askWithdrawal,
    save: withdraw,
  }),
];
