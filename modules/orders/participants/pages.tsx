import type { ReactElement } from 'react';
import { catalogOf, eventsToSwitch, managedEvents, wordsOf } from '#modules/events/index.ts';
import { answerLabel, parseAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { idsOf } from '#src/access/permissions.ts';
import { wallCell } from '#src/files/tables/cells.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Badge, Empty, MailText, statusTone } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { formatDate, formatNumber } from '#src/ui/format.ts';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { isFiltered, type ListAbout, type ListColumn, type Listing, type ListView } from '#src/web/list/listing.ts';
import type { Condition } from '#src/web/list/query.ts';
import { listData, listFile } from '#src/web/list/show.ts';
import { paidStatuses } from '../rules/order-state.ts';
import { askedFields, type ParticipantField, specOf } from '../rules/participant.ts';
import { refuse } from '../rules/problems.ts';
import type { Admission } from '../slots.ts';
import { findPeople, type ListedPerson, listedPeople, newestFirst, usePersonPath } from './list.ts';
import { fieldInWords } from './texts.ts';

type Call = PageCall<'order.manage', never, AboutPeople | null>;

/** The event of the address, else the viewer's next; null: none. */
async function aboutPeople(
  call: Pick<Call, 'deps' | 'viewer' | 'may' | 'query' | 'i18n' | 'now'>,
): Promise<AboutPeople | null> {
  const { deps, viewer, may, query, now } = call;
  const events = await managedEvents(deps.read, viewer, may);
  const requested = query.get('event') ?? '';
  const { next, others } = await eventsToSwitch(deps.read, viewer, now);
  const event = requested === '' ? (next[0] ?? others[0]) : events.find(({ id }) => String(id) === requested);
  if (!event) return requested === '' ? null : refuse('NOT_FOUND');
  const catalog = (await catalogOf(deps.read, event.id)) ?? refuse('NOT_FOUND');
  return { catalog, events, admission: deps.admission, i18n: wordsOf(call.i18n, catalog) };
}

async function showPeople(call: Call): Promise<Response> {
  const about = call.record;
  const title = call.i18n.t('participantList.title');
  if (!about) return call.render(<Empty title={call.i18n.t('participantList.noEvent')} />, { title, frame: 'admin' });
  const list = await listData(call, peopleListing, about);
  const { event } = about.catalog;
  return call.render(
    <div className="stack">
      <List list={list} />
    </div>,
    {
      title: `${title} · ${event.title}`,
      frame: 'admin',
      organizerIds: idsOf(about.catalog.organizers),
      admin: {
        heading: title,
        eventId: event.id,
        action: (
          <ButtonLink href={mailingsAddress(list.view)} data-grid-follows="">
            {about.i18n.t('participantList.write')}
          </ButtonLink>
        ),
      },
    },
  );
}

export const peoplePath = '/admin/participants';

export const peoplePages: Route[] = [
  page({ method: 'get', path: peoplePath, may: 'order.view', load: aboutPeople }, showPeople),
  page({ method: 'get', path: `${peoplePath}.csv`, may: 'order.export', load: aboutPeople }, async (call) =>
    listFile(call, peopleListing, call.record ?? refuse('NOT_FOUND')),
  ),
];

export type AboutPeople = ListAbout & {
  catalog: Catalog;
  events: readonly { id: number; title: string }[];
  admission: Admission;
};

/** `admittedAt`: admission at the gate. */
type Row = ListedPerson & { admittedAt: Instant | null };

const languageOf = (i18n: Translator) => (i18n.locale === 'de' ? 'de' : 'en');
const enumText = (kind: 'gender' | 'state') => (value: string, i18n: Translator) =>
  i18n.t(`participantList.${kind}.${value}` as MessageKey);
type Text = (person: Row) => string;

/** Fields on a phone's card, besides the name. */
const isOnCard: ReadonlySet<ParticipantField> = new Set(['club']);

const linked = (text: Text) => (person: Row) => <PersonLink person={person}>{text(person)}</PersonLink>;
function PersonLink({ person, children }: { person: Row; children: string }): ReactElement {
  const pathOf = usePersonPath();
  return (
    <a href={pathOf(person)} data-opens="">
      {children}
    </a>
  );
}

/** Standard columns, then one per form field. */
function columns({ i18n, catalog: { event, formFields, articles, competitions } }: AboutPeople): ListColumn<Row>[] {
  const column = (key: string, text: Text, more: Partial<ListColumn<Row>> = {}): ListColumn<Row> => ({
    key,
    title: i18n.t(`participantList.column.${key}` as MessageKey),
    text,
    ...more,
  });
  const sortable = true;
  const isLater = true;
  /** Dates in export format, so that spreadsheets read them. */
  const ofPerson = (name: ParticipantField) => {
    const { kind, isLater } = specOf(name);
    const text: Text = ({ [name]: value }) =>
      !value ? '' : kind === 'date' ? formatDate(value, i18n.locale) : fieldInWords(name, value, i18n);
    return column(name, text, {
      sortable,
      ...(isLater ? { isLater } : {}),
      ...(kind === 'date' ? { typed: { kind, of: (person) => person[name] } } : {}),
      ...(kind === 'email' ? { cell: (person) => (text(person) ? <MailText>{text(person)}</MailText> : '–') } : {}),
      ...(isOnCard.has(name) ? {} : { card: 'none' as const }),
    });
  };
  return [
    column('lastName', ({ lastName }) => lastName, {
      sortable,
      heading: true,
      cell: linked(({ lastName }) => lastName),
    }),
    column('firstName', ({ firstName }) => firstName, {
      sortable,
      card: 'start',
      cell: linked(({ firstName }) => firstName),
    }),
    column('competition', ({ competition }) => competition),
    column('teamName', ({ teamName }) => teamName ?? '', {
      sortable,
      isLater: competitions.every(({ type }) => type === 'single'),
    }),
    column('rrBib', ({ rrBib }) => rrBib ?? '', { sortable, typed: { kind: 'label', of: ({ rrBib }) => rrBib } }),
    column('order', ({ orderId }) => String(orderId), {
      card: 'none',
      typed: { kind: 'number', of: ({ orderId }) => orderId },
      cell: ({ orderId }) => <a href={`/admin/orders/${orderId}`}>{orderId}</a>,
    }),
    column('status', ({ orderStatus }) => i18n.t(`ui.status.${orderStatus}`), {
      card: 'end',
      cell: ({ orderStatus }) => <Badge tone={statusTone(orderStatus)}>{i18n.t(`ui.status.${orderStatus}`)}</Badge>,
    }),
    ...askedFields(event, competitions)
      .filter((name) => !['lastName', 'firstName'].includes(name))
      .map(ofPerson),
    column('orderDate', ({ orderDate, timeZone }) => i18n.in(timeZone).shortDateTime(orderDate), {
      isLater: true,
      sortable,
      isShort: true,
      card: 'none',
      typed: { kind: 'moment', of: ({ orderDate, timeZone }) => wallCell(orderDate, timeZone) },
    }),
    ...(articles.length > 0 ? [column('articles', ({ articles: ordered }) => ordered.join(', '))] : []),
    column(
      'admitted',
      ({ admittedAt, timeZone }) => (admittedAt === null ? '' : i18n.in(timeZone).shortDateTime(admittedAt)),
      { isShort: true, typed: { kind: 'moment', of: ({ admittedAt, timeZone }) => wallCell(admittedAt, timeZone) } },
    ),
    ...formFields.map((field): ListColumn<Row> => {
      const answer: Text = ({ answers }) => {
        const value = answers.get(field.id) ?? '';
        if (field.type === 'checkbox') return value === 'true' ? i18n.t('participantList.yes') : '';
        if (field.type === 'date') return formatDate(value, i18n.locale);
        if (field.type === 'number') return formatNumber(value, i18n.locale);
        return answerLabel(field, value, languageOf(i18n));
      };
      return column(`field${field.id}`, answer, {
        title: field.name[languageOf(i18n)] || field.name.de,
        card: 'label',
        ...(field.type === 'number' || field.type === 'date'
          ? { typed: { kind: field.type, of: ({ answers }) => answers.get(field.id) ?? null } }
          : {}),
        // Many form fields are hidden until they are chosen.
        ...(formFields.length > 4 ? { isLater } : {}),
      });
    }),
  ];
}

/** Live participants by default. */
const live = { field: 'live', value: true };
const ofState: Readonly<Record<string, readonly Condition[]>> = {
  paid: [live, { field: 'status', type: 'in', value: paidStatuses }],
  unpaid: [live, { field: 'status', value: 'pending' }],
  canceled: [{ field: 'live', value: false }],
  all: [],
};

export const peopleListing = {
  path: () => peoplePath,
  file: ({ catalog }) => ({ path: `${peoplePath}.csv`, name: 'participants', title: catalog.event.title }),
  name: ({ catalog }) => `participants-${catalog.event.id}`,
  rowsOnAPage: 50,
  cards: 'compact',
  beside: true,
  first: { field: 'id', direction: 'desc' },
  filters: {
    event: {
      as: 'record',
      label: 'participantList.filter.event',
      records: ({ events }) => events,
      always: ({ catalog }) => String(catalog.event.id),
      field: 'eventId',
    },
    q: { as: 'search', label: 'participantList.filter.q' },
    competition: {
      as: 'record',
      label: 'participantList.filter.competition',
      records: ({ catalog }) => catalog.competitions,
      field: 'competitionId',
    },
    state: {
      as: 'choice',
      label: 'participantList.filter.state',
      none: 'participantList.state.live',
      values: Object.keys(ofState),
      say: enumText('state'),
      where: (value) => ofState[value] ?? [live],
      unasked: [live],
    },
    from: { as: 'day', isMore: true, label: 'participantList.filter.from', field: 'orderDate', type: 'gte' },
    to: { as: 'day', isMore: true, label: 'participantList.filter.to', field: 'orderDate', type: 'lt' },
    gender: {
      as: 'choice',
      isMore: true,
      label: 'participantList.filter.gender',
      values: ['female', 'male', 'diverse'],
      say: enumText('gender'),
    },
    team: { as: 'text', isMore: true, label: 'participantList.filter.team', field: 'teamName', type: 'like' },
    club: { as: 'text', isMore: true, label: 'participantList.column.club', type: 'like' },
    article: {
      as: 'record',
      isMore: true,
      label: 'participantList.column.articles',
      records: ({ catalog }) => catalog.articles.map(({ id, name }) => ({ id, title: name })),
      field: 'articleId',
    },
    admitted: {
      as: 'choice',
      isMore: true,
      label: 'participantList.column.admitted',
      values: ['yes', 'no'],
      say: (value, i18n) => i18n.t(`participantList.admitted.${value}` as MessageKey),
      where: (value) => [{ field: 'admitted', value: value === 'yes' }],
    },
    nationality: {
      as: 'choice',
      isMore: true,
      label: 'participantList.filter.nationality',
      values: (i18n) => i18n.countries().map(({ code }) => code),
      say: (code, i18n) => i18n.country(code),
      field: 'nationalityCountryCode',
    },
    field: {
      as: 'record',
      isMore: true,
      label: 'participantList.filter.field',
      records: ({ i18n, catalog }) =>
        catalog.formFields.map(({ id, name }) => ({ id, title: name[languageOf(i18n)] || name.de })),
      where: () => [],
    },
    answer: {
      as: 'text',
      isMore: true,
      label: 'participantList.filter.answer',
      isOffered: ({ catalog }) => catalog.formFields.length > 0,
      where(value, { catalog, i18n }, { field }) {
        const requested = catalog.formFields.find(({ id }) => String(id) === field);
        return requested ? [{ field: `formField.${field}`, value: parseAnswer(requested, value, i18n.locale) }] : [];
      },
    },
  },
  columns,
  rowKey: ({ id }) => id,
  find: (shop, question, { admission }, more) =>
    findPeople({ ...shop, admission }, question, 'all', { ...more, order: newestFirst }),
  async read(reader, ids, { admission }) {
    const admitted = await admission.admittedAt(ids);
    const people = await listedPeople(reader, ids);
    return people.map((person) => ({ ...person, admittedAt: admitted.get(person.id) ?? null }));
  },
  texts: {
    caption: 'participantList.title',
    count: 'participantList.count',
    empty: 'participantList.empty',
    emptyFiltered: 'participantList.emptyFiltered',
  },
} as const satisfies Listing<Row, AboutPeople>;

/** The mailing form with the list's filter, or the list of mailings for canceled people, who get no mailing. */
export function mailingsAddress(view: ListView<keyof (typeof peopleListing)['filters']>): string {
  const { event, state, ...filters } = view.filters;
  const mailings = `/admin/events/${event}/mailings`;
  if (!isFiltered(peopleListing, view) || state === 'canceled') return mailings;
  const { competition, field, answer, ...others } = filters;
  const requested = Object.entries({ competition, paid: state === 'all' ? '' : state, field, answer, ...others });
  return `${mailings}/new?${new URLSearchParams(requested.filter(([, value]) => value !== ''))}`;
}
