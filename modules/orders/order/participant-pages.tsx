import { formPages } from '#src/web/forms/form-pages.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import type { PageCall } from '#src/web/http.ts';
import { nameOf } from '../people.ts';
import { wordsOfOrder } from '../words.ts';
import { headOfOrder } from './completed-pages.tsx';
import { participantPath } from './paths.ts';
import { OwnPersonPage, savePerson } from './person-form.tsx';
import { loadOwnPerson, mayChangePerson, type PersonPlace } from './person-input.ts';

type Call = PageCall<'order.change', 'orderId' | 'participantId', PersonPlace>;

async function show(call: Call, state?: FormState): Promise<Response> {
  const place = call.record;
  const { order, person, competition, team } = place;
  const i18n = wordsOfOrder(order, call.i18n.locale);
  const isTransfer = await call.deps.needsTransfer(call.deps.read, { orderId: order.id, participantId: person.id });
  const title = i18n.t('ownOrder.person.title', { name: nameOf(person) });
  const back = { href: `/orders/${order.id}`, label: i18n.t('ownOrder.person.back') };
  return call.render(
    <OwnPersonPage
      {...{ place, state, title, back, i18n }}
      may={mayChangePerson(order, call.now).may}
      above={<a href={back.href}>{i18n.t('orders.number', { orderNumber: order.orderNumber })}</a>}
      below={[competition.title, team.teamName].filter(Boolean).join(' · ')}
      action={participantPath(order.id, person.id)}
      emailHint={i18n.t('ownOrder.person.emailHint')}
      transferHref={isTransfer ? call.deps.transferPagePath(order.id, person.id) : null}
    />,
    headOfOrder(order, title),
    formStatus(state),
  );
}

/** What the buyer may change of one of the people in the order. */
export const participantPages = formPages({
  path: '/orders/{orderId}/participants/{participantId}',
  may: 'order.change',
  mayRead: 'order.read',
  load: loadOwnPerson,
  of: (call: Call) => call,
  show,
  save: (call) =>
    savePerson(call, call.record, {
      by: 'owner',
      editorId: call.viewer.userId,
      to: `/orders/${call.record.order.id}?saved=person`,
    }),
});
