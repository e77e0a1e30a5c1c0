import { mayChangePerson, OwnPersonPage, personPlace, savePerson } from '#modules/orders/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { byOwnLink, headOfTicket } from './own-access.tsx';
import { type Ticket, ticketAddresses, ticketWords } from './ticket.ts';

const path = '/tickets/{participantId}/change';
type Call = PageCall<'participant.change', 'participantId'>;

/** An event may leave changes to the timing system, or allow none. */
const placeOf = ({ deps }: Call, { order, participant }: Ticket) =>
  order.event.noChangelink ? refuse('NOT_FOUND') : personPlace(deps.read, order, participant.id);

async function show(call: Call, ticket: Ticket, state?: FormState): Promise<Response> {
  const place = await placeOf(call, ticket);
  const i18n = ticketWords(ticket, call.i18n.locale);
  const addresses = ticketAddresses(call.deps.signer, ticket);
  const title = i18n.t('ownPage.change.title');
  const { id: participantId } = place.person;
  const isTransfer = await call.deps.needsTransfer(call.deps.read, { orderId: place.order.id, participantId });
  return call.render(
    <OwnPersonPage
      {...{ place, state, title, i18n }}
      may={mayChangePerson(ticket.order, call.now).may}
      above={ticket.order.event.title}
      below={place.competition.title}
      back={{ href: addresses.page, label: i18n.t('ownPage.back') }}
      action={addresses.change}
      needsEmail
      transferHref={isTransfer ? addresses.page : null}
      emailHint={i18n.t('ownPage.change.emailHint')}
    />,
    headOfTicket(ticket, title),
    formStatus(state),
  );
}

/** The signed link is the authorization. */
export const changeRoutes: Route[] = [
  page(
    { method: 'get', path, may: 'participant.change' },
    byOwnLink((call: Call, ticket) => show(call, ticket)),
  ),
  page(
    { method: 'post', path, may: 'participant.change' },
    byOwnLink(async (call: Call, ticket) => {
      const saved = await savePerson(call, await placeOf(call, ticket), {
        by: 'participant',
        editorId: null,
        needsEmail: true,
        // A new address replaces this link; its page confirms the change.
        to: `${ticketAddresses(call.deps.signer, ticket).page}&saved`,
      });
      return 'to' in saved ? call.redirect(saved.to) : show(call, ticket, saved.state);
    }),
  ),
];
