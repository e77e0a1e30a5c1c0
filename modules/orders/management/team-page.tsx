import * as z from 'zod';
import type { Translator } from '#src/texts/locale.ts';
import { plainForm } from '#src/web/forms/fields.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { assistsOrder } from '../load.ts';
import { changeTeamName } from '../participants/change-team-name.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import { teamNameSchema } from '../rules/booking.ts';
import { refuse } from '../rules/problems.ts';
import { type ManagedOrder, orderFormPages, saveOrderForm } from './edit-order.ts';
import { renderBelow } from './order-frame.tsx';

/** @throws Problem NOT_FOUND for a team of another order, and for a single starter, who has none */
function teamIn(order: AdminOrderRecord, teamId: number) {
  const teams = order.competitions.filter(({ type }) => type === 'team').flatMap((competition) => competition.teams);
  return teams.find((team) => team.teamId === teamId) ?? refuse('NOT_FOUND');
}

const teamForm = (i18n: Translator) =>
  plainForm('orderActions', {
    name: 'teamName',
    kind: 'text',
    required: true,
    label: i18n.t('orders.participants.teamName'),
    control: { maxLength: 150 },
  });

function showTeam({ call, order }: ManagedOrder<'teamId'>, state?: FormState): Promise<Response> {
  const { i18n } = call;
  const team = teamIn(order, call.params.teamId);
  const members = team.participants.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return renderBelow(
    call,
    order,
    i18n.t('orderActions.team.title'),
    <SavingForm
      form={teamForm(i18n)}
      record={team}
      state={state}
      i18n={i18n}
      action={`/admin/orders/${order.id}/teams/${team.teamId}`}
      cancelHref={`/admin/orders/${order.id}`}
    >
      <p className="soft">{members.join(', ')}</p>
    </SavingForm>,
    formStatus(state),
  );
}

export const teamPages = orderFormPages(
  '/admin/orders/{orderId}/teams/{teamId}',
  showTeam,
  (at) => {
    const { call, order } = at;
    const { teamId } = teamIn(order, call.params.teamId);
    return saveOrderForm(at, {
      form: teamForm(call.i18n),
      schema: z.object({ teamName: teamNameSchema }),
      stored: (fresh) => teamIn(fresh, teamId),
      save: (work, { teamName }) =>
        changeTeamName(work, { orderId: order.id, teamId, teamName, editorId: call.viewer.userId }),
      done: 'teamRenamed',
    });
  },
  assistsOrder,
);
