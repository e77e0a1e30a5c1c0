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
import type { Translator } from '#src/texts/locale.ts';
import { Card } from '#src/ui/display.tsx';
import { ButtonLink, type FormErrors, Saved } from '#src/ui/form.tsx';
import { choice, type FormSpec, plainForm } from '#src/web/forms/fields.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { page } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { listFile, shownList } from '#src/web/list/show.ts';
import { keepList } from '../keep-list.ts';
import { countMembers, listDiscountOf } from '../read-list.ts';
import { listModes, mostMembers } from '../rules/list.ts';
import { memberListing } from './member-listing.tsx';

type ManagedList = { call: OrganizerCall<'discountId'>; catalog: Catalog; discount: CatalogDiscount };

/** @throws Problem NOT_FOUND for somebody else's event, and for what is no list of it */
function managedList(unworded: OrganizerCall<'discountId'>): ManagedList {
  const { call, catalog } = managed(unworded);
  return { call, catalog, discount: listDiscountOf(catalog, Number(call.params.discountId)) };
}

/** What a file of the longest addresses has. */
const mostText = 1_000_000;

const listForm = ({ call: { words }, ...at }: ManagedList): FormSpec =>
  plainForm(
    'memberLists',
    {
      name: 'members',
      kind: 'long',
      label: memberField(at.catalog, at.discount, words) ?? words.t('memberLists.emails'),
      required: true,
      height: 10,
      help: words.t('memberLists.form.membersHint', { most: words.number(mostMembers) }),
      control: { maxLength: mostText },
    },
    choice('mode', listModes),
  );

const formSchema = z.object({ members: z.string().max(mostText), mode: z.enum(listModes) });
const linesIn = (text: string): string[] => text.split(/\r\n|\r|\n/u);

async function show(at: ManagedList, state?: FormState): Promise<Response> {
  const { call, catalog, discount } = at;
  const { words, query } = call;
  const eventId = catalog.event.id;
  const list = await shownList(call, memberListing, { words, eventId, discountId: discount.id });
  const { all, used } = await countMembers(call.deps.read, discount.id);
  const done = state ? null : doneText(query, words);
  const field = memberField(at.catalog, at.discount, words);
  return call.render(
    <div className="stack">
      {done ? <Saved>{done}</Saved> : null}
      <p>
        {field === null ? words.t('memberLists.byEmail') : words.t('memberLists.byField', { field })}{' '}
        {words.t('memberLists.kept')}
      </p>
      <p>
        <strong>{words.t('memberLists.counted', { all, used })}</strong>
      </p>
      <Card title={words.t('memberLists.change')}>
        <SavingForm
          form={listForm(at)}
          record={{ mode: 'add' }}
          state={state ?? null}
          words={words}
          action={membersPath(eventId, discount.id)}
          submit={words.t('memberLists.save')}
        />
      </Card>
      {all > 0 ? (
        <>
          <h2>{words.t('memberLists.list')}</h2>
          <List list={list} />
        </>
      ) : null}
    </div>,
    eventHead(
      catalog,
      words.t('memberLists.title', { name: discount.title }),
      <ButtonLink look="quiet" href={`/admin/events/${eventId}/discounts/${discount.id}`}>
        {words.t('memberLists.toDiscount')}
      </ButtonLink>,
    ),
    formStatus(state),
  );
}

/** What the form did, as the address says. */
function doneText(query: URLSearchParams, words: Translator): string | null {
  const [added, removed] = ['added', 'removed'].map((name) => {
    const text = query.get(name) ?? '';
    return /^\d{1,6}$/.test(text) ? Number(text) : null;
  });
  return added == null || removed == null ? null : words.t('memberLists.done', { added, removed });
}

/** Which lines are none, in the numbers of an editor. */
function beside({ code, details }: Problem, { memberFieldId }: CatalogDiscount, words: Translator): FormErrors | null {
  const names = code === 'VALIDATION_FAILED' ? Object.keys((details.fields as object | undefined) ?? {}) : [];
  const lines = names.flatMap((name) => {
    const [, at] = /^members\.(\d+)$/.exec(name) ?? [];
    return at === undefined ? [] : [words.number(Number(at) + 1)];
  });
  if (lines.length === 0) return null;
  const said = { lines: lines.join(', '), count: lines.length };
  return { members: words.t(memberFieldId === null ? 'memberLists.error.emails' : 'memberLists.error.tooLong', said) };
}

async function save(at: ManagedList): Promise<Response> {
  const { call, catalog, discount } = at;
  const { words, viewer } = call;
  const eventId = catalog.event.id;
  const saved = await saveEventForm(call, eventId, {
    form: listForm(at),
    schema: formSchema,
    beside: (problem) => beside(problem, discount, words),
    save: async (work, { members, mode }) => {
      const kept = await keepList(work, eventId, discount, { mode, members: linesIn(members) }, viewer);
      return `${membersPath(eventId, discount.id)}?added=${kept.added}&removed=${kept.removed}`;
    },
  });
  return 'to' in saved ? call.redirect(saved.to) : show(at, saved.state);
}

const path = '/admin/events/{event}/discounts/{discountId}/members';
export const listPages = [
  page({ method: 'get', path, ...changesEvent }, (call) => show(managedList(call))),
  page({ method: 'post', path, ...changesEvent }, (call) => save(managedList(call))),
  page({ method: 'get', path: `${path}/export`, ...changesEvent }, (call) => {
    const { call: worded, catalog, discount } = managedList(call);
    const about = { words: worded.words, eventId: catalog.event.id, discountId: discount.id };
    return listFile(worded, memberListing, about);
  }),
];
