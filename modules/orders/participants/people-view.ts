import type { ListQuery } from '#src/platform/list-query.ts';
import type { Sort } from '#src/ui/table.tsx';
import { positive } from '../management/order-view.ts';

/** What one may ask the list of participants for, by the names that stand in the address and in the form. */
export const peopleFilters = [
  'event',
  'q',
  'competition',
  'state',
  'gender',
  'team',
  'nationality',
  'field',
  'answer',
] as const;
export type PeopleFilter = (typeof peopleFilters)[number];
export const frequentFilters: readonly PeopleFilter[] = ['event', 'q', 'competition', 'state'];
/** Who holds a place is shown unless others are asked for. */
export const states = ['live', 'paid', 'unpaid', 'canceled', 'all'] as const;
export const listedGenders = ['female', 'male', 'diverse'] as const;
const sortable = ['id', 'lastName', 'firstName', 'email', 'birthDate', 'rrBib', 'teamName'] as const;
export const peoplePath = '/admin/participants';

export type PeopleView = { filters: Readonly<Record<PeopleFilter, string>>; sort: Sort; page: number };

const known: Partial<Record<PeopleFilter, readonly string[]>> = { state: states, gender: listedGenders };
const numbers: readonly PeopleFilter[] = ['event', 'competition', 'field'];

/** The view that an address asks for; what it cannot ask for is left out. */
export function peopleViewOf(query: URLSearchParams): PeopleView {
  const filterIn = (name: PeopleFilter): string => {
    const value = (query.get(name) ?? '').trim().slice(0, 200);
    if (numbers.includes(name)) return positive(value) === null ? '' : value;
    if (name === 'nationality') return /^[A-Z]{2}$/.test(value) ? value : '';
    return known[name]?.includes(value) === false ? '' : value;
  };
  const field = query.get('sort') ?? '';
  return {
    filters: Object.fromEntries(peopleFilters.map((name) => [name, filterIn(name)])) as PeopleView['filters'],
    sort: sortable.some((name) => name === field)
      ? { field, direction: query.get('dir') === 'desc' ? 'desc' : 'asc' }
      : { field: 'id', direction: 'desc' },
    page: Math.min(positive(query.get('page')) ?? 1, 100_000),
  };
}

const isNewestFirst = ({ sort }: PeopleView): boolean => sort.field === 'id' && sort.direction === 'desc';
export const isNarrowed = ({ filters }: PeopleView): boolean =>
  peopleFilters.some((name) => name !== 'event' && filters[name] !== '');

export function peopleAddress(view: PeopleView, change: Partial<PeopleView> = {}, path: string = peoplePath): string {
  const { filters, sort, page } = { ...view, ...change };
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (!isNewestFirst({ filters, sort, page })) {
    query.set('sort', sort.field);
    query.set('dir', sort.direction);
  }
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The question to the database; the event is asked apart. */
export function peopleQuery({ filters, sort }: PeopleView): Pick<ListQuery, 'filter' | 'order' | 'q'> {
  const is = (field: string, value: string | boolean | string[], type = 'eq') => ({ field, type, value });
  const { state, competition, gender, team, nationality, field, answer } = filters;
  const conditions = [
    ...(state === '' || state === 'live' ? [is('live', true)] : []),
    ...(state === 'paid' ? [is('live', true), is('status', ['complete', 'shipped'], 'in')] : []),
    ...(state === 'unpaid' ? [is('live', true), is('status', 'pending')] : []),
    ...(state === 'canceled' ? [is('live', false)] : []),
    ...(competition === '' ? [] : [is('competitionId', competition)]),
    ...(gender === '' ? [] : [is('gender', gender)]),
    ...(team === '' ? [] : [is('teamName', team, 'like')]),
    ...(nationality === '' ? [] : [is('nationalityCountryCode', nationality)]),
    ...(field === '' || answer === '' ? [] : [is(`formField.${field}`, answer)]),
  ];
  return {
    filter: JSON.stringify(conditions),
    ...(isNewestFirst({ filters, sort, page: 1 })
      ? {}
      : { order: JSON.stringify([{ field: sort.field, dir: sort.direction }]) }),
    ...(filters.q === '' ? {} : { q: filters.q }),
  };
}

/** What a letter can be narrowed by as well; `state` there is called `paid`. */
const ofLetters: readonly PeopleFilter[] = ['event', 'competition', 'state', 'field', 'answer'];

/**
 * Where one writes to those in the list. A letter is begun with the list's filter where it can say the same; otherwise it
 * would reach others than one sees, and one starts from the letters of the event.
 */
export function lettersAddress(view: PeopleView): string {
  const { event, competition, state, field, answer } = view.filters;
  const letters = `/admin/events/${event}/mailings`;
  const isSaid =
    peopleFilters.every((name) => ofLetters.includes(name) || view.filters[name] === '') &&
    ['', 'live', 'paid', 'unpaid'].includes(state);
  if (!isNarrowed(view) || !isSaid) return letters;
  const asked = { competition, paid: state === 'live' ? '' : state, field, answer };
  return `${letters}/new?${new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''))}`;
}
