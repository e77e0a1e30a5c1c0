import * as z from 'zod';
import { catalogOf, loadEvent, saleFor } from '#modules/events/index.ts';
import { orderOf, peopleOf, quoteShape, quoteShapeSchema } from '#modules/orders/index.ts';
import { bookingSchema } from '#modules/orders/rules/booking.ts';
import { registrationCodes } from '#modules/orders/rules/problems.ts';
import { present } from '#src/kernel/assert.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isLocale, type Translator } from '#src/texts/locale.ts';
import { cents, instant } from '#src/web/answers.ts';
import { type AppContext, api, tagged } from '#src/web/http.ts';
import { idempotencyKeyOf } from '#src/web/idempotency.ts';
import { loadCashDevice, noteDevice } from '../devices/device-door.ts';
import { refuse } from '../rules/problems.ts';
import { lateRegistrationsOf, tillsOf } from './read-late.ts';
import { type AtDesk, type OfficePayment, officePayments, quoteLate, registerLate } from './register-late.ts';

const { teams, contactAddress, totalPrice } = bookingSchema.shape;
/** Ignores fields that only the registration needs. */
const quoteBody = z.object({
  ...{ teams, contactAddress, totalPrice: z.unknown().optional(), eventConditionsAccepted: z.unknown().optional() },
  ...{ cashReceived: z.unknown().optional(), language: z.unknown().optional() },
});
const registerBody = z.object({
  teams,
  contactAddress,
  totalPrice,
  eventConditionsAccepted: z.literal(true).describe('true: the participant has read the conditions of the event'),
  cashReceived: z.literal(true).describe('true: the full amount has been paid in cash'),
  language: z
    .enum(['de', 'en-us'])
    .optional()
    .describe('Language of documents and mails; omitted: the language of the request'),
});
const entryBody = z.object({
  // The total is 0 for `complimentary`.
  ...{ teams, contactAddress, totalPrice },
  payment: z
    .enum(officePayments)
    .describe('How it is paid; cash and card (at the own terminal) are money that the organizer has received'),
  language: registerBody.shape.language,
});
const registeredAnswer = z.object({
  orderId: z.int(),
  totalPrice: cents,
  participants: z.array(
    z.object({ id: z.int(), firstName: z.string(), lastName: z.string(), bib: z.string().nullable() }),
  ),
});
const listAnswer = z.object({
  taken: cents.describe('Total cash received, in cents'),
  tills: z.array(z.object({ name: z.string(), count: z.int(), taken: cents })).describe('Cash received per desk'),
  rows: z.array(
    z.object({
      orderId: z.int(),
      amount: cents,
      createdAt: instant,
      isCanceled: z.boolean(),
      deviceId: z.int().nullable(),
      gate: z.string().nullable(),
      staff: z.string().nullable(),
    }),
  ),
});

type DeskRequest = {
  deps: Deps;
  i18n: Translator;
  now: Instant;
  context: AppContext;
};

async function quoted({ deps, i18n, now }: DeskRequest, by: AtDesk, body: z.output<typeof quoteBody>) {
  const catalog = present(await catalogOf(deps.read, by.eventId), 'a desk has an event');
  const sale = await saleFor(deps.read, catalog, null, now);
  return quoteShape(await quoteLate(deps.read, sale, body, { now, language: i18n.locale }), i18n);
}

async function registered(call: DeskRequest, by: AtDesk, body: z.output<typeof registerBody>) {
  if (!(await catalogOf(call.deps.read, by.eventId))?.event.cashAtDesk) return refuse('CASH_NOT_ALLOWED');
  return entered(call, by, body);
}

type EntryBody = Pick<z.output<typeof registerBody>, 'teams' | 'contactAddress' | 'totalPrice' | 'language'> & {
  payment?: OfficePayment;
};

async function entered(call: DeskRequest, by: AtDesk, body: EntryBody) {
  const { deps, i18n } = call;
  const key = present(idempotencyKeyOf(call.context), 'the call requires it');
  const language = body.language && isLocale(body.language) ? body.language : i18n.locale;
  const { orderId } = await deps.write(async (work) => {
    if (by.deviceId !== null) await noteDevice(work, by.deviceId, undefined);
    const { payment = 'cash', ...booking } = body;
    const isOffice = body.payment !== undefined;
    return registerLate(work, by, { booking, key, language, payment, isOffice, bank: deps.config.bank });
  });
  const order = present(await orderOf(deps.read, orderId), 'it was just placed');
  const participants = peopleOf(order).map(({ person }) => ({ ...person, bib: person.rrBib }));
  return { orderId, totalPrice: order.totalPrice, participants };
}

const texts = {
  quote: 'Quotes a late registration at the desk. Books nothing.',
  register: 'Registers a participant at the desk who has paid in cash',
};
const lateCodes = [...registrationCodes, 'CASH_NOT_ALLOWED'];
const staffPath = '/api/admin/events/{eventId}/late-registrations';
const inEvent = {
  may: 'desk.register',
  params: z.object({ eventId: z.string().max(100) }),
  load: loadEvent,
} as const;
const asStaff = ({ viewer, record }: { viewer: { userId: number }; record: number }): AtDesk => ({
  ...{ eventId: record, userId: viewer.userId, deviceId: null, gate: null },
});
const officeCodes = [...registrationCodes, 'CASH_NOT_ALLOWED', 'PAYMENT_INIT_FAILED'];
const devicePath = '/api/scan/devices/{deviceId}/late-registrations';
const byDevice = { may: 'device.use', load: loadCashDevice, withoutCsrf: 'ownOrigin' } as const;

export const lateApi = tagged('Check-in', [
  api(
    {
      method: 'get',
      path: staffPath,
      summary: 'Lists the late registrations at the desk and the cash received per till',
      ...inEvent,
      answer: listAnswer,
    },
    async ({ deps, record }) => {
      const rows = await lateRegistrationsOf(deps.read, record);
      return { taken: rows.reduce((sum, row) => sum + row.amount, 0), tills: tillsOf(rows), rows };
    },
  ),
  api(
    {
      method: 'post',
      path: `${staffPath}/quote`,
      refuses: lateCodes,
      summary: texts.quote,
      ...inEvent,
      body: quoteBody,
      answer: quoteShapeSchema,
    },
    (call) => quoted(call, asStaff(call), call.body),
  ),
  api(
    {
      method: 'post',
      path: staffPath,
      refuses: lateCodes,
      summary: texts.register,
      ...inEvent,
      body: registerBody,
      answer: registeredAnswer,
      status: 201,
      idempotencyKey: 'required',
    },
    (call) => registered(call, asStaff(call), call.body),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/entries',
      refuses: officeCodes,
      summary:
        'Enters people as the office: complimentary, with a transfer to come, or paid by cash or card at hand. The first participant is the buyer. `totalPrice` is 0 for `complimentary`.',
      ...inEvent,
      may: 'order.manage',
      body: entryBody,
      answer: registeredAnswer,
      status: 201,
      idempotencyKey: 'required',
    },
    (call) => entered(call, asStaff(call), call.body),
  ),
  api(
    {
      method: 'post',
      path: `${devicePath}/quote`,
      refuses: lateCodes,
      summary: `${texts.quote} (gate device)`,
      ...byDevice,
      body: quoteBody,
      answer: quoteShapeSchema,
    },
    (call) => quoted(call, call.record, call.body),
  ),
  api(
    {
      method: 'post',
      path: devicePath,
      refuses: lateCodes,
      summary: `${texts.register} (gate device)`,
      ...byDevice,
      body: registerBody,
      answer: registeredAnswer,
      status: 201,
      idempotencyKey: 'required',
    },
    (call) => registered(call, call.record, call.body),
  ),
]);
