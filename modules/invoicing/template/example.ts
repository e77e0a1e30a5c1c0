import type { Organizer } from '#modules/organizers/index.ts';
import { basisPointsOf, cents } from '#src/kernel/money.ts';
import { dateIn, type Instant } from '#src/kernel/time.ts';
import { type Translator, translatorFor } from '#src/texts/locale.ts';
import { languageOf, partyOfOrganizer } from '../papers/parties.ts';
import { paperTemplate, type Template } from '../read-template.ts';
import { type DraftLine, figuresOf, type PaperData } from '../rules/paper.ts';
import { paperNumber } from '../rules/paper-number.ts';

/** Papers use their seller's language, not the viewer's. */
export const wordsOfPapers = (organizer: Organizer): Translator =>
  translatorFor(languageOf(partyOfOrganizer(organizer)));

export function examplePaper(organizer: Organizer, template: Template, now: Instant): PaperData {
  const i18n = wordsOfPapers(organizer);
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
