import type { ReactElement } from 'react';
import { idIn, page, type Route } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { labelOfControl } from '../order/person-form.tsx';
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
import { answerInWords, nameOfField, valueInWords } from './field-words.ts';
import { freeArticlePages } from './free-article-page.tsx';
import { doneIn, managedOrder, type OrderCall, renderBelow, wordsHere } from './order-frame.tsx';
import { articlesText } from './order-people.tsx';
import { personIn } from './people-of-order.ts';
import { PersonForm } from './person-form.tsx';
import { type EditState, openedWith, saveEdit, statusOf } from './save-edit.ts';

const path = '/admin/orders/{orderId}/participants/{participantId}';

export const personPath = (orderId: number, participantId: number): string =>
  `/admin/orders/${orderId}/participants/${participantId}`;

type Found = PersonPlace<AdminOrderRecord>;

/** @throws Problem NOT_FOUND for somebody of another order */
const find = async (call: OrderCall): Promise<Found> =>
  personPlace(call.deps.read, await managedOrder(call), idIn(call.params.participantId));

function showPerson(call: OrderCall, found: Found, state: EditState): Promise<Response> {
  const { order, person } = found;
  const words = wordsHere(call, order);
  return renderBelow(
    call,
    order,
    `${person.firstName} ${person.lastName}`,
    <PersonPage found={found} done={doneIn(call)} words={words}>
      <PersonForm
        action={personPath(order.id, person.id)}
        back={`/admin/orders/${order.id}`}
        state={state}
        place={found}
        words={words}
      />
    </PersonPage>,
    statusOf(state),
  );
}

function PersonPage(props: { found: Found; done: string | null; words: Words; children: ReactElement }): ReactElement {
  const { found, done, words, children } = props;
  const { csrfToken } = usePage();
  const { order, person, team, competition } = found;
  const base = personPath(order.id, person.id);
  const isLive = order.status !== 'canceled';
  // What the first member answered for the whole team is said here and asked there.
  const asked = found.asked.map(({ id }) => id);
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

const show = page({ method: 'get', path, may: 'order.manage' }, async (call) => {
  const found = await find(call);
  return showPerson(call, found, openedWith(storedInput(found)));
});

const save = page({ method: 'post', path, may: 'order.manage' }, async (call) => {
  const found = await find(call);
  const { order, competition } = found;
  const participantId = found.person.id;
  const words = wordsHere(call, order);
  const state = await saveEdit(call, {
    orderId: order.id,
    typed: postedInput(call.form, found, words),
    stored: (fresh) => storedInput({ ...found, person: personIn(fresh, participantId).person }),
    save: (work, changed) =>
      changeParticipant(work, {
        orderId: order.id,
        participantId,
        change: changeOf(changed),
        editorId: call.viewer.userId,
        by: 'organizer',
      }),
    labelOf: labelOfControl(order, words),
    said: (name, text) => valueInWords(name.replace(/^fields\./, 'formField.'), text, order, words),
    controlOf: controlOfPath,
    beside: (problem) => limitErrors(problem, competition, words, call.now),
  });
  return state
    ? showPerson(call, found, state)
    : call.redirect(`${personPath(order.id, participantId)}?done=personChanged`);
});

export const personPages: Route[] = [show, save, ...freeArticlePages];
