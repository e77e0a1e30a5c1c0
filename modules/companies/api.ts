import * as z from 'zod';
import { loadOwnOrder } from '#modules/orders/index.ts';
import { loadOrganizer } from '#modules/organizers/index.ts';
import { cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { makeBill, payBill, withdrawBill } from './bills.ts';
import { loadCompany, loadManagedBill } from './load.ts';
import { orderOnAccount } from './order-on-account.ts';
import { billOf, companiesOfMailbox, companiesOfOrganizer, membersOf, openSumsOf } from './read-companies.ts';
import { saveCompany } from './save-company.ts';
import type { Company } from './schema.ts';
import { companyAnswer, companyBody, companyListAnswer, madeBillAnswer, ownCompanyAnswer } from './shapes.ts';
import { viewBill, viewCompany } from './view-company.ts';

const listed = '/api/admin/organizers/{organizerId}/companies' as const;
const one = '/api/admin/companies/{companyId}' as const;

const managedView = async (deps: Deps, company: Company, now: Instant) => ({
  ...(await viewCompany(deps, company, now)),
  members: await membersOf(deps.read, company.id),
});

export const companyApi = tagged('Company accounts', [
  api(
    {
      method: 'get',
      path: listed,
      may: 'company.manage',
      summary: 'Lists the companies that order on account with an organizer, and the open amount of each',
      load: loadOrganizer,
      answer: companyListAnswer,
    },
    async ({ deps, record, now }) => {
      const found = await companiesOfOrganizer(deps.read, record.id);
      const ids = found.map(({ id }) => id);
      const sums = await openSumsOf(deps.read, ids, now);
      const none = { open: cents(0), billed: cents(0), overdue: cents(0) };
      return {
        companies: found.map((company) => ({ ...company, ...(sums.get(company.id) ?? none) })),
      };
    },
  ),
  api(
    {
      method: 'post',
      path: listed,
      may: 'company.manage',
      summary: 'Creates a company that may order on account',
      load: loadOrganizer,
      body: companyBody,
      answer: companyAnswer,
      status: 201,
    },
    async ({ deps, record, body, viewer, now }) => {
      const at = { organizerId: record.id, companyId: null, editorId: viewer.userId };
      const company = await deps.write((work) => saveCompany(work, at, body));
      return { company: await managedView(deps, company, now) };
    },
  ),
  api(
    {
      method: 'get',
      path: one,
      may: 'company.manage',
      summary: 'Returns a company with its agreement, unbilled orders and bills',
      load: loadCompany,
      answer: companyAnswer,
    },
    async ({ deps, record, now }) => ({ company: await managedView(deps, record, now) }),
  ),
  api(
    {
      method: 'put',
      path: one,
      may: 'company.manage',
      summary: 'Changes the agreement with a company',
      load: loadCompany,
      body: companyBody,
      answer: companyAnswer,
    },
    async ({ deps, record, body, viewer, now }) => {
      const at = { organizerId: record.organizerId, companyId: record.id, editorId: viewer.userId };
      const company = await deps.write((work) => saveCompany(work, at, body));
      return { company: await managedView(deps, company, now) };
    },
  ),
  api(
    {
      method: 'post',
      path: `${one}/bills`,
      may: 'company.manage',
      refuses: ['COMPANY_NOTHING_TO_BILL'],
      summary: 'Creates and mails one bill for all unbilled open orders of a company',
      load: loadCompany,
      answer: madeBillAnswer,
      status: 201,
    },
    async ({ deps, record, viewer, now }) => {
      const bill = await deps.write((work) => makeBill(work, { companyId: record.id, editorId: viewer.userId }));
      return { bill: await viewBill(deps, bill, now) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/company-bills/{companyBillId}/paid',
      may: 'company.manage',
      refuses: ['COMPANY_BILL_NOT_OPEN'],
      summary: 'Records a full or partial payment of a bill. A partial payment covers the oldest orders first.',
      load: loadManagedBill,
      body: z.object({ amount: z.int().min(1).max(1_000_000_000).optional(), comment: z.string().max(500).optional() }),
      answer: madeBillAnswer,
    },
    async ({ deps, record, body, viewer, now }) => {
      const { amount, comment: note = '' } = body;
      const { id: billId } = record.bill;
      await deps.write((work) =>
        payBill(work, {
          billId,
          editorId: viewer.userId,
          note,
          ...(amount === undefined ? {} : { amount: cents(amount) }),
        }),
      );
      return { bill: await viewBill(deps, await billOf(deps.read, billId), now) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/company-bills/{companyBillId}/withdraw',
      may: 'company.manage',
      refuses: ['COMPANY_BILL_NOT_OPEN'],
      summary: 'Cancels a bill. Its orders wait for the next bill, and the company is notified.',
      load: loadManagedBill,
      answer: madeBillAnswer,
    },
    async ({ deps, record, viewer, now }) => {
      const { id: billId } = record.bill;
      await deps.write((work) => withdrawBill(work, { billId, editorId: viewer.userId }));
      return { bill: await viewBill(deps, await billOf(deps.read, billId), now) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/companies',
      may: 'company.use',
      summary: 'Lists the companies whose account the caller may use or whose bills the caller receives',
      load: ownAccount,
      answer: ownCompanyAnswer,
    },
    async ({ deps, viewer, now }) => {
      const views = [];
      for (const company of await companiesOfMailbox(deps.read, viewer.email))
        views.push(await viewCompany(deps, company, now));
      return { companies: views };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/orders/{orderId}/on-account',
      may: 'company.use',
      refuses: ['COMPANY_LIMIT_REACHED', 'COMPANY_ORDER_NOT_POSSIBLE'],
      summary: 'Moves the caller’s open order to the account of a company. The order is complete and is billed later.',
      load: loadOwnOrder,
      body: z.object({ companyId: z.int().min(1) }),
      answer: z.object({ orderId: z.int(), company: z.string() }),
    },
    async ({ deps, record, body, viewer }) => {
      const hasBank = deps.config.bank !== null;
      const request = { orderId: record.id, companyId: body.companyId, viewer, hasBank };
      const { name } = await deps.write((work) => orderOnAccount(work, request));
      return { orderId: record.id, company: name };
    },
  ),
]);
