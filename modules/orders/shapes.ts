import * as z from 'zod';
import { addressAnswer } from '#modules/accounts/index.ts';
import { present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { cents, computed, instant, type RecordOf } from '#src/web/answers.ts';
import type { OrderRecord } from './read.ts';
import type { OrderItem } from './rules/order-item.ts';
import { orderStatuses } from './rules/order-state.ts';
import { eachField, type ParticipantData, type ParticipantField, specOf } from './rules/participant.ts';
import type { Quote } from './rules/pricing.ts';

export const orderItem = z.object({
  kind: z.enum(['ticket', 'article', 'cp', 'of', 'sc', 'voucher']),
  type: z.enum(['article', 'voucher']),
  name: z.string(),
  code: z.string().nullable(),
  amount: z.int(),
  price: cents,
  priceBeforeTax: cents,
  priceTotal: cents,
});
const orderItemShape = computed(orderItem, (line: OrderItem) => ({
  ...line,
  type: line.kind === 'voucher' ? ('voucher' as const) : ('article' as const),
})).meta({ id: 'OrderItem', description: 'Line of an order or quote' });

const fieldShape = (name: ParticipantField) => {
  const { options, isRequired } = specOf(name);
  const text = options ? z.enum(options) : z.string();
  return isRequired ? text : text.nullable();
};
export const participantFieldSchemas = eachField(fieldShape) as {
  [Name in ParticipantField]: z.ZodType<ParticipantData[Name], ParticipantData[Name]>;
};
export const participantShapeSchema = z
  .object({
    id: z.int(),
    competitionId: z.int(),
    competitionPriceId: z.int(),
    ...participantFieldSchemas,
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
  })
  .meta({ id: 'BookedParticipant', description: 'Participant of an order' });

const paymentStatus = z.enum(['pending', 'authorized', 'completed', 'failed']).nullable();

export const orderShapeSchema = z
  .object({
    id: z.int(),
    orderNumber: z.string(),
    status: z.enum(orderStatuses),
    orderDate: instant,
    totalPrice: cents,
    event: z.object({ id: z.int(), title: z.string(), startTimestamp: instant }),
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
    contactAddress: addressAnswer.nullable(),
    deliveryAddress: addressAnswer.nullable(),
    invoiceAddress: addressAnswer.nullable(),
    invoiceDownloadable: z.boolean(),
    generateInvoice: z.boolean(),
    paymentMethod: z.string().nullable(),
    paymentStatus,
    expiresAt: instant.nullable(),
  })
  .meta({ id: 'Order', description: 'Order, for its buyer' });
export type OrderAnswer = RecordOf<typeof orderShapeSchema>;

export const adminOrderShapeSchema = orderShapeSchema
  .extend({
    user: z.object({ id: z.int(), email: z.string() }),
    audits: z.array(
      z.object({
        type: z.string(),
        editorEmail: z.string().nullable(),
        editorFirstName: z.string().nullable(),
        editorLastName: z.string().nullable(),
        comment: z.string(),
        createdAt: instant,
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
    rrLastSynchroTime: instant.nullable(),
  })
  .meta({ id: 'AdminOrder', description: 'Order with its history, for the organizer' });
export type AdminOrderAnswer = RecordOf<typeof adminOrderShapeSchema>;
export type AdminOrderJson = z.input<typeof adminOrderShapeSchema>;

export const quoteShapeSchema = z
  .object({
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
  })
  .meta({ id: 'Quote', description: 'Price of a basket, line by line' });

/** Fee and shipping are named in the reader's language. */
export const quoteShape = (quoted: Quote, i18n: Translator): RecordOf<typeof quoteShapeSchema> => ({
  ...quoted,
  orderItems: quoted.orderItems.map((line) => ({
    ...line,
    name: line.kind === 'of' || line.kind === 'sc' ? i18n.t(`orders.item.${line.kind}`) : line.name,
  })),
});

/** Answer for the order's owner. */
export const ownOrderAnswer = async (deps: AnswerDeps, order: OrderRecord): Promise<OrderAnswer> =>
  present((await ownOrderAnswers(deps, [order]))[0], 'an answer for each order');

type AnswerDeps = Pick<Deps, 'read' | 'clock' | 'invoicesOver'>;
/** Answers in the same order. */
export async function ownOrderAnswers(deps: AnswerDeps, orders: readonly OrderRecord[]): Promise<OrderAnswer[]> {
  const events = new Map(orders.map(({ event }) => [event.id, event]));
  const over = await deps.invoicesOver(deps.read, [...events.values()], deps.clock());
  return orders.map((order) => withInvoice(order, over));
}

/** `invoicesOver`: events without new invoices. */
export const withInvoice = <Order extends OrderRecord>(order: Order, invoicesOver: ReadonlySet<number>) => ({
  ...order,
  invoiceDownloadable: order.hasInvoice || (order.isInvoiceable && !invoicesOver.has(order.eventId)),
  generateInvoice: order.event.generateInvoice,
});
