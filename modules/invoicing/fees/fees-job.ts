import { organizerById } from '#modules/organizers/index.ts';
import type { SellerConfig } from '#src/config/config.ts';
import type { Job } from '#src/data/jobs.ts';
import { storageFaultOf } from '#src/data/storage-faults.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { toPercent } from '#src/kernel/money.ts';
import { dateIn, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { describeError } from '#src/runtime/describe-error.ts';
import { defaultTimeZone, translatorFor } from '#src/texts/locale.ts';
import { issuePaper, languageOf, partyOfOrganizer } from '../papers/issue-paper.ts';
import { paperFile, paperFolder } from '../papers/paper-file.ts';
import { feeLines } from '../rules/fee-lines.ts';
import { figuresOf, plainTemplate } from '../rules/paper.ts';
import { invoiceMails } from '../schema.ts';
import {
  billedSettlement,
  type FeeInvoice,
  invoiceOfSettlement,
  lastBillOf,
  unbilledSettlements,
  unmailedInvoices,
} from './read-fees.ts';

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

type FeeDeps = Pick<Deps, 'read' | 'write' | 'files' | 'fonts' | 'config' | 'log'>;

async function mailInvoice(deps: FeeDeps, { invoice, settlement, eventTitle, email }: FeeInvoice): Promise<void> {
  const recipient = email ?? '';
  const { fileName } = await paperFile(deps, invoice.id);
  const drawn = await invoiceOfSettlement(deps.read, settlement.id);
  const stored = present(drawn?.file, 'a paper that was drawn is stored');
  await deps.write(async (work) => {
    const { rowsAffected } = await work.tx
      .insert(invoiceMails)
      .values({ invoiceId: invoice.id, recipient, createdAt: work.now })
      .onConflictDoNothing();
    if (rowsAffected === 0) return;
    await work.post({
      type: 'OrganizerInvoice',
      params: {
        organizerId: settlement.organizerId,
        eventTitle,
        from: settlement.from,
        to: settlement.until,
        invoiceNumber: invoice.number,
        payout: settlement.payout,
        file: { stored, name: fileName, folder: paperFolder },
      },
      recipient,
      locale: invoice.data.language,
      uniqueKey: `OrganizerInvoice|${invoice.id}`,
    });
  });
}

export const feesJobName = 'fee-invoices';

/** Bills settlements that were closed without billing, and mails the invoices. */
export const feesJob = (deps: FeeDeps): Job => ({
  name: feesJobName,
  everyMs: minutes(5),
  async run() {
    const { seller } = deps.config;
    if (seller) {
      for (const { id } of await unbilledSettlements(deps.read))
        await deps.write((work) => issueFees(work, seller, id));
    }
    for (const row of await unmailedInvoices(deps.read)) {
      // One failing paper must not block the others.
      await mailInvoice(deps, row).catch((error: unknown) => {
        // A storage fault would repeat for each paper.
        if (storageFaultOf(error)) throw error;
        deps.log.error('an invoice could not be mailed', { invoiceId: row.invoice.id, ...describeError(error) });
      });
    }
    return false;
  },
});
