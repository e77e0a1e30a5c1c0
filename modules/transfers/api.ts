import * as z from 'zod';
import { ticketByLink } from '#modules/checkin/index.ts';
import { catalogOf, loadEvent } from '#modules/events/index.ts';
import { loadOwnParticipant, orderItem } from '#modules/orders/index.ts';
import { bookingSchema } from '#modules/orders/rules/booking.ts';
import { registrationCodes } from '#modules/orders/rules/problems.ts';
import { present } from '#src/kernel/assert.ts';
import { withoutUndefined } from '#src/kernel/pick.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { cents, instant } from '#src/web/answers.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { idempotencyKeyOf } from '#src/web/idempotency.ts';
import { declineOffer, endTransfer } from './end-transfer.ts';
import { loadManagedTransfer, queryOfLink, transferByLink, transferLink } from './links.ts';
import { agreeToOffer, approveTransfer, askToOffer, offerPlace } from './offer-place.ts';
import { canWithdrawRequest, ownPlaceOf } from './read-asking.ts';
import {
  countTransfers,
  isForLinkHolder,
  type Transfer,
  transferOf,
  transfersOfEvent,
  transfersOfOrder,
} from './read-transfers.ts';
import { refuse } from './rules/problems.ts';
import { isOpen, transferStates } from './rules/terms.ts';
import { saveSettings, settingsOf } from './settings.ts';
import { settingsBody, settingsShape, transferShape } from './shapes.ts';
import { offeredPlace, takePlace } from './take-place.ts';

const eventParams = z.object({ eventId: z.string().max(100) });
const countsShape = z.object(
  Object.fromEntries(transferStates.map((state) => [state, z.int()])) as Record<
    (typeof transferStates)[number],
    z.ZodInt
  >,
);
const listShape = z.object({ settings: settingsShape, counts: countsShape, transfers: z.array(transferShape) });

async function listOf({ read }: Pick<Deps, 'read'>, eventId: number) {
  return {
    settings: await settingsOf(read, eventId),
    counts: await countTransfers(read, eventId),
    transfers: await transfersOfEvent(read, eventId, 500),
  };
}

const managing = tagged('Transfers of places', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/transfers',
      may: 'transfer.manage',
      summary: 'Returns the transfer settings of an event, the number of transfers and the newest 500 offers',
      params: eventParams,
      load: loadEvent,
      answer: listShape,
    },
    ({ deps, record: eventId }) => listOf(deps, eventId),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/events/{eventId}/transfers',
      may: 'transfer.manage',
      summary: 'Changes the transfer settings of an event',
      params: eventParams,
      load: loadEvent,
      body: settingsBody,
      answer: listShape,
    },
    async ({ deps, record: eventId, body, viewer }) => {
      const { event } = present(await catalogOf(deps.read, eventId), 'an event that was loaded is there');
      await deps.write((work) => saveSettings(work, viewer, { eventId, title: event.title }, withoutUndefined(body)));
      return listOf(deps, eventId);
    },
  ),
  ...(['approve', 'refuse'] as const).map((what) =>
    api(
      {
        method: 'post',
        path: `/api/admin/events/{eventId}/transfers/{transferId}/${what}` as const,
        may: 'transfer.manage',
        refuses: ['TRANSFER_OVER'],
        summary: what === 'approve' ? 'Approves a waiting transfer offer' : 'Refuses a waiting transfer offer',
        params: eventParams.extend({ transferId: z.coerce.number().int() }),
        load: loadManagedTransfer,
        answer: z.object({ transfer: transferShape }),
      },
      async ({ deps, record: { id: transferId }, viewer: { userId: editorId } }) => ({
        transfer: await deps.write((work) =>
          what === 'approve'
            ? approveTransfer(work, { transferId, editorId })
            : endTransfer(work, { transferId, end: 'refused', editorId }),
        ),
      }),
    ),
  ),
]);

const ofPerson = z.object({ orderId: z.coerce.number().int(), participantId: z.coerce.number().int() });
const ownShape = z.object({
  transfer: transferShape.nullable(),
  link: z.string().nullable().describe('Link for anyone to take over the place; null unless the offer is public'),
});
const ownAnswer = ({ signer, config }: Pick<Deps, 'signer' | 'config'>, transfer: Transfer | null) => ({
  transfer,
  link: transfer && isForLinkHolder(transfer) ? `${config.publicUrl}${transferLink(signer, transfer)}` : null,
});
const ownOf = async ({ read }: Pick<Deps, 'read'>, orderId: number, participantId: number) =>
  (await transfersOfOrder(read, orderId)).get(participantId) ?? null;

const holding = tagged('Transfers of places', [
  api(
    {
      method: 'get',
      path: '/api/orders/{orderId}/participants/{participantId}/transfer',
      may: 'order.read',
      summary: 'Returns the newest transfer offer of a place in the caller’s order',
      params: ofPerson,
      load: loadOwnParticipant,
      answer: ownShape,
    },
    async ({ deps, params }) => ownAnswer(deps, await ownOf(deps, params.orderId, params.participantId)),
  ),
  api(
    {
      method: 'post',
      path: '/api/orders/{orderId}/participants/{participantId}/transfer',
      may: 'order.change',
      refuses: ['TRANSFER_NOT_POSSIBLE'],
      summary: 'Offers a place to an email address, or to anyone with the link',
      params: ofPerson,
      load: loadOwnParticipant,
      body: z.object({ email: z.string().max(200).nullable().default(null) }),
      answer: ownShape,
      status: 201,
    },
    async ({ deps, params, body: { email }, viewer: { userId: editorId } }) =>
      ownAnswer(deps, await deps.write((work) => offerPlace(work, { ...params, email, editorId }))),
  ),
  api(
    {
      method: 'delete',
      path: '/api/orders/{orderId}/participants/{participantId}/transfer',
      may: 'order.change',
      refuses: ['TRANSFER_OVER'],
      summary: 'Withdraws a transfer offer and cancels the unpaid order of the new holder',
      params: ofPerson,
      load: loadOwnParticipant,
      answer: ownShape,
    },
    async ({ deps, params, viewer: { userId: editorId } }) => {
      const open = await ownOf(deps, params.orderId, params.participantId);
      if (!open || !isOpen(open.state)) return refuse('TRANSFER_OVER');
      return ownAnswer(
        deps,
        await deps.write((work) => endTransfer(work, { transferId: open.id, end: 'withdrawn', editorId })),
      );
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/orders/{orderId}/participants/{participantId}/transfer/agree',
      may: 'order.change',
      refuses: ['TRANSFER_OVER'],
      summary: 'Approves the participant’s request to offer the place',
      params: ofPerson,
      load: loadOwnParticipant,
      body: z.object({
        transferId: z.int().describe('Id of the request shown to the caller; a newer request is not approved'),
      }),
      answer: ownShape,
    },
    async ({ deps, params, body: { transferId }, viewer: { userId: editorId } }) =>
      ownAnswer(deps, await deps.write((work) => agreeToOffer(work, { ...params, transferId, editorId }))),
  ),
]);

const byTicket = z.object({ participantId: z.coerce.number().int() });
const ownLink = z.string().max(500).describe('Link of the participant’s personal page');
const asking = tagged('Transfers of places', [
  api(
    {
      method: 'post',
      path: '/api/tickets/{participantId}/transfer',
      may: 'participant.change',
      refuses: ['TRANSFER_NOT_POSSIBLE'],
      summary:
        'Requests a transfer of the place by the link of the participant’s personal page. The buyer must approve.',
      params: byTicket,
      body: z.object({ link: ownLink, email: z.string().max(200).nullable().default(null) }),
      answer: ownShape,
      status: 201,
      withoutCsrf: true,
    },
    async (call) => {
      const { deps, params, body } = call;
      const { order, participant, isCanceled } = await ticketByLink(call, params.participantId, body.link);
      if (isCanceled) return refuse('NOT_FOUND');
      const offerInput = { orderId: order.id, participantId: participant.id, email: body.email };
      return ownAnswer(deps, await deps.write((work) => askToOffer(work, offerInput)));
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/tickets/{participantId}/transfer/withdraw',
      may: 'participant.change',
      refuses: ['TRANSFER_OVER'],
      summary: 'Withdraws a request made by the link of the personal page, unless a payment has started',
      params: byTicket,
      body: z.object({ link: ownLink }),
      answer: ownShape,
      withoutCsrf: true,
    },
    async (call) => {
      const { deps, params, body, now } = call;
      const { order, participant } = await ticketByLink(call, params.participantId, body.link);
      const own = (await ownPlaceOf(deps.read, order, participant.id, now)) ?? refuse('NOT_FOUND');
      if (!own.transfer || !canWithdrawRequest(own.transfer)) return refuse('TRANSFER_OVER');
      const { id: transferId } = own.transfer;
      const end = { transferId, end: 'withdrawn', editorId: null, byPerson: true } as const;
      return ownAnswer(deps, await deps.write((work) => endTransfer(work, end)));
    },
  ),
]);

const byNumber = z.object({ transferId: z.coerce.number().int() });
const link = z.string().max(500).describe('Link of the offer');
const { teams, contactAddress } = bookingSchema.shape;
const answering = tagged('Transfers of places', [
  api(
    {
      method: 'post',
      path: '/api/transfers/{transferId}/look',
      may: 'transfer.answer',
      summary: 'Returns an offered place with its price, line by line',
      params: byNumber,
      body: z.object({ link, competitionId: z.int().optional().describe('Competition to quote the place in') }),
      answer: z.object({
        competitionId: z.int(),
        otherCompetitionIds: z.array(z.int()).describe('Ids of the other competitions that the new holder may choose'),
        until: instant,
        totalPrice: cents,
        orderItems: z.array(orderItem.pick({ name: true, amount: true, priceTotal: true })),
      }),
      withoutCsrf: true,
    },
    async ({ deps, params, body, now }) => {
      const { id } = await transferByLink({ deps, query: queryOfLink(body.link), now }, params.transferId);
      const { place, others, transfer, items, totalPrice } = await offeredPlace(
        deps.read,
        id,
        now,
        body.competitionId ?? null,
      );
      return {
        ...{ competitionId: place.competition.id, totalPrice, orderItems: items },
        otherCompetitionIds: others.map(({ competition: { id: other } }) => other),
        until: transfer.lineUntil ?? transfer.until,
      };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/transfers/{transferId}/take',
      may: 'booking.make',
      refuses: [...registrationCodes, 'TRANSFER_NOT_POSSIBLE', 'TRANSFER_OVER'],
      summary: 'Orders an offered place for one person. The place is transferred when the order is paid.',
      params: byNumber,
      load: ownAccount,
      body: z.object({
        link,
        teams,
        contactAddress,
        totalPrice: z.int().min(0),
        eventConditionsAccepted: z.literal(true),
        termsAccepted: z.literal(true),
      }),
      answer: z.object({ orderId: z.int() }),
      status: 201,
    },
    async ({ deps, params, body, now, viewer, i18n, clientAddress, context }) => {
      const { id: transferId, linkVersion } = await transferByLink(
        { deps, query: queryOfLink(body.link), now },
        params.transferId,
      );
      const people = body.teams.flatMap(({ participants }) => participants);
      if (people.length !== 1) return refuseFields({ teams: ['onePerson'] });
      const idempotencyKey = idempotencyKeyOf(context);
      const origin = { clientAddress, limitFactor: deps.config.limitFactor };
      const who = { viewer, language: i18n.locale, idempotencyKey, origin };
      const { orderId } = await deps.write((work) =>
        takePlace(work, { transferId, linkVersion, booking: body, ...who }),
      );
      return { orderId };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/transfers/{transferId}/decline',
      may: 'transfer.answer',
      refuses: ['TRANSFER_OVER'],
      summary:
        'Declines an offered place. Its holder is notified, or the next person on the waiting list gets the offer.',
      params: byNumber,
      body: z.object({ link }),
      answer: z.object({ state: z.enum(transferStates) }),
      withoutCsrf: true,
    },
    async ({ deps, params, body, now }) => {
      const transfer = await transferByLink({ deps, query: queryOfLink(body.link), now }, params.transferId);
      await deps.write((work) => declineOffer(work, transfer));
      return { state: present(await transferOf(deps.read, transfer.id), 'an offer that was declined').state };
    },
  ),
]);

export const transferApi = [...managing, ...holding, ...asking, ...answering];
