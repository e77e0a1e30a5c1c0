import type { ReactElement } from 'react';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { present } from '#src/kernel/assert.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { idIn, page, type Route } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { changeParticipant } from '../participants/change-participant.ts';
import { competitionTexts } from '../participants/competition-texts.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import type { AdminOrderRecord } from './admin-read.ts';
import { answerInWords, nameOfField, valueInWords } from './field-words.ts';
import { freeArticlePages } from './free-article-page.tsx';
import { doneIn, managedOrder, type OrderCall, renderBelow, wordsHere } from './order-frame.tsx';
import { articlesText } from './order-people.tsx';
import { type PersonOfOrder, personIn } from './people-of-order.ts';
import { labelOfPerson, PersonForm } from './person-form.tsx';
import { askedOf, changeFrom, controlOfPerson, textsOfPerson, typedPerson } from './person-texts.ts';
import { type EditState, openedWith, saveEdit, statusOf } from './save-edit.ts';
import type { Texts } from './shown-form.ts';

const path = '/admin/orders/{orderId}/participants/{participantId}';

export const personPath = (orderId: number, participantId: number): string =>
  `/admin/orders/${orderId}/participants/${participantId}`;

type Found = { order: AdminOrderRecord; catalog: Catalog; at: PersonOfOrder };

/** @throws Problem NOT_FOUND for somebody of another order */
async function find(call: OrderCall): Promise<Found> {
  const order = await managedOrder(call);
  const at = personIn(order, idIn(call.params.participantId));
  return { order, at, catalog: present(await catalogOf(call.deps.read, order.eventId), 'an order has an event') };
}
const competitionIn = ({ catalog, at }: Found) =>
  present(
    catalog.competitions.find(({ id }) => id === at.person.competitionId),
    'a booked competition is never deleted',
  );

function showPerson(call: OrderCall, found: Found, state: EditState): Promise<Response> {
  const { order, catalog, at } = found;
  const words = wordsHere(call, order);
  const { person, team, index } = at;
  return renderBelow(
    call,
    order,
    `${person.firstName} ${person.lastName}`,
    <PersonPage found={found} done={doneIn(call)} words={words}>
      <PersonForm
        action={personPath(order.id, person.id)}
        back={`/admin/orders/${order.id}`}
        state={state}
        competition={competitionIn(found)}
        asked={askedOf(catalog, person, index)}
        isTeam={team.participants.length > 1}
        labelOf={labelOfPerson(order, words)}
        words={words}
      />
    </PersonPage>,
    statusOf(state),
  );
}

function PersonPage(props: { found: Found; done: string | null; words: Words; children: ReactElement }): ReactElement {
  const { found, done, words, children } = props;
  const { csrfToken } = usePage();
  const { order, catalog, at } = found;
  const { person, team, index, competition } = at;
  const base = personPath(order.id, person.id);
  const isLive = order.status !== 'canceled';
  // What the first member answered for the whole team is said here and asked there.
  const asked = askedOf(catalog, person, index).map(({ id }) => id);
  const others = person.formFieldsSelected.filter(({ fieldId }) => !asked.includes(fieldId));
  return (
    <div className="stack order-page">
      {done ? <Alert tone="good">{done}</Alert> : null}
      <div className="row">
        {isPaidStatus(order.status) && person.email ? (
          <PostButton
            action={`/admin/orders/${order.id}/resend-participant-email/${person.id}`}
            csrfToken={csrfToken}
            look="quiet"
          >
            {words.t('orderActions.person.resend')}
          </PostButton>
        ) : null}
        {isLive ? (
          <>
            <ButtonLink look="quiet" href={`${base}/add-article`}>
              {words.t('orderActions.person.addArticle')}
            </ButtonLink>
            <ButtonLink look="quiet" href={`${base}/move`}>
              {words.t('orderActions.person.move')}
            </ButtonLink>
          </>
        ) : null}
      </div>
      <Card title={words.t('orderActions.person.data')}>{children}</Card>
      <Card title={words.t('orderActions.person.facts')}>
        <Facts
          facts={[
            { label: words.t('ordersAdmin.person.competition'), value: competition.title },
            ...(competition.type === 'team'
              ? [
                  {
                    label: words.t('ordersAdmin.person.team'),
                    value: <a href={`/admin/orders/${order.id}/teams/${team.teamId}`}>{team.teamName || '–'}</a>,
                  },
                ]
              : []),
            { label: words.t('orderActions.field.ticketPrice'), value: words.money(person.ticketPrice) },
            { label: words.t('ordersAdmin.person.charged'), value: words.money(person.chargedPrice) },
            {
              label: words.t('ordersAdmin.person.articles'),
              value: articlesText(person, words),
            },
            ...(person.rrBib ? [{ label: words.t('orderActions.person.bib'), value: person.rrBib }] : []),
            ...(person.rrChangelink
              ? [{ label: words.t('orderActions.field.changelink'), value: person.rrChangelink }]
              : []),
            ...others.flatMap(({ fieldId, value }) => {
              const field = order.formFields.find(({ id }) => id === fieldId);
              return field ? [{ label: nameOfField(field, words), value: answerInWords(field, value, words) }] : [];
            }),
          ]}
        />
      </Card>
    </div>
  );
}

/** What the competition has against somebody belongs beside what it is about. */
function besideOf(found: Found, words: Words, call: OrderCall): (problem: Problem) => Texts | null {
  const { faults } = competitionTexts(competitionIn(found), words, call.now);
  const beside: Readonly<Record<string, Texts>> = {
    REGISTERING_INVALID_AGES: { birthDate: faults.age },
    REGISTERING_INVALID_GENDERS: { gender: faults.gender },
  };
  return ({ code }) => beside[code] ?? null;
}

const show = page({ method: 'get', path, may: 'order.manage' }, async (call) => {
  const found = await find(call);
  const { person, index } = found.at;
  return showPerson(call, found, openedWith(textsOfPerson(person, askedOf(found.catalog, person, index))));
});

const save = page({ method: 'post', path, may: 'order.manage' }, async (call) => {
  const found = await find(call);
  const { order, catalog, at } = found;
  const { id: participantId } = at.person;
  const words = wordsHere(call, order);
  const asked = askedOf(catalog, at.person, at.index);
  const state = await saveEdit(call, {
    orderId: order.id,
    typed: typedPerson(call.form, asked, words.locale),
    stored: (fresh) => textsOfPerson(personIn(fresh, participantId).person, asked),
    save: (work, changed) =>
      changeParticipant(work, {
        orderId: order.id,
        participantId,
        change: changeFrom(changed),
        editorId: call.viewer.userId,
        by: 'organizer',
      }),
    labelOf: labelOfPerson(order, words),
    said: (name, text) => valueInWords(name.replace(/^field\./, 'formField.'), text, order, words),
    controlOf: controlOfPerson,
    beside: besideOf(found, words, call),
  });
  return state
    ? showPerson(call, found, state)
    : call.redirect(`${personPath(order.id, participantId)}?done=personChanged`);
});

export const personPages: Route[] = [show, save, ...freeArticlePages];
