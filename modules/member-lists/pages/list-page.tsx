import * as z from 'zod';
import {
  changesEvent,
  eventHead,
  managed,
  memberField,
  type OrganizerCall,
  saveEventForm,
} from '#modules/events/index.ts';
import type { Catalog, CatalogDiscount } from '#modules/events/rules/catalog.ts';
import { membersPath } from '#modules/events/rules/discount.ts';
import type { Problem } from '#src/kernel/problem.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Badge, Card } from '#src/ui/display.tsx';
import { ButtonLink, type FormErrors, Saved } from '#src/ui/form.tsx';
import { choice, type FormSpec, plainForm } from '#src/web/forms/fields.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { page } from '#src/web/http.ts';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { listData, listFile } from '#src/web/list/show.ts';
import { countMembers, listDiscountOf, type MemberRow, memberSource, readMembers } from '../read-list.ts';
import { listModes, maxMembers } from '../rules/list.ts';
import { saveList } from '../save-list.ts';

const states = ['free', 'used'] as const;
const stateOf = ({ participantId }: MemberRow): (typeof states)[number] => (participantId === null ? 'free' : 'used');
const say = (state: string, i18n: Translator) => i18n.t(`memberLists.state.${state}` as MessageKey);

type AboutMembers = ListAbout & { eventId: number; discountId: number };

const memberListing = {
  path: ({ eventId, discountId }) => membersPath(eventId, discountId),
  file: ({ eventId, discountId }) => ({
    path: `${membersPath(eventId, discountId)}/export`,
    name: `list-${eventId}-${discountId}`,
  }),
  name: () => 'discount-members',
  rowsOnAPage: 50,
  first: { field: 'member', direction: 'asc' },
  filters: {
    q: { as: 'search', label: 'memberLists.search' },
    state: { as: 'choice', label: 'memberLists.state', none: 'memberLists.anyState', values: states, say },
  },
  columns: ({ i18n }) => [
    {
      key: 'member',
      title: i18n.t('memberLists.member'),
      heading: true,
      sortable: true,
      text: ({ member }) => member,
    },
    {
      key: 'state',
      title: i18n.t('memberLists.state'),
      sortable: true,
      cell: (row) => <Badge tone={stateOf(row) === 'used' ? 'good' : 'neutral'}>{say(stateOf(row), i18n)}</Badge>,
      text: (row) => say(stateOf(row), i18n),
    },
  ],
  ...rowsOf(({ discountId }: AboutMembers) => memberSource(discountId), readMembers),
  texts: {
    caption: 'memberLists.list',
    count: 'memberLists.found',
    empty: 'memberLists.none',
    emptyFiltered: 'memberLists.noMatch',
  },
} as const satisfies Listing<MemberRow, AboutMembers>;

type ManagedList = { call: OrganizerCall<'discountId'>; catalog: Catalog; discount: CatalogDiscount };

/** @throws Problem NOT_FOUND for another organizer's event, or a discount without a list */
function managedList(rawCall: OrganizerCall<'discountId'>): ManagedList {
  const { call, catalog } = managed(rawCall);
  return { call, catalog, discount: listDiscountOf(catalog, Number(call.params.discountId)) };
}

/** Enough for the maximum number of addresses. */
const maxText = 1_000_000;

const listForm = ({ call: { i18n }, ...at }: ManagedList): FormSpec =>
  plainForm(
    'memberLists',
    {
      name: 'members',
      kind: 'long',
      label: memberField(at.catalog, at.discount, i18n) ?? i18n.t('memberLists.emails'),
      required: true,
      height: 10,
      help: i18n.t('memberLists.form.membersHint', { most: i18n.number(maxMembers) }),
      control: { maxLength: maxText },
    },
    choice('mode', listModes),
  );

const formSchema = z.object({ members: z.string().max(maxText), mode: z.enum(listModes) });
const linesIn = (text: string): string[] => text.split(/\r\n|\r|\n/u);

async function show(at: ManagedList, state?: FormState): Promise<Response> {
  const { call, catalog, discount } = at;
  const { i18n, query } = call;
  const eventId = catalog.event.id;
  const list = await listData(call, memberListing, { i18n, eventId, discountId: discount.id });
  const { all, used } = await countMembers(call.deps.read, discount.id);
  const done = state ? null : doneText(query, i18n);
  const field = memberField(at.catalog, at.discount, i18n);
  return call.render(
    <div className="stack">
      {done ? <Saved>{done}</Saved> : null}
      <p>
        {field === null ? i18n.t('memberLists.byEmail') : i18n.t('memberLists.byField', { field })}{' '}
        {i18n.t('memberLists.kept')}
      </p>
      <p>
        <strong>{i18n.t('memberLists.counted', { all, used })}</strong>
      </p>
      <Card title={i18n.t('memberLists.change')}>
        <SavingForm
          form={listForm(at)}
          record={{ mode: 'add' }}
          state={state ?? null}
          i18n={i18n}
          action={membersPath(eventId, discount.id)}
          submit={i18n.t('memberLists.save')}
        />
      </Card>
      {all > 0 ? (
        <>
          <h2>{i18n.t('memberLists.list')}</h2>
          <List list={list} />
        </>
      ) : null}
    </div>,
    eventHead(
      catalog,
      i18n.t('memberLists.title', { name: discount.title }),
      <ButtonLink look="quiet" href={`/admin/events/${eventId}/discounts/${discount.id}`}>
        {i18n.t('memberLists.toDiscount')}
      </ButtonLink>,
    ),
    formStatus(state),
  );
}

function doneText(query: URLSearchParams, i18n: Translator): string | null {
  const [added, removed] = ['added', 'removed'].map((name) => {
    const text = query.get(name) ?? '';
    return /^\d{1,6}$/.test(text) ? Number(text) : null;
  });
  return added == null || removed == null ? null : i18n.t('memberLists.done', { added, removed });
}

/** Line numbers of invalid entries, as an editor counts. */
function beside({ code, details }: Problem, { memberFieldId }: CatalogDiscount, i18n: Translator): FormErrors | null {
  const names = code === 'VALIDATION_FAILED' ? Object.keys((details.fields as object | undefined) ?? {}) : [];
  const lines = names.flatMap((name) => {
    const [, at] = /^members\.(\d+)$/.exec(name) ?? [];
    return at === undefined ? [] : [i18n.number(Number(at) + 1)];
  });
  if (lines.length === 0) return null;
  const params = { lines: lines.join(', '), count: lines.length };
  return { members: i18n.t(memberFieldId === null ? 'memberLists.error.emails' : 'memberLists.error.tooLong', params) };
}

async function save(at: ManagedList): Promise<Response> {
  const { call, catalog, discount } = at;
  const { i18n, viewer } = call;
  const eventId = catalog.event.id;
  const saved = await saveEventForm(call, eventId, {
    form: listForm(at),
    schema: formSchema,
    beside: (problem) => beside(problem, discount, i18n),
    save: async (work, { members, mode }) => {
      const change = await saveList(work, eventId, discount, { mode, members: linesIn(members) }, viewer);
      return `${membersPath(eventId, discount.id)}?added=${change.added}&removed=${change.removed}`;
    },
  });
  return 'to' in saved ? call.redirect(saved.to) : show(at, saved.state);
}

const path = '/admin/events/{event}/discounts/{discountId}/members';
export const listPages = [
  page({ method: 'get', path, ...changesEvent }, (call) => show(managedList(call))),
  page({ method: 'post', path, ...changesEvent }, (call) => save(managedList(call))),
  page({ method: 'get', path: `${path}/export`, ...changesEvent }, (call) => {
    const { call: eventCall, catalog, discount } = managedList(call);
    const about = { i18n: eventCall.i18n, eventId: catalog.event.id, discountId: discount.id };
    return listFile(eventCall, memberListing, about);
  }),
];
