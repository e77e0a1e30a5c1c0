import type { PaperPreviewProps } from '#islands/PaperPreview.tsx';
import { toPercent } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { PaperData, PaperParty } from '../rules/paper.ts';

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
