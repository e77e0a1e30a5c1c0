import type { ReactElement } from 'react';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Card, Empty, statusTone } from '#src/ui/display.tsx';
import { OpenLink, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { usePersonPath } from '../participants/list.ts';
import { type DoublePerson, doublesOf, type LikelyDouble } from './read-doubles.ts';
import { tellApart } from './tell-apart.ts';

const path = '/admin/events/{event}/duplicates' as const;
const pathOf = ({ event }: Catalog): string => `/admin/events/${event.id}/duplicates`;

function Person({ person, i18n }: { person: DoublePerson; i18n: Translator }): ReactElement {
  const personPath = usePersonPath();
  const { orderId, firstName, lastName, birthDate, email, competition, rrBib, orderStatus, isAlone } = person;
  return (
    <li className="stack-s">
      <div className="row">
        <a href={personPath(person)}>
          {firstName} {lastName}
        </a>
        <Badge tone={statusTone(orderStatus)}>{i18n.t(`ui.status.${orderStatus}`)}</Badge>
      </div>
      <p className="small soft">
        {[
          competition,
          birthDate && i18n.calendarDate(birthDate),
          email,
          rrBib && i18n.t('duplicates.bib', { bib: rrBib }),
          i18n.t('duplicates.order', { order: String(orderId) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <OpenLink orNothing href={`${isAlone ? `/admin/orders/${orderId}` : personPath(person)}/cancel`}>
        {i18n.t(isAlone ? 'duplicates.cancel' : 'duplicates.cancelPerson')}
      </OpenLink>
    </li>
  );
}

function Double({ double, catalog, i18n }: { double: LikelyDouble; catalog: Catalog; i18n: Translator }): ReactElement {
  const { csrfToken } = usePage();
  const [one, other] = double.people;
  return (
    <Card title={i18n.t(`duplicates.reason.${double.reason}`)}>
      <ul className="stack">
        {double.people.map((person) => (
          <Person key={person.id} person={person} i18n={i18n} />
        ))}
      </ul>
      <PostButton
        action={pathOf(catalog)}
        csrfToken={csrfToken}
        fields={{ participantId: String(one.id), otherParticipantId: String(other.id) }}
        look="quiet"
        small
      >
        {i18n.t('duplicates.dismiss')}
      </PostButton>
    </Card>
  );
}

type Call = PageCall<'order.view', 'event', Catalog>;

async function show(call: Call, refusal: string | null = null): Promise<Response> {
  const { record: catalog, deps, query } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const { count, rows } = await doublesOf(deps.read, catalog.event.id);
  const head = eventHead(catalog, i18n.t('duplicates.title'));
  return call.render(
    <div className="stack">
      <RefusalNote>{refusal}</RefusalNote>
      {query.get('done') === 'dismissed' && !refusal ? <Saved>{i18n.t('duplicates.dismissed')}</Saved> : null}
      {count > rows.length ? <Alert>{i18n.t('duplicates.more', { count, shown: rows.length })}</Alert> : null}
      {rows.length === 0 ? <Empty title={i18n.t('duplicates.none')} /> : null}
      {rows.map((double) => (
        <Double key={double.people.map(({ id }) => id).join('-')} double={double} catalog={catalog} i18n={i18n} />
      ))}
    </div>,
    { ...head, admin: { ...head.admin, intro: i18n.t('duplicates.intro') } },
    refusal ? 409 : 200,
  );
}

const idIn = (form: FormData, name: string): number => Number(/^[1-9]\d{0,14}$/.exec(String(form.get(name)))?.[0] ?? 0);

export const duplicatePages: Route[] = [
  page({ method: 'get', path, may: 'order.view', load: loadCatalog }, (call) => show(call)),
  page({ method: 'post', path, may: 'order.manage', load: loadCatalog }, async (call) => {
    const { deps, form, viewer, record: catalog, i18n } = call;
    const ids = { participantId: idIn(form, 'participantId'), otherParticipantId: idIn(form, 'otherParticipantId') };
    try {
      await deps.write((work) => tellApart(work, { eventId: catalog.event.id, editorId: viewer.userId, ...ids }));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
      return show(call as unknown as Call, i18n.t('duplicates.gone'));
    }
    return call.redirect(`${pathOf(catalog)}?done=dismissed`);
  }),
];
