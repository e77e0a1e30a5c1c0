import { eq } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import type { PersonalData, ShopModule } from '#src/runtime/module.ts';
import { companyApi } from './api.ts';
import { monthlyBillsJob, remindBillsJob } from './bills.ts';
import { companyMailTypes } from './mails/mail-types.ts';
import { companyManagePages } from './management/pages.tsx';
import { memberPages } from './pages/member-pages.tsx';
import { companiesOfMailbox, ordersOfBills, ownCompaniesPathOf } from './read-companies.ts';
import { companyProblems } from './rules/problems.ts';
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

export const companiesModule = {
  name: 'companies',
  problems: companyProblems,
  routes: [...companyApi, ...memberPages, ...companyManagePages],
  jobs: (deps) => [monthlyBillsJob(deps), remindBillsJob(deps)],
  mailTypes: companyMailTypes,
  personalData: companyData,
  slots: (deps) => ({ ordersOfBills, companiesPage: (email) => ownCompaniesPathOf(deps.read, email) }),
} satisfies ShopModule;
