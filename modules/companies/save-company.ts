import { and, eq, inArray } from 'drizzle-orm';
import { addressShape, checkedAddress, emailSchema } from '#modules/accounts/index.ts';
import type { Address } from '#modules/accounts/rules/address.ts';
import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import { defaultTimeZone, type Locale } from '#src/texts/locale.ts';
import { companyOf, membersOf } from './read-companies.ts';
import { type BillingRhythm, maxLimit, maxMembers, maxPaymentDays, nextMonthlyBill } from './rules/company.ts';
import { type Company, companies, companyAudits, companyMembers } from './schema.ts';

export type CompanyInput = {
  name: string;
  address: Address;
  contactEmail: string;
  language: Locale;
  paymentDays: number;
  limit: number;
  billing: BillingRhythm;
  isClosed: boolean;
  members: readonly string[];
};

/** Creates or changes a company. @throws Problem VALIDATION_FAILED, NOT_FOUND */
export async function saveCompany(
  work: Work,
  at: { organizerId: number; companyId: number | null; editorId: number },
  input: CompanyInput,
): Promise<Company> {
  const { tx, now } = work;
  const { members, ...fields } = checked(input);
  const before = at.companyId === null ? null : await companyOf(tx, at.companyId);
  const isMonthly = fields.billing === 'monthly';
  // With monthly billing before and after, the planned day stays.
  const nextBillAt = isMonthly ? (before?.nextBillAt ?? nextMonthlyBill(now, defaultTimeZone)) : null;
  const values = { ...fields, nextBillAt };
  const [company] = before
    ? await tx.update(companies).set(values).where(eq(companies.id, before.id)).returning()
    : await tx
        .insert(companies)
        .values({ ...values, organizerId: at.organizerId, createdAt: now })
        .returning();
  const saved = present(company, 'a company that was saved is there');
  const known = before ? await membersOf(tx, saved.id) : [];
  const removed = known.filter((email) => !members.includes(email));
  const added = members.filter((email) => !known.includes(email));
  const { companyId, email } = companyMembers;
  if (removed.length > 0) await tx.delete(companyMembers).where(and(eq(companyId, saved.id), inArray(email, removed)));
  if (added.length > 0)
    await tx.insert(companyMembers).values(added.map((mailbox) => ({ companyId: saved.id, email: mailbox })));
  const changed = before
    ? [...changedFields(before, saved), ...(removed.length + added.length > 0 ? ['members'] : [])]
    : [];
  if (!before || changed.length > 0)
    await tx.insert(companyAudits).values({
      ...{ companyId: saved.id, editorId: at.editorId, what: before ? 'changed' : 'created', createdAt: now },
      detail: changed.join(' '),
    });
  return saved;
}

/** Field names without values: a mailbox in the history could not be erased. */
function changedFields(before: Company, after: Company): string[] {
  const plain = ({ name, contactEmail, language, paymentDays, limit, billing, isClosed }: Company) => ({
    name,
    contactEmail,
    language,
    paymentDays,
    limit,
    billing,
    isClosed,
  });
  const [was, is] = [plain(before), plain(after)];
  const names = (Object.keys(is) as (keyof typeof is)[]).filter((name) => was[name] !== is[name]);
  const isMoved = JSON.stringify(addressShape(before.address)) !== JSON.stringify(addressShape(after.address));
  return isMoved ? [...names, 'address'] : names;
}

function checked(input: CompanyInput): Omit<CompanyInput, 'members' | 'limit'> & { members: string[]; limit: Cents } {
  const errors: FieldErrors = {};
  const name = input.name.trim();
  if (name === '') errors.name = ['required'];
  if (name.length > 150) errors.name = ['tooLong'];
  if (holdsWebAddress(name)) errors.name = ['webAddress'];
  const contactEmail = mailbox(input.contactEmail);
  if (!contactEmail) errors.contactEmail = [emailError(input.contactEmail)];
  const entered = [...new Set(input.members.map((text) => text.trim()).filter((text) => text !== ''))];
  const members = entered.map((text) => mailbox(text) ?? '');
  if (members.includes('')) errors.members = [emailError(entered[members.indexOf('')] ?? '')];
  if (members.length > maxMembers) errors.members = ['tooLong'];
  const { paymentDays, limit } = input;
  if (!Number.isSafeInteger(paymentDays) || paymentDays < 1 || paymentDays > maxPaymentDays)
    errors.paymentDays = ['number'];
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > maxLimit) errors.limit = ['number'];
  for (const part of ['street', 'zipCode', 'city', 'countryCode'] as const)
    if (!input.address[part]?.trim()) errors[`address.${part}`] = ['required'];
  if (Object.keys(errors).length > 0) return refuseFields(errors);
  const address = checkedAddress({ ...input.address, companyName: input.address.companyName?.trim() || name });
  return {
    ...{ name, address, language: input.language, paymentDays, billing: input.billing, isClosed: input.isClosed },
    ...{ contactEmail: contactEmail ?? '', members: [...new Set(members)], limit: cents(limit) },
  };
}

const mailbox = (text: string): string | null => {
  const read = normalizeEmail(text);
  return read && emailSchema.safeParse(read).success ? read : null;
};
