import type { PaperPreviewProps } from '#islands/PaperPreview.tsx';
import type { Organizer } from '#modules/organizers/index.ts';
import { basisPointsOf, cents, toPercent } from '#src/kernel/money.ts';
import { dateIn, type Instant } from '#src/kernel/time.ts';
import { type Translator, translatorFor } from '#src/texts/locale.ts';
import { languageOf, partyOfOrganizer } from '../papers/issue-paper.ts';
import { paperTemplate, type Template } from '../read-template.ts';
import { type DraftLine, figuresOf, type PaperData, type PaperParty } from '../rules/paper.ts';
import { paperNumber } from '../rules/paper-number.ts';

/** Papers use their seller's language, not the viewer's. */
export const translatorOfPapers = (organizer: Organizer): Translator =>
  translatorFor(languageOf(partyOfOrganizer(organizer)));

export function examplePaper(organizer: Organizer, template: Template, now: Instant): PaperData {
  const i18n = translatorOfPapers(organizer);
  const { t } = i18n;
  const seller = partyOfOrganizer(organizer);
  const { taxExemption } = organizer;
  const today = dateIn(now, i18n.timeZone);
  const isGerman = seller.countryCode === 'DE';
  const tax = taxExemption
    ? { rate: basisPointsOf(0), category: 'E' as const, reason: t(`invoicing.exempt.${taxExemption}`) }
    : { rate: basisPointsOf(isGerman ? 1900 : 2000), category: 'S' as const, reason: null };
  const line = (
    key: string,
    name: string,
    quantity: number,
    unit: number,
    detail: string | null = null,
  ): DraftLine => ({
    key,
    name,
    detail,
    quantity,
    unitGross: cents(unit),
    gross: cents(quantity * unit),
    ...tax,
  });
  return {
    version: 1,
    kind: 'invoice',
    number: paperNumber(template.accountingGroupNr, template.accountingGroupNr.value),
    language: i18n.locale,
    currency: 'EUR',
    seller,
    buyer: {
      name: t('invoicing.template.example.buyer'),
      contact: null,
      street: t('invoicing.template.example.street'),
      additional: null,
      zipCode: isGerman ? '10115' : '1010',
      city: isGerman ? 'Berlin' : 'Wien',
      countryCode: isGerman ? 'DE' : 'AT',
      vatId: null,
      taxNumber: null,
      email: null,
    },
    issuedBy: t('invoicing.paper.issuedBy', { platform: t('ui.product.name'), seller: seller.name }),
    issuedOn: today,
    supply: { from: today, to: today },
    refersTo: null,
    subject: t('invoicing.template.example.subject'),
    orderNumber: '17',
    payment: {
      means: 'card',
      text: t('invoicing.template.example.paid', { date: i18n.calendarDate(today) }),
      paidOn: today,
      terms: null,
    },
    notes: [t('invoicing.template.example.note')],
    template: paperTemplate(template),
    ...figuresOf(
      [
        line('entry', t('invoicing.template.example.entry'), 2, 4500, t('invoicing.template.example.entryDetail')),
        line('shirt', t('invoicing.template.example.shirt'), 1, 2490),
        line('voucher', t('invoicing.template.example.voucher'), 1, -500),
      ],
      'all',
    ),
  };
}

const present = (lines: readonly (string | null)[]): string[] => lines.flatMap((line) => (line?.trim() ? [line] : []));

/** Same texts and figures as on the paper; `label` is in the page's language. */
export function previewTexts(paper: PaperData, i18n: Translator, label: string): PaperPreviewProps['texts'] {
  const { t, money, number, calendarDate } = i18n;
  const { seller, buyer, taxes, totals } = paper;
  const percent = (rate: Parameters<typeof toPercent>[0]) => `${number(toPercent(rate))} %`;
  const town = ({ zipCode, city }: PaperParty) => present([zipCode, city]).join(' ');
  const country = ({ countryCode }: PaperParty) => (countryCode ? i18n.country(countryCode) : null);
  return {
    label,
    lang: i18n.htmlLang,
    title: t('invoicing.paper.title.invoice'),
    seller: seller.name,
    sellerLines: present([
      present([seller.street, seller.additional, town(seller), country(seller)]).join(', '),
      seller.email,
      seller.vatId && t('invoicing.paper.vatId', { vatId: seller.vatId }),
    ]),
    recipientLabel: t('invoicing.paper.recipient'),
    recipient: buyer ? present([buyer.name, buyer.street, town(buyer), country(buyer)]) : [],
    numberLabel: t('invoicing.paper.number.invoice'),
    facts: [
      [t('invoicing.paper.issuedOn'), calendarDate(paper.issuedOn)],
      [t('invoicing.paper.suppliedOn'), calendarDate(paper.supply.to)],
      [t('invoicing.paper.orderNumber'), paper.orderNumber ?? ''],
    ],
    subject: paper.subject,
    heads: [
      t('invoicing.paper.position'),
      t('invoicing.paper.quantity'),
      t('invoicing.paper.rate'),
      t('invoicing.paper.unitPrice'),
      t('invoicing.paper.amount'),
    ],
    lines: paper.lines.map((line) => ({
      name: line.name,
      detail: line.detail,
      cells: [number(line.quantity), percent(line.rate), money(line.unitGross), money(line.gross)],
    })),
    taxes: [
      [t('invoicing.paper.rate'), t('invoicing.paper.net'), t('invoicing.paper.tax'), t('invoicing.paper.gross')],
      ...taxes.map((tax) => [percent(tax.rate), money(tax.net), money(tax.tax), money(tax.gross)]),
    ],
    sums: [
      [t('invoicing.paper.netTotal'), money(totals.net)],
      [t('invoicing.paper.taxTotal'), money(totals.tax)],
      [t('invoicing.paper.total.invoice'), money(totals.gross)],
    ],
    notes: present([...taxes.map(({ reason }) => reason), paper.payment?.text ?? null, ...paper.notes]),
    foot: present([paper.issuedBy]),
  };
}
