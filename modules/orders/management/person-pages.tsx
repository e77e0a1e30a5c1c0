import type { ReactElement } from 'react';
import type { Reader } from '#src/data/database.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { useOpens, usePage } from '#src/ui/page.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { postedText, refusedForm } from '#src/web/forms/own-form.ts';
import { refusalText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { PersonForm, savePerson } from '../order/person-form.tsx';
import { loadManagedPerson, type PersonPlace } from '../order/person-input.ts';
import { listedParticipants } from '../participants/list.ts';
import { type BibCorrection, correctBib } from '../participants/set-bib.ts';
import { answerInWords, nameOfField } from '../participants/texts.ts';
import { nameOf, participantsOf } from '../people.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import { maxBibLength } from '../rules/bib.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { freeArticlePages } from './free-article-page.tsx';
import { doneMessage, orderPageTranslator, renderBelow } from './order-frame.tsx';
import { articlesText } from './order-people.tsx';

const path = '/admin/orders/{orderId}/participants/{participantId}';

export const personPath = (orderId: number, participantId: number): string =>
  `/admin/orders/${orderId}/participants/${participantId}`;

type Call = PageCall<'order.manage', 'orderId' | 'participantId', PersonPlace<AdminOrderRecord>>;

async function showPerson(call: Call, state?: FormState, bibState?: FormState): Promise<Response> {
  const place = call.record;
  const { order, person } = place;
  const i18n = orderPageTranslator(call, order);
  return renderBelow(
    call,
    order,
    nameOf(person),
    <PersonPage
      place={place}
      bib={order.status === 'canceled' ? null : <BibForm {...{ place, i18n }} state={bibState} />}
      timing={await call.deps.timingPart({ orderId: order.id, participantId: person.id }, i18n)}
      done={doneMessage({ ...call, i18n })}
      i18n={i18n}
    >
      <PersonForm
        {...{ place, state, i18n }}
        action={personPath(order.id, person.id)}
        back={{ href: `/admin/orders/${order.id}` }}
        emailHint={i18n.t('orderActions.person.emailHint')}
      />
    </PersonPage>,
    formStatus(state ?? bibState),
  );
}

function PersonPage(props: {
  place: Call['record'];
  bib: ReactElement | null;
  timing: ReactElement | null;
  done: string | null;
  i18n: Translator;
  children: ReactElement;
}): ReactElement {
  const { place, bib, timing, done, i18n, children } = props;
  const { csrfToken } = usePage();
  const { order, person, team, competition } = place;
  const base = personPath(order.id, person.id);
  const isLive = order.status !== 'canceled';
  // Team answers are shown here and asked with the first member.
  const request = place.asked.map(({ id }) => id);
  const others = person.formFieldsSelected.filter(({ fieldId }) => !request.includes(fieldId));
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
            {i18n.t('orderActions.person.resend')}
          </PostButton>
        ) : null}
        {isLive ? (
          <>
            <ButtonLink look="quiet" href={`${base}/articles`}>
              {i18n.t('orderActions.person.changeArticle')}
            </ButtonLink>
            <ButtonLink look="quiet" href={`${base}/add-article`}>
              {i18n.t('orderActions.person.addArticle')}
            </ButtonLink>
            <ButtonLink look="quiet" href={`${base}/move`}>
              {i18n.t('orderActions.person.move')}
            </ButtonLink>
            {participantsOf(order).length > 1 ? (
              <ButtonLink look="plain" href={`${base}/cancel`}>
                {i18n.t('orderActions.person.cancel')}
              </ButtonLink>
            ) : null}
          </>
        ) : null}
      </div>
      <Card title={i18n.t('orderActions.person.data')}>{children}</Card>
      {bib}
      <Card title={i18n.t('orderActions.person.facts')}>
        <Facts
          facts={[
            { label: i18n.t('ordersAdmin.person.competition'), value: competition.title },
            ...(competition.type === 'team'
              ? [
                  {
                    label: i18n.t('ordersAdmin.person.team'),
                    value: <a href={`/admin/orders/${order.id}/teams/${team.teamId}`}>{team.teamName || '–'}</a>,
                  },
                ]
              : []),
            { label: i18n.t('orderActions.field.ticketPrice'), value: i18n.money(person.ticketPrice) },
            { label: i18n.t('ordersAdmin.person.charged'), value: i18n.money(person.chargedPrice) },
            {
              label: i18n.t('ordersAdmin.person.articles'),
              value: articlesText(person, i18n),
            },
            ...(person.rrBib !== null ? [{ label: i18n.t('orderActions.person.bib'), value: person.rrBib }] : []),
            ...(person.rrChangelink
              ? [{ label: i18n.t('orderActions.field.changelink'), value: person.rrChangelink }]
              : []),
            ...others.flatMap(({ fieldId, value }) => {
              const field = order.formFields.find(({ id }) => id === fieldId);
              return field ? [{ label: nameOfField(field, i18n), value: answerInWords(field, value, i18n) }] : [];
            }),
          ]}
        />
      </Card>
      {timing}
    </div>
  );
}

const bibPath = (orderId: number, participantId: number): string => `${personPath(orderId, participantId)}/bib`;

function BibForm(props: {
  place: Call['record'];
  state: FormState | undefined;
  i18n: Translator;
}): ReactElement | null {
  const { place, state, i18n } = props;
  const { order, person } = place;
  const action = bibPath(order.id, person.id);
  if (!useOpens()('post', action)) return null;
  return (
    <Card title={i18n.t('orderActions.person.bib')}>
      <Form action={action} state={state ?? {}}>
        <TextField
          name="bib"
          label={i18n.t('orderActions.bib.label')}
          hint={i18n.t('orderActions.bib.hint')}
          defaultValue={person.rrBib ?? ''}
          autoComplete="off"
          maxLength={maxBibLength}
          className="input-short"
        />
        <div className="form-actions">
          <Button>{i18n.t('orderActions.bib.save')}</Button>
          <Button look="quiet" name="nextFree" value="true">
            {i18n.t('orderActions.bib.nextFree')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

type BibCall = PageCall<'bib.manage', 'orderId' | 'participantId', PersonPlace<AdminOrderRecord>>;

async function saveBib(call: BibCall): Promise<Response> {
  const { deps, viewer, form } = call;
  const { order, person } = call.record;
  const text = postedText(call, 'bib', 100);
  const correction: BibCorrection =
    form.get('nextFree') === 'true' ? { nextFree: true } : { bib: text === '' ? null : text };
  const request = { participantId: person.id, eventId: order.eventId, editorId: viewer.userId, mailsTicket: true };
  try {
    await deps.write((work) => correctBib(deps, work, { ...request, correction }));
    return call.redirect(`${personPath(order.id, person.id)}?done=bibChanged`);
  } catch (error) {
    const holder = await holderOf(deps.read, error);
    const i18n = orderPageTranslator(call, order);
    const beside = (problem: Problem) =>
      problem.code === 'RR_BIB_CHANGE_FAILED'
        ? { bib: holder ? i18n.t('orderActions.bib.taken', holder) : refusalText(problem, i18n) }
        : null;
    const { state } = refusedForm({ ...call, i18n }, error, { beside });
    return showPerson({ ...call, may: 'order.manage' }, undefined, { ...state, status: 409 });
  }
}

/** The holder of the refused number, if of the same event; else null. */
async function holderOf(reader: Reader, error: unknown): Promise<{ name: string; orderNumber: string } | null> {
  const id = error instanceof Problem && error.details.reason === 'taken' ? Number(error.details.participantId) : 0;
  const [holder] = await listedParticipants(reader, [id]);
  return holder ? { name: nameOf(holder), orderNumber: holder.orderNumber } : null;
}

export const personPages: Route[] = [
  page({ method: 'post', path: `${path}/bib`, may: 'bib.manage', load: loadManagedPerson }, saveBib),
  ...formPages({
    path,
    may: 'order.assist',
    load: loadManagedPerson,
    loadData: (call: Call) => call,
    show: showPerson,
    save: (call) => {
      const { order, person } = call.record;
      const to = `${personPath(order.id, person.id)}?done=personChanged`;
      return savePerson(call, call.record, { by: 'organizer', editorId: call.viewer.userId, to });
    },
  }),
  ...freeArticlePages,
];
