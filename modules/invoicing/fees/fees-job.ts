import type { Job } from '#src/data/jobs.ts';
import { storageFaultOf } from '#src/data/storage-faults.ts';
import { present } from '#src/kernel/assert.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { describeError } from '#src/runtime/describe-error.ts';
import { paperFile, paperFolder } from '../papers/paper-file.ts';
import { invoiceMails } from '../schema.ts';
import { issueFees } from './issue-fees.ts';
import { type FeeInvoice, invoiceOfSettlement, unbilledSettlements, unmailedInvoices } from './read-fees.ts';

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
