import type { ReactElement } from 'react';
import * as z from 'zod';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { present } from '#src/kernel/assert.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { inputOf } from '#src/platform/forms/form-input.ts';
import { formPages } from '#src/platform/forms/form-pages.ts';
import type { FormState } from '#src/platform/forms/save-form.ts';
import { formStatus } from '#src/platform/forms/saving-form.tsx';
import { idIn, type Route } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import type { Work } from '#src/platform/work.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink, type FormErrors, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { changeParticipant } from '../participants/change-participant.ts';
import { competitionTexts } from '../participants/competition-texts.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import type { AdminOrderRecord } from './admin-read.ts';
import { loadOrder, type ManagedOrder, saveOrderForm } from './edit-order.ts';
import { answerInWords, nameOfField } from './field-words.ts';
import { freeArticlePages } from './free-article-page.tsx';
import { doneIn, type OrderCall, renderBelow } from './order-frame.tsx';
import { articlesText } from './order-people.tsx';
import { type PersonOfOrder, personIn } from './people-of-order.ts';
import { PersonForm, personForm } from './person-form.tsx';
import { askedOf, changeFrom, controlOfPerson, recordOfPerson, textsOfPerson, typedPerson } from './person-texts.ts';

const path = '/admin/orders/{orderId}/participants/{participantId}';

export const personPath = (orderId: number, participantId: number): string =>
  `/admin/orders/${orderId}/participants/${participantId}`;

type Found = ManagedOrder & { catalog: Catalog; at: PersonOfOrder };

/** @throws Problem NOT_FOUND for somebody of another order */
async function find(unworded: OrderCall): Promise<Found> {
  const { call, order } = await loadOrder(unworded);
  const at = personIn(order, idIn(call.params.participantId));
  return { call, order, at, catalog: present(await catalogOf(call.deps.read, order.eventId), 'an order has an event') };
}
const competitionIn = ({ catalog, at }: Found) =>
  present(
    catalog.competitions.find(({ id }) => id === at.person.competitionId),
    'a booked competition is never deleted',
  );

function showPerson(found: Found, state?: FormState): Promise<Response> {
  const { call, order, catalog, at } = found;
  const { words } = call;
  const { person, team, index } = at;
  const asked = askedOf(catalog, person, index);
  return renderBelow(
    call,
    order,
    `${person.firstName} ${person.lastName}`,
    <PersonPage found={found} done={doneIn(call)} words={words}>
      <PersonForm
        action={personPath(order.id, person.id)}
        back={`/admin/orders/${order.id}`}
        form={personForm(asked, order, words)}
        record={recordOfPerson(textsOfPerson(person, asked))}
        state={state}
        competition={competitionIn(found)}
        asked={asked}
        isTeam={team.participants.length > 1}
        words={words}
      />
    </PersonPage>,
    formStatus(state),
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
function besideOf(found: Found): (problem: Problem) => FormErrors | null {
  const { faults } = competitionTexts(competitionIn(found), found.call.words, found.call.now);
  const beside: Readonly<Record<string, FormErrors>> = {
    REGISTERING_INVALID_AGES: { birthDate: faults.age },
    REGISTERING_INVALID_GENDERS: { gender: faults.gender },
  };
  return ({ code }) => beside[code] ?? null;
}

function savePerson(found: Found) {
  const { call, order, catalog, at } = found;
  const { id: participantId } = at.person;
  const asked = askedOf(catalog, at.person, at.index);
  const typed = typedPerson(call.form, asked, call.words.locale);
  const form = personForm(asked, order, call.words);
  const input = inputOf(form, recordOfPerson(typed), call.words);
  const saved = {
    form,
    schema: z.undefined(),
    stored: (fresh: AdminOrderRecord) => recordOfPerson(textsOfPerson(personIn(fresh, participantId).person, asked)),
    controlOf: controlOfPerson,
    beside: besideOf(found),
    save: (work: Work, _: undefined, changed: readonly string[]) =>
      changeParticipant(work, {
        orderId: order.id,
        participantId,
        change: changeFrom(Object.fromEntries(changed.map((name) => [name, typed[name] ?? '']))),
        editorId: call.viewer.userId,
        by: 'organizer',
      }),
    done: 'personChanged' as const,
    to: `/participants/${participantId}`,
  };
  return saveOrderForm(found, saved, { input, data: undefined });
}

export const personPages: Route[] = [
  ...formPages({ path, may: 'order.manage', load: find, show: showPerson, save: savePerson }),
  ...freeArticlePages,
];
