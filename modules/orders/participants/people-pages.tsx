import { catalogOf, eventsToSwitch, managedEvents, wordsOf } from '#modules/events/index.ts';
import { idsOf } from '#src/access/permissions.ts';
import { Empty } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { listData, listFile } from '#src/web/list/show.ts';
import { refuse } from '../rules/problems.ts';
import { type AboutPeople, mailingsAddress, peopleListing, peoplePath } from './people-listing.tsx';

type Call = PageCall<'order.manage', never, AboutPeople | null>;

/** The event of the address, or the viewer's next; null when there is none to look after. */
async function aboutPeople(
  call: Pick<Call, 'deps' | 'viewer' | 'may' | 'query' | 'i18n' | 'now'>,
): Promise<AboutPeople | null> {
  const { deps, viewer, may, query, now } = call;
  const events = await managedEvents(deps.read, viewer, may);
  const asked = query.get('event') ?? '';
  const { next, others } = await eventsToSwitch(deps.read, viewer, now);
  const event = asked === '' ? (next[0] ?? others[0]) : events.find(({ id }) => String(id) === asked);
  if (!event) return asked === '' ? null : refuse('NOT_FOUND');
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

export const peoplePages: Route[] = [
  page({ method: 'get', path: peoplePath, may: 'order.view', load: aboutPeople }, showPeople),
  page({ method: 'get', path: `${peoplePath}.csv`, may: 'order.export', load: aboutPeople }, async (call) =>
    listFile(call, peopleListing, call.record ?? refuse('NOT_FOUND')),
  ),
];
