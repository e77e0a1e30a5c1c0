import * as z from 'zod';
import { addressAnswer, emailSchema } from '#modules/accounts/index.ts';
import { addressSchema } from '#modules/accounts/rules/address.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import { cents, computed, instant } from '#src/web/answers.ts';
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

const orderAnswer = computed(
  z.object({
    orderId: z.int(),
    event: z.string(),
    people: z.int(),
    invoiceNumber: z.string().nullable(),
    totalPrice: cents,
    open: cents,
    billed: cents.nullable(),
  }),
  (order: AccountOrder) => ({ ...order, invoiceNumber: order.invoice, totalPrice: order.total }),
).meta({ id: 'CompanyOrder', description: 'Order on the account of a company' });
const billAnswer = computed(
  z.object({
    id: z.int(),
    reference: z.string().nullable(),
    createdAt: instant,
    dueOn: z.string(),
    total: cents,
    open: cents,
    state: z.enum(billStates),
    orders: z.array(orderAnswer),
  }),
  ({ bill, ...view }: BillView) => ({ ...bill, ...view }),
).meta({ id: 'CompanyBill', description: 'Bill over the orders of a company' });
const sums = { open: cents, billed: cents, overdue: cents };

export const companyListAnswer = z.object({
  companies: z.array(z.object({ id: z.int(), name: z.string(), limit: cents, isClosed: z.boolean(), ...sums })),
});
const agreed = {
  id: z.int(),
  name: z.string(),
  paymentDays: z.int(),
  limit: cents,
  isClosed: z.boolean(),
  ...sums,
  orders: z.array(orderAnswer).describe('Orders waiting for the next bill'),
  bills: z.array(billAnswer),
};
const agreedRecord = ({ company, sums: of, unbilled, bills }: CompanyPageView) => ({
  ...company,
  ...of,
  orders: unbilled,
  bills,
});
export const ownCompanyAnswer = z.object({ companies: z.array(computed(z.object(agreed), agreedRecord)) });
export const companyAnswer = z.object({
  company: computed(
    z.object({
      ...agreed,
      address: addressAnswer,
      contactEmail: z.string().nullable(),
      language: z.string(),
      billing: z.enum(billingRhythms),
      nextBillAt: instant.nullable(),
      members: z.array(z.string()),
    }),
    ({ members, ...view }: CompanyPageView & { members: string[] }) => ({ ...agreedRecord(view), members }),
  ),
});
export const madeBillAnswer = z.object({ bill: billAnswer });

export const companyRecord = ({ createdAt: _, ...company }: Company, members: readonly string[]) => ({
  ...company,
  contactEmail: company.contactEmail ?? '',
  members: [...members],
});
