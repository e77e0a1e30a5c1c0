import type { ReactElement, ReactNode } from 'react';
import { idsOf } from '#src/access/permissions.ts';
import type { Translator } from '#src/texts/locale.ts';
import { RefusalNote } from '#src/ui/form.tsx';
import { say } from '#src/web/forms/fields.ts';
import { namedProblem } from '#src/web/forms/refusal.ts';
import type { PageCall, PageHead } from '#src/web/http.ts';
import { loadEvent } from '../access/event-access.ts';
import { existingCatalog } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import type { AuditedKind } from '../schema.ts';
import { wordsOf } from '../words.ts';

/** A page's call about an event that its route loaded. */
export type OrganizerCall<Name extends string = never> = PageCall<'event.change', 'event' | Name, Catalog>;

/**
 * Loader of pages: the event that the address names by its number or a shortlink.
 * @throws Problem NOT_FOUND for somebody else's event
 */
export async function loadCatalog({
  params: { event },
  ...call
}: Pick<OrganizerCall, 'deps' | 'viewer' | 'may' | 'params'>): Promise<Catalog> {
  return existingCatalog(call.deps.read, await loadEvent({ ...call, params: { eventId: event } }));
}

/** The event of a page, and the call in its time zone and wording. */
export type ManagedCall<Name extends string = never> = { call: OrganizerCall<Name>; catalog: Catalog };
export const managed = <Name extends string>(call: OrganizerCall<Name>): ManagedCall<Name> => {
  const catalog = call.record;
  return { catalog, call: { ...call, i18n: wordsOf(call.i18n, catalog) } };
};

/** What routes of an event have in common: for its people alone. */
export const readsEvent = { may: 'event.read', load: loadCatalog } as const;
/** Lists and forms alike: who may not change an event has nothing to do on the pages where that is done. */
export const changesEvent = { may: 'event.change', load: loadCatalog } as const;

/** The head of a page that belongs to one event, which the frame names on top and leads through. */
export const eventHead = ({ event, organizers }: Catalog, title: string, action?: ReactNode): PageHead => ({
  title: title === event.title ? title : `${title} · ${event.title}`,
  frame: 'admin',
  organizerIds: idsOf(organizers),
  admin: { heading: title, action, eventId: event.id },
});

/** A page that belongs to one event. */
export const renderOfEvent = (
  { call, catalog }: ManagedCall,
  title: string,
  body: ReactNode,
  { action, status = 200 }: { action?: ReactNode; status?: Parameters<OrganizerCall['render']>[2] } = {},
): Promise<Response> => call.render(<div className="stack">{body}</div>, eventHead(catalog, title, action), status);

/** What a pressed button was refused with, as the page it came from tells it. `of`: what kind of record the page shows. */
export const Refused = ({ call, of }: { call: OrganizerCall; of?: string }): ReactElement => (
  <RefusalNote>{namedProblem(call.i18n, call.query.get('refused'), `events.${of}.refused`)}</RefusalNote>
);

/** Where the words of a kind's fields stand, of those that have words of their own. */
const ownWords: Partial<Record<AuditedKind, string>> = {
  page: 'eventPage',
  course: 'eventPage.course',
  waitingRoom: 'waitingRoom',
  lottery: 'lottery',
  waitlist: 'waitlist',
};

/** What the form of a kind of record calls a field, by its name in the history. */
export const fieldLabel = (kind: AuditedKind, field: string, i18n: Translator): string =>
  say(i18n, `${ownWords[kind] ?? 'events'}.form.${field}`);
