import { organizerById } from '#modules/organizers/index.ts';
import type { SellerConfig } from '#src/config/config.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { toPercent } from '#src/kernel/money.ts';
import { dateIn } from '#src/kernel/time.ts';
import { defaultTimeZone, translatorFor } from '#src/texts/locale.ts';
import { issuePaper } from '../papers/issue-paper.ts';
import { languageOf, partyOfOrganizer } from '../papers/parties.ts';
import { feeLines } from '../rules/fee-lines.ts';
import { figuresOf, plainTemplate } from '../rules/paper.ts';
import { billedSettlement, lastBillOf } from './read-fees.ts';

/**
 * Bills the organizer for the fees of a settlement, once, in the transaction that closes it. Returns the paper's id;
 * null without fees.
 */
export async function issueFees(work: Work, seller: SellerConfig, settlementId: number): Promise<number | null> {
  const { tx, now } = work;
  const { settlement, eventTitle, timeZone } = present(await billedSettlement(tx, settlementId), 'what is billed');
  const organizer = present(await organizerById(tx, settlement.organizerId), 'whoever was settled with');
  const buyer = partyOfOrganizer(organizer);
  const i18n = translatorFor(languageOf(buyer)).in(timeZone);
  const billed = feeLines(settlement, {
    disagio: i18n.t('settlement.invoice.line.disagio'),
    disagioDetail: i18n.t('settlement.invoice.line.disagio.detail', {
      rate: i18n.number(toPercent(settlement.disagioRate)),
      of: i18n.money(settlement.byCard),
    }),
    tickets: i18n.t('settlement.invoice.line.tickets'),
    reverse: i18n.t('settlement.invoice.reverse'),
  });
  if (!billed) return null;
  const { kind, lines } = billed;
  const { organizerId, eventId, number } = settlement;
  const day = dateIn(now, defaultTimeZone);
  const { id } = await issuePaper(work, {
    series: 'platform',
    organizerId,
    eventId,
    settlementId,
    refersTo: kind === 'creditNote' ? await lastBillOf(tx, eventId) : null,
    occasion: `settlement-${settlementId}`,
    timeZone: defaultTimeZone,
    data: {
      kind,
      language: languageOf(buyer),
      seller: { ...seller, contact: null, additional: null, taxNumber: null, email: null },
      buyer,
      issuedBy: null,
      supply: { from: dateIn(settlement.from, timeZone), to: dateIn(settlement.until, timeZone) },
      subject: i18n.t('settlement.invoice.subject', { event: eventTitle, number: String(number) }),
      orderNumber: null,
      ...figuresOf(lines, 'all'),
      payment: { means: 'clearing', text: i18n.t('settlement.invoice.payment'), paidOn: day, terms: null },
      notes: settlement.taxCategory === 'AE' ? [i18n.t('settlement.invoice.reverse')] : [],
      template: plainTemplate,
    },
  });
  return id;
}
