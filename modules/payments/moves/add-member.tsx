import * as z from 'zod';
import {
  type AdminOrderRecord,
  adminAnswer,
  adminOrderAnswer,
  headOfOrder,
  loadAdminOrder,
  loadOwnOrder,
  MemberForm,
  type NamesOrder,
  newMemberPlace,
  type OrderRecord,
  orderPageTranslator,
  orderShapeSchema,
  orderTranslator,
  ownOrderAnswer,
  type PersonPlace,
  renderBelow,
  saveMember,
} from '#modules/orders/index.ts';
import { newMemberSchema } from '#modules/orders/rules/booking.ts';
import { mayBuyerChange } from '#modules/orders/rules/buyer-changes.ts';
import { refuse } from '#modules/orders/rules/problems.ts';
import { secretToken } from '#src/kernel/ids.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { api, type PageCall } from '#src/web/http.ts';
import { adminOrderPath, ownOrderPath, paymentPath } from '../paths.ts';
import { addBookedMember } from './members.ts';

const codes = [
  'COMPETITION_IS_OVER',
  'EVENT_CANCELED',
  'EVENT_IS_OVER',
  'EVENT_SOLD_OUT',
  'NOT_ENOUGH_TICKETS',
  'ORDER_AWAITS_MEMBER',
  'REGISTERING_INVALID_AGES',
  'REGISTERING_INVALID_GENDERS',
  'REGISTERING_INVALID_TEAMSIZE',
  'SHARED_TEAM_ALONE',
  'TICKET_ALREADY_BOOKED',
  'TICKET_COMPETITION_PRICE_SOLD_OUT',
  'TICKET_NOT_AVAILABLE',
] as const;

type NamesTeam = NamesOrder & { params: { teamId: number } };
const loadManagedTeam = async (call: NamesTeam): Promise<PersonPlace<AdminOrderRecord>> =>
  newMemberPlace(call.deps.read, await loadAdminOrder(call), call.params.teamId);
const loadOwnTeam = async (call: NamesTeam): Promise<PersonPlace> =>
  newMemberPlace(call.deps.read, await loadOwnOrder(call), call.params.teamId);

export const addManagedMember = api(
  {
    method: 'post',
    path: '/api/admin/orders/{orderId}/teams/{teamId}/participants',
    may: 'order.manage',
    refuses: codes,
    summary: "Adds a person to a team that has room, at today's price. The amount is open until it is paid.",
    load: loadManagedTeam,
    body: newMemberSchema(),
    answer: adminAnswer,
  },
  async ({ deps, viewer, params: { orderId, teamId }, body }) => {
    const person = { ...body, localId: secretToken(9) };
    const input = { orderId, teamId, person, editorId: viewer.userId, by: 'organizer' } as const;
    await deps.write((work) => addBookedMember(work, input));
    return { order: await adminOrderAnswer(deps, orderId) };
  },
);

export const addOwnMember = api(
  {
    method: 'post',
    path: '/api/orders/{orderId}/teams/{teamId}/participants',
    may: 'order.change',
    refuses: [...codes, 'CANT_EDIT_PARTICIPANT_DATA_TOO_LATE'],
    summary:
      'Adds a person to a team that has room, as the buyer, where the event allows it. In a paid order the person is removed if they are not paid in time.',
    load: loadOwnTeam,
    body: newMemberSchema(),
    answer: z.object({ order: orderShapeSchema }),
  },
  async (call) => {
    const { deps, viewer, params, body, now } = call;
    const { order } = call.record;
    requireBuyerMay(order, now);
    const person = { ...body, localId: secretToken(9) };
    const place = { orderId: order.id, teamId: params.teamId, editorId: viewer.userId };
    await deps.write((work) => addBookedMember(work, { ...place, person, by: 'buyer' }));
    return { order: await ownOrderAnswer(deps, await loadOwnOrder(call)) };
  },
);

/** @throws Problem CANT_EDIT_PARTICIPANT_DATA_TOO_LATE also where the event does not allow it */
export function requireBuyerMay(order: OrderRecord, now: Instant): void {
  if (!mayBuyerChange(order, now)) refuse('CANT_EDIT_PARTICIPANT_DATA_TOO_LATE');
}

type Call = PageCall<'order.manage', 'orderId' | 'teamId', PersonPlace<AdminOrderRecord>>;

const titleOf = ({ team, competition }: PersonPlace, i18n: Translator): string =>
  i18n.t('members.add.title', { team: team.teamName || competition.title });

const managedPages = formPages({
  path: '/admin/orders/{orderId}/teams/{teamId}/add',
  may: 'order.manage',
  load: loadManagedTeam,
  loadData: (call: Call) => call,
  show: (call: Call, state?: FormState) => {
    const place = call.record;
    const i18n = orderPageTranslator(call, place.order);
    const back = `${adminOrderPath(place.order.id)}/teams/${place.team.teamId}`;
    return renderBelow(
      call,
      place.order,
      titleOf(place, i18n),
      <>
        <p className="soft">{i18n.t('members.add.text')}</p>
        <MemberForm
          {...{ place, state, i18n }}
          action={`${back}/add`}
          back={{ href: back }}
          emailHint={i18n.t('members.add.emailHint')}
          submit={i18n.t('members.add.submit')}
        />
      </>,
      formStatus(state),
    );
  },
  save: (call) => {
    const { order, team } = call.record;
    return saveMember(call, call.record, async (person) => {
      const place = { orderId: order.id, teamId: team.teamId, editorId: call.viewer.userId };
      await call.deps.write((work) => addBookedMember(work, { ...place, person, by: 'organizer' }));
      return `${adminOrderPath(order.id)}?done=personAdded`;
    });
  },
});

type OwnCall = PageCall<'order.change', 'orderId' | 'teamId', PersonPlace>;

const ownPages = formPages({
  path: '/orders/{orderId}/teams/{teamId}/add',
  may: 'order.change',
  load: loadOwnTeam,
  loadData: (call: OwnCall) => call,
  show: async (call: OwnCall, state?: FormState) => {
    const place = call.record;
    const { order, team } = place;
    if (!mayBuyerChange(order, call.now)) return call.redirect(ownOrderPath(order.id));
    const i18n = orderTranslator(order, call.i18n.locale);
    const title = titleOf(place, i18n);
    const back = ownOrderPath(order.id);
    return call.render(
      <div className="narrow stack">
        <header className="stack-s">
          <p className="soft">
            <a href={back}>{i18n.t('orders.number', { orderNumber: order.orderNumber })}</a>
          </p>
          <h1>{title}</h1>
          <p className="soft">{i18n.t('members.add.ownText')}</p>
        </header>
        <MemberForm
          {...{ place, state, i18n }}
          action={`${back}/teams/${team.teamId}/add`}
          back={{ href: back, label: i18n.t('ownOrder.person.back') }}
          emailHint={i18n.t('members.add.emailHint')}
          submit={i18n.t('members.add.submit')}
        />
      </div>,
      headOfOrder(order, title),
      formStatus(state),
    );
  },
  save: (call) => {
    const { order, team } = call.record;
    return saveMember(call, call.record, async (person) => {
      requireBuyerMay(order, call.now);
      const place = { orderId: order.id, teamId: team.teamId, editorId: call.viewer.userId };
      const { open } = await call.deps.write((work) => addBookedMember(work, { ...place, person, by: 'buyer' }));
      return open > 0 ? paymentPath(order.eventId, order.id) : `${ownOrderPath(order.id)}?saved=personAdded`;
    });
  },
});

export const addMemberPages = [...managedPages, ...ownPages];
