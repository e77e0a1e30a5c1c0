import * as z from 'zod';
import { emailSchema } from '#modules/accounts/index.ts';
import { addressAnswer, addressSchema, addressShape } from '#modules/accounts/rules/address.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import { toIso } from '#src/kernel/time.ts';
import type { AccountOrder } from './read-companies.ts';
import { billingRhythms, billStates, maxLimit, maxMembers, maxPaymentDays } from './rules/company.ts';
import type { Company } from './schema.ts';
import type { BillView, CompanyPageView } from './view-company.ts';

const line = (most: number) => z.string().overwrite(oneLine).min(1).max(most);

export const companyBody = z.object({
  name: line(150),
  address: z.object({
    ...addressSchema.shape,
    street: line(150),
    zipCode: line(20),
    city: line(100),
    countryCode: z.string().regex(/^[A-Z]{2}$/, 'country'),
  }),
  contactEmail: emailSchema,
  language: z.enum(['de', 'en-us']).default('de'),
  paymentDays: z.int().min(1).max(maxPaymentDays).default(14),
  limit: z.int().min(1).max(maxLimit).describe('Maximum open amount, cents'),
  billing: z.enum(billingRhythms).default('byHand'),
  isClosed: z.boolean().default(false).describe('true: no more orders on this account'),
  members: z.array(emailSchema).max(maxMembers).default([]).describe('Email addresses that may order on this account'),
});

const orderAnswer = z.object({
  orderId: z.int(),
  event: z.string(),
  people: z.int(),
  invoiceNumber: z.string().nullable(),
  totalPrice: z.int(),
  open: z.int(),
  billed: z.int().nullable(),
});
const billAnswer = z.object({
  id: z.int(),
  reference: z.string().nullable(),
  createdAt: z.string(),
  dueOn: z.string(),
  total: z.int(),
  open: z.int(),
  state: z.enum(billStates),
  orders: z.array(orderAnswer),
});
const sums = { open: z.int(), billed: z.int(), overdue: z.int() };

export const companyListAnswer = z.object({
  companies: z.array(z.object({ id: z.int(), name: z.string(), limit: z.int(), isClosed: z.boolean(), ...sums })),
});
const agreed = {
  id: z.int(),
  name: z.string(),
  paymentDays: z.int(),
  limit: z.int(),
  isClosed: z.boolean(),
  ...sums,
  orders: z.array(orderAnswer).describe('Orders waiting for the next bill'),
  bills: z.array(billAnswer),
};
export const ownCompanyAnswer = z.object({ companies: z.array(z.object(agreed)) });
export const companyAnswer = z.object({
  company: z.object({
    ...agreed,
    address: addressAnswer,
    contactEmail: z.string().nullable(),
    language: z.string(),
    billing: z.enum(billingRhythms),
    nextBillAt: z.string().nullable(),
    members: z.array(z.string()),
  }),
});
export const madeBillAnswer = z.object({ bill: billAnswer });

const orderShape = ({ orderId, event, people, invoice, total, open, billed }: AccountOrder) => ({
  ...{ orderId, event, people, invoiceNumber: invoice, totalPrice: total, open, billed },
});
export const billShape = ({ bill, reference, open, state, orders }: BillView) => ({
  id: bill.id,
  reference,
  createdAt: toIso(bill.createdAt),
  dueOn: bill.dueOn as string,
  total: bill.total as number,
  open: open as number,
  state,
  orders: orders.map(orderShape),
});
export const agreedShape = ({ company, sums: of, unbilled, bills }: CompanyPageView) => ({
  id: company.id,
  name: company.name,
  paymentDays: company.paymentDays,
  limit: company.limit as number,
  isClosed: company.isClosed,
  ...of,
  orders: unbilled.map(orderShape),
  bills: bills.map(billShape),
});
export const companyShape = (view: CompanyPageView, members: string[]) => {
  const { address, contactEmail, language, billing, nextBillAt } = view.company;
  return {
    ...agreedShape(view),
    address: addressShape(address) as z.infer<typeof addressAnswer>,
    contactEmail,
    language,
    billing,
    members,
    nextBillAt: nextBillAt === null ? null : toIso(nextBillAt),
  };
};

export const companyRecord = ({ createdAt: _, ...company }: Company, members: readonly string[]) => ({
  ...company,
  contactEmail: company.contactEmail ?? '',
  members: [...members],
});
