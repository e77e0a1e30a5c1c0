import * as z from 'zod';
import { catalogOf } from '#modules/events/index.ts';
import {
  type AdminOrderRecord,
  adminOrderOf,
  adminOrderShape,
  adminOrderShapeSchema,
  loadManagedOrder,
  requireOrderRole,
} from '#modules/orders/index.ts';
import { type MoveOption, moveOptions } from '#modules/orders/rules/move-options.ts';
import { present } from '#src/kernel/assert.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { refusalText } from '#src/platform/forms/refusal.ts';
import { api, type Deps, type PageCall, page, tagged } from '#src/platform/http.ts';
import { adminOrderPath } from '../paths.ts';
import { moveBooked } from './move-booked.ts';
import { MovePage, type MovingPerson } from './move-page.tsx';

/** @throws Problem NOT_FOUND for somebody of another order, or of a canceled one */
async function movingPerson(
  deps: Deps,
  order: AdminOrderRecord,
  participantId: number,
  now: Instant,
): Promise<{ person: MovingPerson; options: MoveOption[] }> {
  const found = order.competitions
    .flatMap(({ title, teams }) => teams.map((team) => ({ title, team })))
    .find(({ team }) => team.participants.some(({ id }) => id === participantId));
  const participant = found?.team.participants.find(({ id }) => id === participantId);
  if (!found || !participant || order.status === 'canceled') return refuse('NOT_FOUND');
  const catalog = present(await catalogOf(deps.read, order.eventId), 'an order has an event');
  const { title: competition, team } = found;
  return {
    person: { ...participant, competition, teamName: team.teamName },
    options: moveOptions(catalog, participant, team.participants.length, now),
  };
}

const listMoves = api(
  {
    method: 'get',
    path: '/api/admin/orders/{orderId}/participants/{participantId}/moves',
    may: 'order.manage',
    summary: 'Where a participant could be moved to, and what the order would cost more or less then',
    load: loadManagedOrder,
    answer: z.object({
      rows: z.array(
        z.object({
          competitionId: z.int(),
          title: z.string(),
          price: z.int().nullable(),
          difference: z.int().describe('Cents; below 0 when it gets cheaper'),
          refusal: z.string().nullable(),
        }),
      ),
    }),
  },
  async ({ deps, params, now }) => {
    const order = await adminOrderOf(deps.read, params.orderId);
    return { rows: (await movingPerson(deps, order, params.participantId, now)).options };
  },
);

const moveByApi = api(
  {
    method: 'patch',
    path: '/api/admin/orders/{orderId}/change-participant-competition',
    may: 'order.manage',
    summary:
      'Moves a participant to another competition; what it costs more is open then, what it costs less goes back',
    load: loadManagedOrder,
    body: z.object({
      participantId: z.int().positive(),
      competitionId: z.int().positive(),
      keepsPrice: z.boolean().optional().describe('Nothing more is paid and nothing comes back'),
    }),
    answer: z.object({ order: adminOrderShapeSchema }),
  },
  async ({ deps, viewer, params: { orderId }, body }) => {
    const { keepsPrice = false, ...move } = body;
    await deps.write((work) => moveBooked(work, { orderId, ...move, keepsPrice, editorId: viewer.userId }));
    return { order: adminOrderShape(await adminOrderOf(deps.read, orderId)) };
  },
);

type Shown = { competitionId: string; keepsPrice: boolean; problem: string };

async function showMove(call: PageCall<'order.manage', 'orderId' | 'participantId'>, shown?: Shown): Promise<Response> {
  const { deps, viewer, words, params, now } = call;
  const orderId = params.orderId;
  await requireOrderRole(deps, viewer, orderId);
  const order = await adminOrderOf(deps.read, orderId);
  const { person, options } = await movingPerson(deps, order, params.participantId, now);
  const name = `${person.firstName} ${person.lastName}`;
  return call.render(
    <MovePage order={order} money={await deps.orderMoney(order)} person={person} options={options} shown={shown} />,
    {
      title: words.t('moves.title', { name }),
      frame: 'admin',
      admin: {
        intro: (
          <a href={adminOrderPath(order.id)}>{words.t('ordersAdmin.order', { orderNumber: order.orderNumber })}</a>
        ),
      },
    },
    shown ? 409 : 200,
  );
}

const path = '/admin/orders/{orderId}/participants/{participantId}/move';

const askMove = page({ method: 'get', path, may: 'order.manage' }, (call) => showMove(call));

const move = page({ method: 'post', path, may: 'order.manage' }, async (call) => {
  const { deps, viewer, words, params, form } = call;
  const orderId = params.orderId;
  const participantId = params.participantId;
  const chosen = String(form.get('competitionId') ?? '');
  const keepsPrice = form.get('difference') === 'keep';
  const shown = (problem: string): Shown => ({ competitionId: chosen, keepsPrice, problem });
  if (!/^[1-9]\d{0,14}$/.test(chosen)) return showMove(call, shown(words.t('moves.choose')));
  await requireOrderRole(deps, viewer, orderId);
  // Who saw another difference is asked again.
  const order = await adminOrderOf(deps.read, orderId);
  const { options } = await movingPerson(deps, order, participantId, call.now);
  const seen = form.get(`seen-${chosen}`);
  const difference = options.find(({ competitionId }) => competitionId === Number(chosen))?.difference;
  if (seen !== null && difference !== undefined && !keepsPrice && seen !== String(difference))
    return showMove(call, shown(words.t('moves.meanwhile')));
  try {
    await deps.write((work) =>
      moveBooked(work, {
        orderId,
        participantId,
        competitionId: Number(chosen),
        keepsPrice,
        editorId: viewer.userId,
      }),
    );
  } catch (error) {
    return showMove(call, shown(refusalText(error, words)));
  }
  return call.redirect(`${adminOrderPath(orderId)}?done=moved`);
});

export const moveRoutes = tagged('Participants', [listMoves, moveByApi, askMove, move]);
