import { byOwnLink, headOfTicket, ownSubPath, type Ticket, ticketTranslator } from '#modules/checkin/index.ts';
import {
  loadOwnParticipant,
  type OrderRecord,
  orderTranslator,
  type ParticipantRecord,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { page, type Route } from '#src/web/http.ts';
import { setNameVisibility } from '../name-visibility.ts';
import { certificatePdf } from '../papers/certificate.ts';
import { certificateResponse } from '../public/result-page.tsx';
import { refuse } from '../rules/problems.ts';
import { choiceIn } from '../rules/visible-name.ts';
import { OwnNamePage } from './parts.tsx';
import { ownLists } from './read-own.ts';

async function certificateFor(
  deps: Deps,
  input: { order: OrderRecord; person: ParticipantRecord; i18n: Translator; by: string },
): Promise<Response> {
  const { order, person, i18n, by } = input;
  const lists = (await ownLists(deps, order.event.id, [person], i18n)).get(person.id);
  const result = isPaidStatus(order.status) ? lists?.result : null;
  if (result?.row.status !== 'finished') return refuse('NOT_FOUND');
  const name = i18n.t('results.certificate.fileName', { id: result.row.id });
  return certificateResponse(await certificatePdf(deps, result.shown, by), name);
}

const personOf = ({ order, participant }: Ticket) => ({
  id: participant.id,
  orderId: order.id,
  eventId: order.event.id,
});

export const ownResultPages: Route[] = [
  page(
    { method: 'get', path: '/tickets/{participantId}/certificate', may: 'document.open' },
    byOwnLink(async ({ deps, i18n, viewer }, ticket) => {
      const { order, participant: person } = ticket;
      const by = viewer?.visitId ?? `order ${order.id}`;
      return certificateFor(deps, { order, person, i18n: ticketTranslator(ticket, i18n.locale), by });
    }),
  ),
  page(
    { method: 'get', path: '/tickets/{participantId}/public-name', may: 'participant.change' },
    byOwnLink(async (call, ticket) => {
      const { deps, render } = call;
      const { order, participant: person } = ticket;
      const i18n = ticketTranslator(ticket, call.i18n.locale);
      const lists = (await ownLists(deps, order.event.id, [person], i18n)).get(person.id);
      if (!lists || ticket.isCanceled) return refuse('NOT_FOUND');
      const at = (below: string) => ownSubPath(deps.signer, ticket, below);
      return render(
        <OwnNamePage name={lists.name} action={at('/public-name')} back={at('')} i18n={i18n} />,
        headOfTicket(ticket, i18n.t('results.name.title')),
      );
    }),
  ),
  page(
    { method: 'post', path: '/tickets/{participantId}/public-name', may: 'participant.change' },
    byOwnLink(async ({ deps, form, redirect }, ticket) => {
      if (ticket.isCanceled) return refuse('NOT_FOUND');
      const isShown = choiceIn(form);
      await deps.write((work) =>
        setNameVisibility(work, { person: personOf(ticket), isShown, by: 'self', editorId: null }),
      );
      return redirect(`${ownSubPath(deps.signer, ticket, '')}&saved`);
    }),
  ),
  page(
    {
      method: 'get',
      path: '/orders/{orderId}/certificates/{participantId}',
      may: 'order.read',
      load: loadOwnParticipant,
    },
    async ({ deps, i18n, viewer, record: { order, person } }) =>
      certificateFor(deps, { order, person, i18n: orderTranslator(order, i18n.locale), by: viewer.visitId }),
  ),
  page(
    {
      method: 'post',
      path: '/orders/{orderId}/public-names/{participantId}',
      may: 'order.change',
      load: loadOwnParticipant,
    },
    async ({ deps, form, viewer, redirect, record: { order, person } }) => {
      const isShown = choiceIn(form);
      await deps.write((work) =>
        setNameVisibility(work, {
          person: { id: person.id, orderId: order.id, eventId: order.event.id },
          isShown,
          by: 'buyer',
          editorId: viewer.userId,
        }),
      );
      return redirect(`/orders/${order.id}?saved=publicName`);
    },
  ),
];
