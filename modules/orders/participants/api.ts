import * as z from 'zod';
import { loadManagedEvents } from '#modules/events/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, tagged } from '#src/web/http.ts';
import {
  adminAnswer,
  changesManagedOrder,
  loadEventOfParticipant,
  loadManagedParticipant,
  loadOwnOrder,
  loadOwnParticipant,
} from '../load.ts';
import { adminOrderAnswer } from '../read-admin.ts';
import {
  type ParticipantChange,
  participantChangeSchema,
  participantEmailSchema,
  teamNameSchema,
} from '../rules/booking.ts';
import { orderShapeSchema, ownOrderAnswer } from '../shapes.ts';
import { addFreeArticle } from './change-articles.ts';
import { changeParticipant, changeTeamName } from './change-participant.ts';
import { listedParticipantSchema, listedParticipants, listParticipants, participantListQuery } from './list.ts';
import { correctBib } from './set-bib.ts';

const emailBody = z.object({ newEmail: participantEmailSchema });
const bibBody = z.union([
  z.object({ bib: z.string().max(100).nullable().describe('null: removes the number') }),
  z.object({ nextFree: z.literal(true).describe('Assigns the smallest free number of the competition’s ranges') }),
]);
const ownAnswer = z.object({ order: orderShapeSchema });

const changes = [
  {
    name: 'change-email',
    body: emailBody,
    summary: 'Changes the email address of a participant. The ticket is sent there.',
  },
  {
    name: 'change-data',
    body: participantChangeSchema,
    summary: 'Changes the given fields of a participant',
  },
] as const;
type Change = { newEmail: string } | ParticipantChange;
type Call = { deps: Deps; viewer: Viewer; params: { orderId: number; participantId: number }; body: Change };
const runChange = ({ deps, viewer, params, body }: Call, by: 'owner' | 'organizer'): Promise<void> => {
  const change = 'newEmail' in body ? { email: body.newEmail } : body;
  const changedBy = by === 'owner' ? { by, needsTransfer: deps.needsTransfer } : { by };
  return deps.write((work) => changeParticipant(work, { ...params, change, editorId: viewer.userId, ...changedBy }));
};

const ownChanges = changes.map(({ name, body: schema, summary }) =>
  api(
    {
      method: 'post',
      path: `/api/orders/{orderId}/participants/{participantId}/${name}`,
      may: 'order.change',
      refuses: [
        'CANT_EDIT_PARTICIPANT_DATA_TOO_LATE',
        'ORDER_AWAITS_MEMBER',
        'PLACE_MUST_BE_PASSED_ON',
        'REGISTERING_INVALID_AGES',
        'REGISTERING_INVALID_GENDERS',
        'TICKET_ALREADY_BOOKED',
      ],
      summary,
      load: loadOwnParticipant,
      body: schema as z.ZodType<Change>,
      answer: ownAnswer,
    },
    async (call) => {
      await runChange(call, 'owner');
      return { order: await ownOrderAnswer(call.deps, await loadOwnOrder(call)) };
    },
  ),
);

const organizerChanges = changes.map(({ name, body: schema, summary }) =>
  api(
    {
      method: 'post',
      path: `/api/admin/participants/{participantId}/orders/{orderId}/${name}`,
      may: 'order.assist',
      refuses: ['TICKET_ALREADY_BOOKED'],
      summary,
      load: loadManagedParticipant,
      body: schema as z.ZodType<Change>,
      answer: adminAnswer,
    },
    async (call) => {
      await runChange(call, 'organizer');
      return { order: await adminOrderAnswer(call.deps, call.record.order.id) };
    },
  ),
);

export const participantApi = tagged('Participants', [
  ...ownChanges,
  ...organizerChanges,
  api(
    {
      method: 'get',
      path: '/api/admin/participants',
      may: 'order.view',
      summary: 'Lists the participants of the events that the caller works for',
      load: loadManagedEvents,
      query: participantListQuery,
      answer: z.object({ count: z.int(), rows: z.array(listedParticipantSchema) }),
    },
    async ({ deps, record: eventIds, query }) => listParticipants(deps, query, eventIds),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/participants/{participantId}/bib',
      may: 'bib.manage',
      refuses: ['RR_BIB_CHANGE_FAILED'],
      summary:
        'Changes the bib number of a participant: a given number, the next free number of the competition, or none. A number in use is refused.',
      load: loadEventOfParticipant,
      body: bibBody,
      answer: z.object({ participant: listedParticipantSchema }),
    },
    async ({ deps, viewer, params: { participantId }, record: eventId, body }) => {
      const target = { participantId, eventId, editorId: viewer.userId, mailsTicket: true };
      await deps.write((work) => correctBib(deps, work, { ...target, correction: body }));
      const [participant] = await listedParticipants(deps.read, [participantId]);
      return { participant: present(participant, 'the participant was just changed') };
    },
  ),
  changesManagedOrder(
    {
      method: 'patch',
      path: '/api/admin/orders/{orderId}/change-competition-team-name',
      may: 'order.assist',
      summary: 'Renames a team',
      body: z.object({
        teamId: z.int().positive(),
        teamName: teamNameSchema,
      }),
    },
    (work, { body, ...order }) => changeTeamName(work, { ...order, ...body }),
  ),
  changesManagedOrder(
    {
      method: 'post',
      path: '/api/admin/orders/{orderId}/articles/add-free',
      refuses: ['CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS', 'RESERVING_ARTICLES_FAILED'],
      summary: 'Adds an article to a participant free of charge',
      body: z.object({
        participantId: z.int().positive(),
        articleId: z.int().positive(),
        variantId: z.int().positive(),
        quantity: z.int().min(1).max(100),
      }),
    },
    (work, { body, ...order }) => addFreeArticle(work, { ...order, ...body }),
  ),
]);
