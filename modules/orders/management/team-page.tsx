import { idIn, page, type Route } from '#src/platform/http.ts';
import { TextField } from '#src/ui/field.tsx';
import { changeTeamName } from '../participants/change-team-name.ts';
import { teamNameSchema } from '../rules/booking.ts';
import { refuse } from '../rules/problems.ts';
import type { AdminOrderRecord } from './admin-read.ts';
import { EditForm } from './edit-form.tsx';
import { managedOrder, type OrderCall, renderBelow, wordsHere } from './order-frame.tsx';
import { type EditState, openedWith, saveEdit, statusOf } from './save-edit.ts';

const path = '/admin/orders/{orderId}/teams/{teamId}';

/** @throws Problem NOT_FOUND for a team of another order, and for a single starter, who has none */
function teamIn(order: AdminOrderRecord, teamId: number) {
  const teams = order.competitions.filter(({ type }) => type === 'team').flatMap((competition) => competition.teams);
  return teams.find((team) => team.teamId === teamId) ?? refuse('NOT_FOUND');
}
const textsOf = (order: AdminOrderRecord, teamId: number) => ({ teamName: teamIn(order, teamId).teamName ?? '' });

function showTeam(call: OrderCall, order: AdminOrderRecord, state: EditState): Promise<Response> {
  const words = wordsHere(call, order);
  const teamId = idIn(call.params.teamId);
  const members = teamIn(order, teamId).participants.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return renderBelow(
    call,
    order,
    words.t('orderActions.team.title'),
    <EditForm
      action={`/admin/orders/${order.id}/teams/${teamId}`}
      state={state}
      words={words}
      labelOf={() => words.t('orders.participants.teamName')}
      back={`/admin/orders/${order.id}`}
    >
      <p className="soft">{members.join(', ')}</p>
      <TextField
        name="teamName"
        label={words.t('orders.participants.teamName')}
        defaultValue={state.typed.teamName ?? ''}
        error={state.errors.teamName ?? null}
        maxLength={150}
        autoComplete="off"
      />
    </EditForm>,
    statusOf(state),
  );
}

const ask = page({ method: 'get', path, may: 'order.manage' }, async (call) => {
  const order = await managedOrder(call);
  return showTeam(call, order, openedWith(textsOf(order, idIn(call.params.teamId))));
});

const save = page({ method: 'post', path, may: 'order.manage' }, async (call) => {
  const order = await managedOrder(call);
  const words = wordsHere(call, order);
  const teamId = idIn(call.params.teamId);
  teamIn(order, teamId);
  const teamName = String(call.form.get('teamName') ?? '').slice(0, 1000);
  const state = await saveEdit(call, {
    orderId: order.id,
    typed: { teamName },
    stored: (fresh) => textsOf(fresh, teamId),
    save: async (work) => {
      const read = teamNameSchema.safeParse(teamName);
      if (!read.success) return refuse('VALIDATION_FAILED', { fields: { teamName: ['tooLong'] } });
      await changeTeamName(work, {
        orderId: order.id,
        teamId,
        teamName: read.data,
        editorId: call.viewer.userId,
      });
    },
    labelOf: () => words.t('orders.participants.teamName'),
    said: (_, text) => text,
  });
  return state ? showTeam(call, order, state) : call.redirect(`/admin/orders/${order.id}?done=teamRenamed`);
});

export const teamPages: Route[] = [ask, save];
