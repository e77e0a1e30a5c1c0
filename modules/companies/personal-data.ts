import { eq } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { companiesOfMailbox } from './read-companies.ts';
import { companies, companyMembers } from './schema.ts';

/** Companies of the account's mailbox. Its orders are exported by their own module. */
export const companyData: PersonalData = {
  async collect(reader, userId) {
    const user = await userById(reader, userId);
    const found = user ? await companiesOfMailbox(reader, user.email) : [];
    return {
      companies: found.map(({ id, name, contactEmail }) => ({ id, name, getsBills: contactEmail === user?.email })),
    };
  },
  /** Bills stay: they belong to the organizer's books. */
  async erase(work, userId) {
    const user = await userById(work.tx, userId);
    if (!user) return;
    await work.tx.delete(companyMembers).where(eq(companyMembers.email, user.email));
    await work.tx.update(companies).set({ contactEmail: null }).where(eq(companies.contactEmail, user.email));
  },
};
