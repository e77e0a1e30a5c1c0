import { catalogOf } from '#modules/events/index.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { codeBlock, codeFile, transferFacts } from '#modules/payments/index.ts';
import type { Work } from '#src/data/work.ts';
import { cents } from '#src/kernel/money.ts';
import { days, instant, plus } from '#src/kernel/time.ts';
import { type MailBlock, renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailAttachment, MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { defaultTimeZone, type Locale, translatorFor } from '#src/texts/locale.ts';
import { billPdf, transferOfBill } from '../documents/bill-pdf.ts';
import { companyPath, ownCompaniesPath } from '../paths.ts';
import { billOf, companyOf } from '../read-companies.ts';
import { dueDate, type Reminder } from '../rules/company.ts';
import type { Company, CompanyBill } from '../schema.ts';
import { type BillView, viewBill } from '../view-company.ts';

export type BillMail = 'new' | 'withdrawn' | Reminder;

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    /** `organizer`: tells the organizer that the bill stays unpaid. */
    CompanyBill: { billId: number; kind: BillMail };
  }
}

/** Mails a bill to the company, or the last reminder to the organizer. Returns false without an address. */
export async function postBill(work: Work, company: Company, bill: CompanyBill, kind: BillMail): Promise<boolean> {
  const organizer = kind === 'organizer' ? await organizerById(work.tx, company.organizerId) : null;
  const recipient = kind === 'organizer' ? organizer?.email : company.contactEmail;
  if (!recipient) return false;
  return work.post({
    type: 'CompanyBill',
    uniqueKey: `CompanyBill|${bill.id}|${kind}`,
    recipient,
    locale: company.language,
    params: { billId: bill.id, kind },
  });
}

type About = { company: Company; view: BillView; organizer: string; accent: string | null; papers: MailAttachment[] };

async function renderBillMail(
  deps: Pick<Deps, 'config'>,
  kind: BillMail,
  { company, view, organizer, accent, papers }: About,
  locale: Locale,
): Promise<MailContent> {
  const i18n = translatorFor(locale, 'standard', defaultTimeZone);
  const { t } = i18n;
  const { bill, open, orders } = view;
  const values = {
    number: String(bill.id),
    organizer,
    company: company.name,
    amount: i18n.money(open),
    due: i18n.calendarDate(bill.dueOn),
    count: orders.length,
  };
  const isToOrganizer = kind === 'organizer';
  const transfer = isToOrganizer ? null : transferOfBill(deps, view);
  const url = deps.config.publicUrl + (isToOrganizer ? companyPath(company.organizerId, company.id) : ownCompaniesPath);
  const paying: MailBlock[] = transfer
    ? [
        { kind: 'facts', facts: transferFacts(transfer, i18n) },
        { kind: 'hint', text: t('companies.mail.exact') },
        codeBlock(i18n),
      ]
    : [];
  return renderMail(
    t(`companies.mail.${kind}.subject`, values),
    {
      lang: i18n.htmlLang,
      preheader: t(`companies.mail.${kind}.text`, values),
      brand: organizer,
      ...(accent ? { accent } : {}),
      blocks: [
        { kind: 'heading', text: t(`companies.mail.${kind}.title`, values) },
        { kind: 'paragraph', text: t(`companies.mail.${kind}.text`, values) },
        ...paying,
        { kind: 'button', label: t(`companies.mail.button.${isToOrganizer ? 'organizer' : 'company'}`), url },
        { kind: 'hint', text: t(`companies.mail.login.${isToOrganizer ? 'organizer' : 'company'}`) },
      ],
      footer: [
        t(`companies.mail.why.${isToOrganizer ? 'organizer' : 'company'}`, values),
        organizer,
        deps.config.publicUrl,
      ],
    },
    transfer ? [...papers, await codeFile(transfer)] : papers,
  );
}

async function renderIfCurrent(
  deps: Deps,
  billId: number,
  kind: BillMail,
  locale: Locale,
): Promise<MailContent | null> {
  const bill = await billOf(deps.read, billId);
  const company = await companyOf(deps.read, bill.companyId);
  const organizer = await organizerById(deps.read, company.organizerId);
  const now = deps.clock();
  const view = await viewBill(deps, bill, now);
  // Paid or withdrawn meanwhile, or all its orders are canceled.
  if (!organizer || (view.open === 0 && kind !== 'withdrawn')) return null;
  const i18n = translatorFor(locale, 'standard', defaultTimeZone);
  const papers = [
    {
      name: `${i18n.t('companies.paper.file', { number: String(bill.id) })}.pdf`,
      type: 'application/pdf',
      bytes: await billPdf(deps, { company, view, now }, i18n, null),
    },
  ];
  return renderBillMail(
    deps,
    kind,
    { company, view, organizer: organizer.name, accent: organizer.accentColor, papers },
    locale,
  );
}

async function sample(deps: Deps, eventId: number, locale: Locale): Promise<MailContent | null> {
  const catalog = await catalogOf(deps.read, eventId);
  if (!catalog) return null;
  const now = instant(deps.clock());
  const i18n = translatorFor(locale);
  const main = catalog.organizers.find(({ isMain }) => isMain) ?? catalog.organizers[0];
  const due = dueDate(now, 14, defaultTimeZone);
  const company: Company = {
    ...{
      id: 0,
      organizerId: main?.id ?? 0,
      name: i18n.t('companies.sample.name'),
      contactEmail: '',
      language: locale,
    },
    ...{ address: { firstName: '', lastName: '' }, paymentDays: 14, limit: cents(100_000), billing: 'byHand' },
    ...{ nextBillAt: null, isClosed: false, createdAt: now },
  };
  const total = cents(12_600);
  const view: BillView = {
    bill: {
      ...{ id: 7, companyId: 0, createdAt: now, total, editorId: null, reminders: 0 },
      ...due,
      ...{ nextReminderAt: plus(now, days(17)), withdrawnAt: null },
    },
    ...{ reference: null, open: total, state: 'open', orders: [] },
  };
  const about = { company, view, organizer: main?.name ?? '', accent: main?.accentColor ?? null, papers: [] };
  return renderBillMail(deps, 'new', about, locale);
}

export const companyMailTypes = (deps: Deps): MailType[] => [
  mailType('CompanyBill', {
    audience: 'company',
    make: ({ billId, kind }, locale) => renderIfCurrent(deps, billId, kind, locale),
    sample: (eventId, locale) => sample(deps, eventId, locale),
  }),
];
