import type { ReactElement } from 'react';
import * as z from 'zod';
import type { Problem } from '#src/kernel/problem.ts';
import { inputOf } from '#src/platform/forms/form-input.ts';
import { formPages } from '#src/platform/forms/form-pages.ts';
import type { FormState } from '#src/platform/forms/save-form.ts';
import { formStatus } from '#src/platform/forms/saving-form.tsx';
import type { Route } from '#src/platform/http.ts';
import type { Translator } from '#src/platform/locale.ts';
import type { Work } from '#src/platform/work.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import {
  changeOf,
  controlOfPath,
  limitErrors,
  type PersonPlace,
  personPlace,
  postedInput,
  storedInput,
} from '../order/person-input.ts';
import { changeParticipant } from '../participants/change-participant.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import type { AdminOrderRecord } from './admin-read.ts';
import { loadOrder, saveOrderForm } from './edit-order.ts';
import { answerInWords, nameOfField } from './field-words.ts';
import { freeArticlePages } from './free-article-page.tsx';
import { doneIn, type OrderCall, renderBelow } from './order-frame.tsx';
import { articlesText } from './order-people.tsx';
import { personIn } from './people-of-order.ts';
import { PersonForm, personForm, recordOfPerson } from './person-form.tsx';

const path = '/admin/orders/{orderId}/participants/{participantId}';

export const personPath = (orderId: number, participantId: number): string =>
  `/admin/orders/${orderId}/participants/${participantId}`;

type Found = { call: OrderCall; place: PersonPlace<AdminOrderRecord> };

/** @throws Problem NOT_FOUND for somebody of another order */
async function find(unworded: OrderCall<'participantId'>): Promise<Found> {
  const { call, order } = await loadOrder(unworded);
  return { call, place: await personPlace(call.deps.read, order, call.params.participantId) };
}

function showPerson(found: Found, state?: FormState): Promise<Response> {
  const { call, place } = found;
  const { words } = call;
  const { order, person } = place;
  return renderBelow(
    call,
    order,
    `${person.firstName} ${person.lastName}`,
    <PersonPage place={place} done={doneIn(call)} words={words}>
      <PersonForm
        action={personPath(order.id, person.id)}
        back={`/admin/orders/${order.id}`}
        form={personForm(place, words)}
        record={recordOfPerson(storedInput(place))}
        state={state}
        place={place}
        words={words}
      />
    </PersonPage>,
    formStatus(state),
  );
}

function PersonPage(props: {
  place: Found['place'];
  done: string | null;
  words: Translator;
  children: ReactElement;
}): ReactElement {
  const { place, done, words, children } = props;
  const { csrfToken } = usePage();
  const { order, person, team, competition } = place;
  const base = personPath(order.id, person.id);
  const isLive = order.status !== 'canceled';
  // What the first member answered for the whole team is said here and asked there.
  const asked = place.asked.map(({ id }) => id);
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

function savePerson(found: Found) {
  const { call, place } = found;
  const { order, competition } = place;
  const { id: participantId } = place.person;
  const posted = postedInput(call.form, place, call.words);
  const form = personForm(place, call.words);
  const input = inputOf(form, recordOfPerson(posted), call.words);
  const saved = {
    form,
    schema: z.undefined(),
    stored: (fresh: AdminOrderRecord) =>
      recordOfPerson(storedInput({ ...place, person: personIn(fresh, participantId).person })),
    controlOf: controlOfPath,
    beside: (problem: Problem) => limitErrors(problem, competition, call.words, call.now),
    save: (work: Work, _: undefined, changed: readonly string[]) =>
      changeParticipant(work, {
        orderId: order.id,
        participantId,
        change: changeOf(Object.fromEntries(changed.map((name) => [name, posted[name] ?? '']))),
        editorId: call.viewer.userId,
        by: 'organizer',
      }),
    done: 'personChanged' as const,
    to: `/participants/${participantId}`,
  };
  return saveOrderForm({ call, order }, saved, { input, data: undefined });
}

export const personPages: Route[] = [
  ...formPages({ path, may: 'order.manage', of: find, show: showPerson, save: savePerson }),
  ...freeArticlePages,
];
