import {
  changeOf,
  changeParticipant,
  errorsOfProblem,
  mayChangePerson,
  type PersonInput,
  type PersonPlace,
  personErrors,
  personPlace,
  postedInput,
  storedInput,
} from '#modules/orders/index.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { type PageCall, page, type Route } from '#src/platform/http.ts';
import { byOwnLink, headOfTicket } from './own-access.tsx';
import { ChangePage } from './pages/change-page.tsx';
import { type Ticket, ticketAddresses, ticketWords } from './ticket.ts';

const path = '/tickets/{participantId}/change';
type Call = PageCall<'participant.change', 'participantId'>;
type Shown = { input: PersonInput; errors: Readonly<Record<string, string>> };

async function show(call: Call, ticket: Ticket, place: PersonPlace, shown: Shown, status: 200 | 400 | 409 = 200) {
  const words = ticketWords(ticket, call.words.locale);
  return call.render(
    <ChangePage
      place={place}
      may={mayChangePerson(ticket.order, call.now).may}
      addresses={ticketAddresses(call.deps.signer, ticket)}
      words={words}
      {...shown}
    />,
    headOfTicket(ticket, words.t('ownPage.change.title')),
    status,
  );
}

/** An event may leave all changes to the timing's own page, or to nobody. */
async function placeOf(call: Call, ticket: Ticket): Promise<PersonPlace> {
  if (ticket.order.event.noChangelink) return refuse('NOT_FOUND');
  return personPlace(call.deps.read, ticket.order, ticket.participant.id);
}

/** Who has the link changes their own data; the link is the proof. */
export const changeRoutes: Route[] = [
  page(
    { method: 'get', path, may: 'participant.change' },
    byOwnLink(async (call: Call, ticket) => {
      const place = await placeOf(call, ticket);
      return show(call, ticket, place, { input: storedInput(place), errors: {} });
    }),
  ),
  page(
    { method: 'post', path, may: 'participant.change' },
    byOwnLink(async (call: Call, ticket) => {
      const place = await placeOf(call, ticket);
      const { order, participant } = ticket;
      const stored = { input: storedInput(place), errors: {} };
      if (!mayChangePerson(order, call.now).may) return show(call, ticket, place, stored, 409);
      const words = ticketWords(ticket, call.words.locale);
      const input = postedInput(call.form, place, words);
      const errors = personErrors(place, input, words, call.now, { needsEmail: true });
      if (Object.keys(errors).length > 0) return show(call, ticket, place, { input, errors }, 400);
      try {
        await call.deps.write((work) =>
          changeParticipant(work, {
            orderId: order.id,
            participantId: participant.id,
            change: changeOf(input),
            editorId: null,
            by: 'participant',
          }),
        );
      } catch (error) {
        const refused = error instanceof Problem ? errorsOfProblem(error, place, words, call.now) : null;
        if (refused) return show(call, ticket, place, { input, errors: refused }, 400);
        throw error;
      }
      // After a new address this link is the old one, and its page says so.
      return call.redirect(`${ticketAddresses(call.deps.signer, ticket).page}&saved`);
    }),
  ),
];
