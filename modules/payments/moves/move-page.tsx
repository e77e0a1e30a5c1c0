import type { ReactElement } from 'react';
import * as z from 'zod';
import { catalogOf, saleFor } from '#modules/events/index.ts';
import {
  type AdminOrderRecord,
  adminOrderAnswer,
  adminOrderOf,
  adminOrderShapeSchema,
  loadManagedOrder,
  type OrderRecord,
  orderTranslator,
  type ParticipantRecord,
  takeBibOfCompetition,
} from '#modules/orders/index.ts';
import { type MoveOption, moveOptions } from '#modules/orders/rules/move-price.ts';
import type { OrderMoney } from '#modules/orders/rules/order-money.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { present } from '#src/kernel/assert.ts';
import { cents } from '#src/kernel/money.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { CheckboxField, RadioCards } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { fieldErrors, postedText, runForm, showAgain } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { api, type PageCall, tagged } from '#src/web/http.ts';
import { adminOrderPath } from '../paths.ts';
import { addManagedMember, addMemberPages, addOwnMember } from './add-member.tsx';
import { cancelManagedPerson, cancelOwnPerson, cancelPersonPages } from './cancel-person.tsx';
import { articlePages, changeArticleByApi, changeOwnArticle, ownArticlePages } from './change-article.tsx';
import { moveBooked } from './move-booked.ts';

type Moving = { order: AdminOrderRecord; person: MovingPerson; options: MoveOption[] };

/**
 * Loads a participant of a managed order with the competitions they can move to.
 * @throws Problem NOT_FOUND also for a participant of another order, or of a canceled one
 */
async function loadMoving(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { orderId: number; participantId: number };
  now: Instant;
}): Promise<Moving> {
  const { deps, params, now } = call;
  const order = await adminOrderOf(deps.read, await loadManagedOrder(call));
  const found = order.competitions
    .flatMap(({ title, teams }) => teams.map((team) => ({ title, team })))
    .find(({ team }) => team.participants.some(({ id }) => id === params.participantId));
  const participant = found?.team.participants.find(({ id }) => id === params.participantId);
  if (!found || !participant || order.status === 'canceled') return refuse('NOT_FOUND');
  const catalog = present(await catalogOf(deps.read, order.eventId), 'an order has an event');
  const { title: competition, team } = found;
  return {
    order,
    person: { ...participant, competition, teamName: team.teamName },
    options: moveOptions(
      await saleFor(deps.read, catalog, null, now),
      participant,
      { teamSize: team.participants.length, lines: order.orderItems },
      now,
    ),
  };
}

const listMoves = api(
  {
    method: 'get',
    path: '/api/admin/orders/{orderId}/participants/{participantId}/moves',
    may: 'order.manage',
    summary: 'Lists the competitions that a participant can move to, with the price difference',
    load: loadMoving,
    answer: z.object({
      rows: z.array(
        z.object({
          competitionId: z.int(),
          title: z.string(),
          price: z.int().nullable(),
          difference: z.int().describe('Price difference, cents; negative if the order becomes cheaper'),
          refusal: z.string().nullable(),
        }),
      ),
    }),
  },
  async ({ record }) => ({ rows: record.options }),
);

const moveByApi = api(
  {
    method: 'patch',
    path: '/api/admin/orders/{orderId}/change-participant-competition',
    may: 'order.manage',
    refuses: ['NOT_ENOUGH_TICKETS', 'REGISTERING_INVALID_TEAMSIZE', 'TICKET_DOES_NOT_EXIST', 'TICKET_NOT_AVAILABLE'],
    summary:
      'Moves a participant to another competition. A higher price leaves an open amount; a lower price is refunded.',
    load: loadManagedOrder,
    body: z.object({
      participantId: z.int().positive(),
      competitionId: z.int().positive(),
      keepsPrice: z.boolean().optional().describe('true: neither an extra charge nor a refund'),
      nextFreeBib: z
        .boolean()
        .optional()
        .describe(
          'true: a bib number outside the ranges of the new competition is replaced by the next free one, if there is one',
        ),
    }),
    answer: z.object({ order: adminOrderShapeSchema }),
  },
  async ({ deps, viewer, params: { orderId }, body }) => {
    const { keepsPrice = false, nextFreeBib = false, ...move } = body;
    const moveInput = { orderId, ...move, keepsPrice, editorId: viewer.userId };
    await deps.write(async (work) => {
      await moveBooked(work, moveInput);
      if (nextFreeBib) await takeBibOfCompetition(deps, work, moveInput);
    });
    return { order: await adminOrderAnswer(deps, orderId) };
  },
);

type MoveCall = PageCall<'order.manage', 'orderId' | 'participantId', Moving>;

async function showMove(call: MoveCall, state?: FormState): Promise<Response> {
  const { deps, i18n, record } = call;
  const { order, person } = record;
  return call.render(
    <MovePage {...record} i18n={i18n} money={await deps.orderMoney(order)} state={state} />,
    {
      title: i18n.t('moves.title', { name: `${person.firstName} ${person.lastName}` }),
      frame: 'admin',
      admin: {
        eventId: order.event.id,
        intro: <a href={adminOrderPath(order.id)}>{i18n.t('ordersAdmin.order', { orderNumber: order.orderNumber })}</a>,
      },
    },
    state?.status ?? 200,
  );
}

async function move(call: MoveCall): Promise<{ to: string } | { state: FormState }> {
  const { deps, viewer, i18n, form, record } = call;
  const { order, person, options } = record;
  const chosen = postedText(call, 'competitionId');
  if (!/^[1-9]\d{0,14}$/.test(chosen)) return fieldErrors(call, { competitionId: i18n.t('moves.choose') });
  const keepsPrice = form.get('difference') === 'keep';
  // The difference changed since the page was shown: asks again.
  const shownDifference = form.get(`shown-${chosen}`);
  const option = options.find(({ competitionId }) => competitionId === Number(chosen));
  if (shownDifference !== null && option && !keepsPrice && shownDifference !== String(option.difference)) {
    return showAgain(call, { refusal: i18n.t('moves.meanwhile'), status: 409 });
  }
  return runForm(call, async () => {
    const who = { orderId: order.id, participantId: person.id, editorId: viewer.userId };
    const bib = await deps.write(async (work) => {
      await moveBooked(work, { ...who, competitionId: Number(chosen), keepsPrice });
      return form.get('nextFreeBib') === 'true' ? takeBibOfCompetition(deps, work, who) : null;
    });
    return `${adminOrderPath(order.id)}?done=${bib === 'none' ? 'movedBibStays' : 'moved'}`;
  });
}

const movePages = formPages({
  path: '/admin/orders/{orderId}/participants/{participantId}/move',
  may: 'order.manage',
  load: loadMoving,
  loadData: (call: MoveCall) => ({ ...call, i18n: orderTranslator(call.record.order, call.i18n.locale) }),
  show: showMove,
  save: move,
});

export const moveRoutes = tagged('Participants', [
  listMoves,
  moveByApi,
  changeArticleByApi,
  cancelManagedPerson,
  addManagedMember,
  ...movePages,
  ...articlePages,
  ...cancelPersonPages,
  ...addMemberPages,
  ...ownArticlePages,
  ...tagged('Booking and orders', [changeOwnArticle, cancelOwnPerson, addOwnMember]),
]);

type MovingPerson = ParticipantRecord & { competition: string; teamName: string | null };
type MovePageProps = {
  order: OrderRecord;
  money: OrderMoney;
  person: MovingPerson;
  options: readonly MoveOption[];
  state: FormState | undefined;
  i18n: Translator;
};

function MovePage({ order, money, person, options, state, i18n }: MovePageProps): ReactElement {
  const isPossible = options.some(({ refusal }) => refusal === null);
  return (
    <div className="stack prose">
      <Facts
        facts={[
          { label: i18n.t('moves.from'), value: person.competition },
          ...(person.teamName ? [{ label: i18n.t('ordersAdmin.person.team'), value: person.teamName }] : []),
          { label: i18n.t('ordersAdmin.person.charged'), value: i18n.money(person.chargedPrice) },
          { label: i18n.t('ordersAdmin.column.total'), value: i18n.money(order.totalPrice) },
          { label: i18n.t('moves.paid'), value: i18n.money(money.refundable) },
        ]}
      />
      {options.length === 0 ? (
        <Alert tone="neutral" title={i18n.t('moves.none')}>
          <p>
            <a href={adminOrderPath(order.id)}>{i18n.t('moves.back')}</a>
          </p>
        </Alert>
      ) : (
        <Form
          action={`/admin/orders/${order.id}/participants/${person.id}/move`}
          state={state ?? {}}
          requiredNote={i18n.t('ui.form.required')}
        >
          <RadioCards
            name="competitionId"
            label={i18n.t('moves.to')}
            required
            choices={options.map((option) => ({
              value: String(option.competitionId),
              label: option.title,
              text: option.refusal ? i18n.t(`moves.refusal.${option.refusal}`) : differenceText(option, i18n),
              ...(option.price === null ? {} : { aside: i18n.money(option.price) }),
              disabled: option.refusal !== null,
            }))}
          />
          {options.map(({ competitionId, difference }) => (
            <input key={competitionId} type="hidden" name={`shown-${competitionId}`} value={difference} />
          ))}
          <RadioCards
            name="difference"
            label={i18n.t('moves.difference')}
            defaultValue="settle"
            choices={(['settle', 'keep'] as const).map((value) => ({
              value,
              label: i18n.t(`moves.difference.${value}`),
              text: i18n.t(`moves.difference.${value}.text`),
            }))}
          />
          {person.rrBib === null ? null : (
            <CheckboxField
              name="nextFreeBib"
              label={i18n.t('moves.nextFreeBib', { bib: person.rrBib })}
              hint={i18n.t('moves.nextFreeBibHint')}
              defaultChecked={state === undefined || state.input?.nextFreeBib === 'true'}
            />
          )}
          <p className="soft">{i18n.t('moves.mails')}</p>
          <div className="form-actions">
            <Button disabled={!isPossible}>{i18n.t('moves.submit')}</Button>
            <ButtonLink look="quiet" href={adminOrderPath(order.id)}>
              {i18n.t('ui.form.cancel')}
            </ButtonLink>
          </div>
        </Form>
      )}
    </div>
  );
}

function differenceText({ difference }: MoveOption, i18n: Translator): string {
  if (difference === 0) return i18n.t('moves.same');
  return difference > 0
    ? i18n.t('moves.more', { amount: i18n.money(difference) })
    : i18n.t('moves.less', { amount: i18n.money(cents(-difference)) });
}
