import * as z from 'zod';
import { addressAnswer, addressShape } from '#modules/accounts/rules/address.ts';
import { present } from '#src/kernel/assert.ts';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { OrderRecord, ParticipantRecord } from './read.ts';
import type { OrderItem } from './rules/order-item.ts';
import { orderStatuses } from './rules/order-state.ts';
import { eachField, type ParticipantData, type ParticipantField, specOf } from './rules/participant.ts';
import type { Quote } from './rules/pricing.ts';

const cents = z.int();
const orderItemShape = z.object({
  kind: z.enum(['ticket', 'article', 'cp', 'of', 'sc', 'voucher']),
  type: z.enum(['article', 'voucher']),
  name: z.string(),
  code: z.string().nullable(),
  amount: z.int(),
  price: cents,
  priceBeforeTax: cents,
  priceTotal: cents,
});

const fieldShape = (name: ParticipantField) => {
  const { options, isRequired } = specOf(name);
  const text = options ? z.enum(options) : z.string();
  return isRequired ? text : text.nullable();
};
export const participantShapeSchema = z.object({
  id: z.int(),
  competitionId: z.int(),
  competitionPriceId: z.int(),
  ...(eachField(fieldShape) as { [Name in ParticipantField]: z.ZodType<ParticipantData[Name]> }),
  formFieldsSelected: z.array(z.object({ fieldId: z.int(), value: z.string() })),
  ticketPrice: cents,
  chargedPrice: cents,
  orderedArticleVariants: z.array(
    z.object({
      articleId: z.int(),
      variantId: z.int(),
      name: z.string(),
      variantName: z.string(),
      quantity: z.int(),
      unitPrice: cents,
    }),
  ),
  rrBib: z.string().nullable(),
  rrChangelink: z.string().nullable(),
});

const paymentStatus = z.enum(['pending', 'authorized', 'completed', 'failed']).nullable();

export const orderShapeSchema = z.object({
  id: z.int(),
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  orderDate: z.string(),
  totalPrice: cents,
  event: z.object({ id: z.int(), title: z.string(), startTimestamp: z.string() }),
  competitions: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      type: z.enum(['single', 'team']),
      teams: z.array(
        z.object({ teamId: z.int(), teamName: z.string().nullable(), participants: z.array(participantShapeSchema) }),
      ),
    }),
  ),
  orderItems: z.array(orderItemShape),
  cancellationProtections: z.array(z.object({ id: z.int(), title: z.string(), price: cents })),
  contactAddress: z.nullable(addressAnswer),
  deliveryAddress: z.nullable(addressAnswer),
  invoiceAddress: z.nullable(addressAnswer),
  invoiceDownloadable: z.boolean(),
  generateInvoice: z.boolean(),
  paymentMethod: z.string().nullable(),
  paymentStatus,
  expiresAt: z.string().nullable(),
});
export type OrderJson = z.infer<typeof orderShapeSchema>;

export const adminOrderShapeSchema = orderShapeSchema.extend({
  user: z.object({ id: z.int(), email: z.string() }),
  audits: z.array(
    z.object({
      type: z.string(),
      editorEmail: z.string().nullable(),
      editorFirstName: z.string().nullable(),
      editorLastName: z.string().nullable(),
      comment: z.string(),
      createdAt: z.string(),
    }),
  ),
  paymentMeans: z.string().nullable(),
  paymentMode: z
    .enum(['automatic', 'manual'])
    .nullable()
    .describe('manual: payment recorded by a user; null: not paid'),
  refundStatus: z.enum(['pending', 'completed', 'failed']).nullable(),
  refundedPrice: cents,
  rrHasSaveValueSet: z.boolean(),
  rrLastSynchroTime: z.string().nullable(),
});
export type AdminOrderJson = z.infer<typeof adminOrderShapeSchema>;

export const quoteShapeSchema = z.object({
  totalPrice: cents,
  orderItems: z.array(orderItemShape),
  vouchers: z.array(
    z.object({
      code: z.string(),
      participantLocalId: z.string().nullable(),
      articleUniqueLocalId: z.string().nullable(),
      discountAmount: cents,
    }),
  ),
});

const itemShape = ({ vat: _, soldByPlatform: __, ...line }: OrderItem): z.infer<typeof orderItemShape> => ({
  ...line,
  type: line.kind === 'voucher' ? 'voucher' : 'article',
});

/** Fee and shipping are named in the reader's language. */
export function quoteShape(quoted: Quote, i18n: Translator): z.infer<typeof quoteShapeSchema> {
  return {
    totalPrice: quoted.totalPrice,
    orderItems: quoted.orderItems.map((line) => ({
      ...itemShape(line),
      name: line.kind === 'of' || line.kind === 'sc' ? i18n.t(`orders.item.${line.kind}`) : line.name,
    })),
    vouchers: quoted.vouchers,
  };
}

export const participantShape = ({
  localId: _,
  linkVersion: __,
  ticketVersion: ___,
  orderedArticleVariants,
  ...participant
}: ParticipantRecord): z.infer<typeof participantShapeSchema> => ({
  ...participant,
  orderedArticleVariants: orderedArticleVariants.map(
    ({ discount: _____, participantArticleId: ______, withdrawalRight: _______, wasRightStated: ________, ...line }) =>
      line,
  ),
});

/** Answer for the order's owner. */
export const ownOrderAnswer = async (deps: AnswerDeps, order: OrderRecord): Promise<OrderJson> =>
  present((await ownOrderAnswers(deps, [order]))[0], 'an answer for each order');

type AnswerDeps = Pick<Deps, 'read' | 'clock' | 'invoicesOver'>;
/** Answers in the same order. */
export async function ownOrderAnswers(deps: AnswerDeps, orders: readonly OrderRecord[]): Promise<OrderJson[]> {
  const events = new Map(orders.map(({ event }) => [event.id, event]));
  const over = await deps.invoicesOver(deps.read, [...events.values()], deps.clock());
  return orders.map((order) => orderShape(order, over));
}

/** `invoicesOver`: events without new invoices. */
export function orderShape(order: OrderRecord, invoicesOver: ReadonlySet<number>): OrderJson {
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    orderDate: toIso(order.orderDate),
    totalPrice: order.totalPrice,
    event: {
      id: order.event.id,
      title: order.event.title,
      startTimestamp: toIso(order.event.startTimestamp),
    },
    competitions: order.competitions.map(({ id, title, type, teams }) => ({
      id,
      title,
      type,
      teams: teams.map((team) => ({
        ...team,
        participants: team.participants.map(participantShape),
      })),
    })),
    orderItems: order.orderItems.map(itemShape),
    cancellationProtections: order.cancellationProtections,
    contactAddress: addressShape(order.contactAddress),
    deliveryAddress: addressShape(order.deliveryAddress),
    invoiceAddress: addressShape(order.invoiceAddress),
    invoiceDownloadable: order.hasInvoice || (order.isInvoiceable && !invoicesOver.has(order.eventId)),
    generateInvoice: order.event.generateInvoice,
    paymentMethod: order.paymentMethod,
    paymentStatus: order.paymentStatus,
    expiresAt: toIsoOrNull(order.expiresAt),
  };
}
