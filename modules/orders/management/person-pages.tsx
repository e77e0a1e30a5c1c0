import type { ReactElement } from 'react';
import { formPages } from '#src/platform/forms/form-pages.ts';
import type { FormState } from '#src/platform/forms/save-form.ts';
import { formStatus } from '#src/platform/forms/saving-form.tsx';
import type { PageCall, Route } from '#src/platform/http.ts';
import type { Translator } from '#src/platform/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { PersonForm, savePerson } from '../order/person-form.tsx';
import { loadManagedPerson, type PersonPlace } from '../order/person-input.ts';
import { answerInWords, nameOfField } from '../participants/field-words.ts';
import { nameOf } from '../people.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { freeArticlePages } from './free-article-page.tsx';
import { doneIn, renderBelow, wordsHere } from './order-frame.tsx';
import { articlesText } from './order-people.tsx';

const path = '/admin/orders/{orderId}/participants/{participantId}';

export const personPath = (orderId: number, participantId: number): string =>
  `/admin/orders/${orderId}/participants/${participantId}`;

type Call = PageCall<'order.manage', 'orderId' | 'participantId', PersonPlace<AdminOrderRecord>>;

async function showPerson(call: Call, state?: FormState): Promise<Response> {
  const place = call.record;
  const { order, person } = place;
  const words = wordsHere(call, order);
  return renderBelow(
    call,
    order,
    nameOf(person),
    <PersonPage
      place={place}
      timing={await call.deps.timingPart({ orderId: order.id, participantId: person.id }, words)}
      done={doneIn({ ...call, words })}
      words={words}
    >
      <PersonForm
        {...{ place, state, words }}
        action={personPath(order.id, person.id)}
        back={{ href: `/admin/orders/${order.id}` }}
        emailHint={words.t('orderActions.person.emailHint')}
      />
    </PersonPage>,
    formStatus(state),
  );
}

function PersonPage(props: {
  place: Call['record'];
  timing: ReactElement | null;
  done: string | null;
  words: Translator;
  children: ReactElement;
}): ReactElement {
  const { place, timing, done, words, children } = props;
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
      {timing}
    </div>
  );
}

export const personPages: Route[] = [
  ...formPages({
    path,
    may: 'order.assist',
    load: loadManagedPerson,
    of: (call: Call) => call,
    show: showPerson,
    save: (call) => {
      const { order, person } = call.record;
      const to = `${personPath(order.id, person.id)}?done=personChanged`;
      return savePerson(call, call.record, { by: 'organizer', editorId: call.viewer.userId, to });
    },
  }),
  ...freeArticlePages,
];
