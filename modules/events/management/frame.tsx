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
import type { AuditedKind } from '../rules/changes.ts';
import { wordsOf } from '../words.ts';

export type OrganizerCall<Name extends string = never> = PageCall<'event.change', 'event' | Name, Catalog>;

/** @throws Problem NOT_FOUND for another organizer's event */
export async function loadCatalog({
  params: { event },
  ...call
}: Pick<OrganizerCall, 'deps' | 'viewer' | 'may' | 'params'>): Promise<Catalog> {
  return existingCatalog(call.deps.read, await loadEvent({ ...call, params: { eventId: event } }));
}

/** The call with the translator of the event (time zone, wording). */
export type ManagedCall<Name extends string = never> = { call: OrganizerCall<Name>; catalog: Catalog };
export const managed = <Name extends string>(call: OrganizerCall<Name>): ManagedCall<Name> => {
  const catalog = call.record;
  return { catalog, call: { ...call, i18n: wordsOf(call.i18n, catalog) } };
};

export const readsEvent = { may: 'event.read', load: loadCatalog } as const;
/** Viewers without permission to change an event see neither its lists nor its forms. */
export const changesEvent = { may: 'event.change', load: loadCatalog } as const;

export const eventHead = ({ event, organizers }: Catalog, title: string, action?: ReactNode): PageHead => ({
  title: title === event.title ? title : `${title} · ${event.title}`,
  frame: 'admin',
  organizerIds: idsOf(organizers),
  admin: { heading: title, action, eventId: event.id },
});

export const renderOfEvent = (
  { call, catalog }: ManagedCall,
  title: string,
  body: ReactNode,
  { action, status = 200 }: { action?: ReactNode; status?: Parameters<OrganizerCall['render']>[2] } = {},
): Promise<Response> => call.render(<div className="stack">{body}</div>, eventHead(catalog, title, action), status);

/** Shows the refusal in the query. `of`: the kind of record, for its own texts. */
export const Refused = ({ call, of }: { call: OrganizerCall; of?: string }): ReactElement => (
  <RefusalNote>{namedProblem(call.i18n, call.query.get('refused'), `events.${of}.refused`)}</RefusalNote>
);

/** Locale prefixes of kinds with own texts; default `events`. */
const ownWords: Partial<Record<AuditedKind, string>> = {
  page: 'eventPage',
  course: 'eventPage.course',
  waitingRoom: 'waitingRoom',
  lottery: 'lottery',
  waitlist: 'waitlist',
};

export const fieldLabel = (kind: AuditedKind, field: string, i18n: Translator): string =>
  say(i18n, `${ownWords[kind] ?? 'events'}.form.${field}`);
