import { organizerById } from '#modules/organizers/index.ts';
import type { Work } from '#src/data/work.ts';
import type { Reminder } from '../rules/company.ts';
import type { Company, CompanyBill } from '../schema.ts';

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
