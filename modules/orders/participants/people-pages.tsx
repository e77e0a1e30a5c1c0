import { catalogOf, managedEvents, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { type PageCall, page, type Route } from '#src/platform/http.ts';
import { Empty } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { csvOfList } from '../management/list-file.ts';
import { refuse } from '../rules/problems.ts';
import { findPeople, newestFirst } from './find-people.ts';
import { peopleQuestion } from './list.ts';
import { listedPeople } from './listed-people.ts';
import { peopleColumns } from './people-columns.tsx';
import { PeoplePage } from './people-page.tsx';
import { lettersAddress, type PeopleView, peoplePath, peopleQuery, peopleViewOf } from './people-view.ts';

type Call = PageCall<'order.manage'>;
const rowsOnAPage = 50;
/** Pages count so far and then say that there are more. */
const countTo = 10_000;
const mostRows = 1_048_575;

/** The event of the address, or the viewer's newest; null when there is none to look after. */
async function eventOf(call: Call): Promise<{ catalog: Catalog; events: { id: number; title: string }[] } | null> {
  const { deps, viewer, query } = call;
  const events = await managedEvents(deps.read, viewer);
  const asked = query.get('event') ?? '';
  const event = asked === '' ? events[0] : events.find(({ id }) => String(id) === asked);
  if (!event) return asked === '' ? null : refuse('NOT_FOUND');
  return { catalog: (await catalogOf(deps.read, event.id)) ?? refuse('NOT_FOUND'), events };
}

const question = (view: PeopleView, { event }: Catalog, part: { offset: number; limit: number; countTo: number }) =>
  peopleQuestion({ ...peopleQuery(view), offset: part.offset, limit: part.limit }, [event.id], {
    countTo: part.countTo,
    first: newestFirst,
  });

async function showPeople(call: Call): Promise<Response> {
  const { deps, query } = call;
  const seen = await eventOf(call);
  const title = call.words.t('participantList.title');
  if (!seen) return call.render(<Empty title={call.words.t('participantList.noEvent')} />, { title, frame: 'admin' });
  const { catalog, events } = seen;
  const words = wordsOf(call.words, catalog);
  const found = peopleViewOf(query);
  const view = { ...found, filters: { ...found.filters, event: String(catalog.event.id) } };
  const part = { offset: (view.page - 1) * rowsOnAPage, limit: rowsOnAPage, countTo };
  const { count, ids, isMore } = await findPeople(deps.read, question(view, catalog, part));
  return call.render(
    <PeoplePage
      people={await listedPeople(deps.read, ids)}
      count={count}
      isMore={isMore}
      pages={Math.max(1, Math.ceil(count / rowsOnAPage))}
      view={view}
      catalog={catalog}
      events={events}
      words={words}
    />,
    {
      title: `${title} · ${catalog.event.title}`,
      frame: 'admin',
      admin: {
        heading: title,
        intro: <a href={`/admin/events/${catalog.event.id}`}>{catalog.event.title}</a>,
        action: (
          <ButtonLink href={lettersAddress(view)} data-grid-follows="">
            {words.t('participantList.write')}
          </ButtonLink>
        ),
      },
    },
  );
}

/** The list as a file: everybody whom the filter finds, in its order, with the columns that are shown. */
async function exportPeople(call: Call): Promise<Response> {
  const { deps, query } = call;
  const { catalog } = (await eventOf(call)) ?? refuse('NOT_FOUND');
  const view = peopleViewOf(query);
  const part = { offset: 0, limit: mostRows, countTo: Infinity };
  const { ids } = await findPeople(deps.read, question(view, catalog, part));
  return csvOfList({
    name: `participants-${catalog.event.id}`,
    columns: peopleColumns(wordsOf(call.words, catalog), catalog),
    without: query.get('without'),
    ids,
    read: (some) => listedPeople(deps.read, some),
  });
}

export const peoplePages: Route[] = [
  page({ method: 'get', path: peoplePath, may: 'order.manage' }, showPeople),
  page({ method: 'get', path: `${peoplePath}.csv`, may: 'order.manage' }, exportPeople),
];
