/** Content of a paper, translated and formatted, in the sequence required by law. */
import { cents, toPercent } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { accentOnPaper } from '#src/ui/theme.ts';
import { type PaperData, type PaperLine, type PaperParty, reasonsOf } from '../rules/paper.ts';
import { type PictureArea, pictureAt, points, type Size, sides } from '../rules/template.ts';

export type PaperPictures = Partial<Record<PictureArea, Size & { bytes: Uint8Array; format: 'png' | 'jpg' }>>;

function addressOf(party: PaperParty, i18n: Translator): string[] {
  const town = [party.zipCode, party.city].filter(Boolean).join(' ');
  const country = party.countryCode ? i18n.country(party.countryCode) : null;
  return [party.contact, party.street, party.additional, town, country].flatMap((line) => (line?.trim() ? [line] : []));
}

function numbersOf(party: PaperParty, { t }: Translator): string[] {
  return [
    ...(party.vatId ? [t('invoicing.paper.vatId', { vatId: party.vatId })] : []),
    ...(party.taxNumber ? [t('invoicing.paper.taxNumber', { taxNumber: party.taxNumber })] : []),
  ];
}

function factsOf(data: PaperData, { t, calendarDate }: Translator): { label: string; value: string }[] {
  const { supply, refersTo, orderNumber } = data;
  const isOneDay = supply.from === supply.to;
  const period = t('invoicing.paper.period', { from: calendarDate(supply.from), to: calendarDate(supply.to) });
  const before =
    refersTo && t('invoicing.paper.paperOf', { number: refersTo.number, date: calendarDate(refersTo.issuedOn) });
  return [
    { label: t(`invoicing.paper.number.${data.kind}`), value: data.number },
    { label: t('invoicing.paper.issuedOn'), value: calendarDate(data.issuedOn) },
    isOneDay
      ? { label: t('invoicing.paper.suppliedOn'), value: calendarDate(supply.to) }
      : { label: t('invoicing.paper.suppliedIn'), value: period },
    ...(orderNumber ? [{ label: t('invoicing.paper.orderNumber'), value: orderNumber }] : []),
    ...(before ? [{ label: t('invoicing.paper.refersTo'), value: before }] : []),
  ];
}

const rateText = (rate: PaperLine['rate'], { number }: Translator) => `${number(toPercent(rate))} %`;

/** With several exemptions, each has a mark that its lines repeat. */
const marks = ['¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
function markOf(reason: string | null, { lines }: PaperData): string {
  const reasons = reasonsOf(lines);
  return reason === null || reasons.length < 2 ? '' : (marks[reasons.indexOf(reason)] ?? '');
}

function totalsOf({ totals, kind }: PaperData, { t, money }: Translator) {
  const row = (label: string, value: string, strong = false) => ({ label, value, strong });
  return [
    row(t('invoicing.paper.netTotal'), money(totals.net)),
    row(t('invoicing.paper.taxTotal'), money(totals.tax)),
    row(t(`invoicing.paper.total.${kind}`), money(totals.gross), true),
    ...(totals.prepaid === 0 ? [] : [row(t('invoicing.paper.prepaid'), money(cents(-totals.prepaid)))]),
    row(t(`invoicing.paper.due.${kind}`), money(totals.due), totals.due !== 0),
  ];
}

function placedPictures({ template }: PaperData, pictures: PaperPictures) {
  return (['center', 'header', 'footer'] as const).flatMap((area) => {
    const picture = pictures[area];
    if (!picture) return [];
    return [
      { name: `/${area}.${picture.format}`, bytes: picture.bytes, ...pictureAt(area, picture, template.spacing) },
    ];
  });
}

export function paperRecord(data: PaperData, pictures: PaperPictures, i18n: Translator, isEInvoice: boolean) {
  const { t, money, number } = i18n;
  const { seller, buyer, template, payment } = data;
  const title = `${t(`invoicing.paper.title.${data.kind}`)} ${data.number}`;
  const placed = placedPictures(data, pictures);
  const exemptions = reasonsOf(data.lines).map((reason) => [markOf(reason, data), reason].filter(Boolean).join(' '));
  const presentTexts = (texts: (string | null | undefined)[]) => texts.filter((text): text is string => Boolean(text));
  return {
    data: {
      language: i18n.htmlLang,
      title,
      author: seller.name,
      attachment: isEInvoice ? t('invoicing.paper.attachment') : null,
      accent: accentOnPaper(template.accent).accent,
      spacing: Object.fromEntries(sides.map((side) => [side, points(template.spacing[side])])),
      pictures: placed.map(({ bytes: _, ...place }) => place),
      seller: {
        name: seller.name,
        lines: presentTexts([
          addressOf(seller, i18n).join(', '),
          presentTexts([seller.email, ...numbersOf(seller, i18n)]).join('  ·  '),
        ]),
      },
      recipient: buyer && {
        label: t('invoicing.paper.recipient'),
        lines: [buyer.name, ...addressOf(buyer, i18n), ...numbersOf(buyer, i18n)],
      },
      facts: factsOf(data, i18n),
      subject: data.subject,
      'text-top': presentTexts([template.textTop]),
      heads: (['position', 'quantity', 'rate', 'unitPrice', 'amount'] as const).map((name) =>
        t(`invoicing.paper.${name}`),
      ),
      lines: data.lines.map((line) => ({
        name: line.name,
        detail: line.detail || null,
        figures: [
          number(line.quantity),
          presentTexts([rateText(line.rate, i18n), markOf(line.reason, data)]).join(' '),
          money(line.unitGross),
          money(line.gross),
        ],
      })),
      taxes: {
        heads: (['rate', 'net', 'tax', 'gross'] as const).map((name) => t(`invoicing.paper.${name}`)),
        rows: data.taxes.map((tax) => [rateText(tax.rate, i18n), money(tax.net), money(tax.tax), money(tax.gross)]),
      },
      totals: totalsOf(data, i18n),
      texts: presentTexts([...exemptions, payment?.text, payment?.terms, ...data.notes]),
      'text-bottom': presentTexts([template.textBottom]),
      foot: presentTexts([data.issuedBy, title]),
      'foot-is-covered': template.pictures.footer !== null,
    },
    pictures: Object.fromEntries(placed.map(({ name, bytes }) => [name.slice(1), bytes])),
  };
}
