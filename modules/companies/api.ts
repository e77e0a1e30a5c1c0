import * as z from 'zod';
import { loadOwnOrder } from '#modules/orders/index.ts';
import { loadOrganizer } from '#modules/organizers/index.ts';
import { cents } from '#src/kernel/money.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { makeBill, payBill, withdrawBill } from './bills.ts';
import { loadCompany, loadManagedBill } from './load.ts';
import { orderOnAccount } from './order-on-account.ts';
import { billOf, companiesOfMailbox, companiesOfOrganizer, membersOf, openSumsOf } from './read-companies.ts';
import { saveCompany } from './save-company.ts';
import {
  agreedShape,
  billShape,
  companyAnswer,
  companyBody,
  companyListAnswer,
  companyShape,
  madeBillAnswer,
  ownCompanyAnswer,
} from './shapes.ts';
import { viewBill, viewCompany } from './view-company.ts';

const listed = '/api/admin/organizers/{organizerId}/companies' as const;
const one = '/api/admin/companies/{companyId}' as const;

export const companyApi = tagged('Company accounts', [
  api(
    {
      method: 'get',
      path: listed,
      may: 'company.manage',
      summary: 'The companies that order on account of an organizer, with what is open of each',
      load: loadOrganizer,
      answer: companyListAnswer,
    },
    async ({ deps, record, now }) => {
      const found = await companiesOfOrganizer(deps.read, record.id);
      const ids = found.map(({ id }) => id);
      const sums = await openSumsOf(deps.read, ids, now);
      const none = { open: cents(0), billed: cents(0), overdue: cents(0) };
      return {
        companies: found.map(({ id, name, limit, isClosed }) => ({
          id,
          name,
          limit,
          isClosed,
          ...(sums.get(id) ?? none),
        })),
      };
    },
  ),
  api(
    {
      method: 'post',
      path: listed,
      may: 'company.manage',
      summary: 'Agrees with a company that it orders on account',
      load: loadOrganizer,
      body: companyBody,
      answer: companyAnswer,
      status: 201,
    },
    async ({ deps, record, body, viewer, now }) => {
      const at = { organizerId: record.id, companyId: null, editorId: viewer.userId };
      const company = await deps.write((work) => saveCompany(work, at, body));
      return { company: companyShape(await viewCompany(deps, company, now), await membersOf(deps.read, company.id)) };
    },
  ),
  api(
    {
      method: 'get',
      path: one,
      may: 'company.manage',
      summary: 'A company: what was agreed, what waits for a bill, and its bills',
      load: loadCompany,
      answer: companyAnswer,
    },
    async ({ deps, record, now }) => ({
      company: companyShape(await viewCompany(deps, record, now), await membersOf(deps.read, record.id)),
    }),
  ),
  api(
    {
      method: 'put',
      path: one,
      may: 'company.manage',
      summary: 'Changes what was agreed with a company',
      load: loadCompany,
      body: companyBody,
      answer: companyAnswer,
    },
    async ({ deps, record, body, viewer, now }) => {
      const at = { organizerId: record.organizerId, companyId: record.id, editorId: viewer.userId };
      const company = await deps.write((work) => saveCompany(work, at, body));
      return { company: companyShape(await viewCompany(deps, company, now), await membersOf(deps.read, company.id)) };
    },
  ),
  api(
    {
      method: 'post',
      path: `${one}/bills`,
      may: 'company.manage',
      summary: 'One bill for all open orders of a company that are on none yet; it is mailed',
      load: loadCompany,
      answer: madeBillAnswer,
      status: 201,
    },
    async ({ deps, record, viewer, now }) => {
      const bill = await deps.write((work) => makeBill(work, { companyId: record.id, editorId: viewer.userId }));
      return { bill: billShape(await viewBill(deps, bill, now)) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/company-bills/{companyBillId}/paid',
      may: 'company.manage',
      summary: 'Money for a bill is here: all that is open, or a part, which its oldest orders get first',
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
      return { bill: billShape(await viewBill(deps, await billOf(deps.read, billId), now)) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/company-bills/{companyBillId}/withdraw',
      may: 'company.manage',
      summary: 'Takes a bill back: its orders wait for the next one, and the company is told',
      load: loadManagedBill,
      answer: madeBillAnswer,
    },
    async ({ deps, record, viewer, now }) => {
      const { id: billId } = record.bill;
      await deps.write((work) => withdrawBill(work, { billId, editorId: viewer.userId }));
      return { bill: billShape(await viewBill(deps, await billOf(deps.read, billId), now)) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/companies',
      may: 'company.use',
      summary: 'The companies on whose account one may order, or whose bills one gets',
      load: ownAccount,
      answer: ownCompanyAnswer,
    },
    async ({ deps, viewer, now }) => {
      const views = [];
      for (const company of await companiesOfMailbox(deps.read, viewer.email))
        views.push(agreedShape(await viewCompany(deps, company, now)));
      return { companies: views };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/orders/{orderId}/on-account',
      may: 'company.use',
      summary: 'Puts one’s open order on the account of a company; it is complete and billed later',
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
