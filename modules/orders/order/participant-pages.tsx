import type { ReactElement } from 'react';
import { Problem } from '#src/kernel/problem.ts';
import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import type { Translator } from '#src/platform/locale.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { changeParticipant } from '../participants/change-participant.ts';
import { headOfOrder } from './completed-pages.tsx';
import { wordsOfOrder } from './confirmation.tsx';
import { requireOwnOrder } from './own-order.ts';
import { participantPath } from './paths.ts';
import { NoChange, PersonForm } from './person-form.tsx';
import {
  changeOf,
  errorsOfProblem,
  mayChangePerson,
  type PersonInput,
  type PersonPlace,
  personErrors,
  personPlace,
  postedInput,
  storedInput,
} from './person-input.ts';

const path = '/orders/{orderId}/participants/{participantId}';

type Shown = { input: PersonInput; errors: Readonly<Record<string, string>> };

function ParticipantPage(props: { place: PersonPlace; may: boolean; words: Translator } & Shown): ReactElement {
  const { place, may, input, errors, words } = props;
  const { order, person, competition, team } = place;
  const { csrfToken } = usePage();
  const name = `${person.firstName} ${person.lastName}`;
  const back = { href: `/orders/${order.id}`, label: words.t('ownOrder.person.back') };
  return (
    <div className="narrow stack">
      <header>
        <p className="soft">
          <a href={back.href}>{words.t('orders.number', { orderNumber: order.orderNumber })}</a>
        </p>
        <h1>{words.t('ownOrder.person.title', { name })}</h1>
        <p className="soft">{[competition.title, team.teamName].filter(Boolean).join(' · ')}</p>
      </header>
      {may ? (
        <PersonForm
          {...{ place, input, errors, csrfToken, back, words }}
          action={participantPath(order.id, person.id)}
          needsEmail={false}
          emailHint={words.t('ownOrder.person.emailHint')}
        />
      ) : (
        <>
          <NoChange place={place} words={words} />
          <div className="form-actions">
            <ButtonLink look="quiet" href={back.href}>
              {back.label}
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  );
}

type Call = PageCall<'order.read', 'orderId' | 'participantId'>;

async function placeOf(call: Call): Promise<PersonPlace> {
  const order = await requireOwnOrder(call.deps.read, call.viewer, call.params.orderId);
  return personPlace(call.deps.read, order, call.params.participantId);
}

function show(call: Call, place: PersonPlace, shown: Shown, status: 200 | 400 | 409 = 200): Promise<Response> {
  const words = wordsOfOrder(place.order, call.words.locale);
  const { may } = mayChangePerson(place.order, call.now);
  const name = `${place.person.firstName} ${place.person.lastName}`;
  return call.render(
    <ParticipantPage {...{ place, may, words }} {...shown} />,
    headOfOrder(place.order, words.t('ownOrder.person.title', { name })),
    status,
  );
}

/** What the buyer may change of one of the people in the order. */
export const participantPages: readonly PageRoute[] = [
  page({ method: 'get', path, may: 'order.read' }, async (call) => {
    const place = await placeOf(call);
    return show(call, place, { input: storedInput(place), errors: {} });
  }),
  page({ method: 'post', path, may: 'order.change' }, async (call) => {
    const place = await placeOf(call);
    const { order, person } = place;
    if (!mayChangePerson(order, call.now).may) return show(call, place, { input: storedInput(place), errors: {} }, 409);
    const words = wordsOfOrder(order, call.words.locale);
    const input = postedInput(call.form, place, words);
    const errors = personErrors(place, input, words, call.now, { needsEmail: false });
    if (Object.keys(errors).length > 0) return show(call, place, { input, errors }, 400);
    try {
      await call.deps.write((work) =>
        changeParticipant(work, {
          orderId: order.id,
          participantId: person.id,
          change: changeOf(input),
          editorId: call.viewer.userId,
          by: 'owner',
        }),
      );
    } catch (error) {
      const refused = error instanceof Problem ? errorsOfProblem(error, place, words, call.now) : null;
      if (refused) return show(call, place, { input, errors: refused }, 400);
      throw error;
    }
    return call.redirect(`/orders/${order.id}?saved=person`);
  }),
];
