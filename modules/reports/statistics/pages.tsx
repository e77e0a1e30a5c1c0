import type { ReactElement } from 'react';
import { eventHead, loadCatalog, type ManagedEvent, managedEvents, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { fileNameOf, type TableFormat, tableFormats } from '#src/files/tables/table-file.ts';
import { refuse } from '#src/kernel/problem.ts';
import { dateIn, zonedParts } from '#src/kernel/time.ts';
import { defaultTimeZone, type Translator } from '#src/texts/locale.ts';
import { SelectField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { addressOf, type Choices, choicesIn, measures, periods } from './choices.ts';
import { type EventPart, type EventQuery, eventFigures, eventParts } from './event-figures.ts';
import { type Figures, FiguresCard, fileOf } from './figures.tsx';
import { type PlatformPart, platformFigures, platformFile, platformParts } from './platform-figures.ts';

const may = 'statistics.read';
type Call = PageCall<typeof may, 'event', Catalog>;
type PlatformCall = PageCall<'statistics.platform'>;
type Filter = keyof Choices;

function Parts({
  links,
  i18n,
}: {
  links: readonly { href: string; label: string; isHere: boolean }[];
  i18n: Translator;
}) {
  return (
    <nav aria-label={i18n.t('statistics.parts')}>
      <ul className="statistics-parts">
        {links.map(({ href, label, isHere }) => (
          <li key={href}>
            <a className="nav-link" href={href} aria-current={isHere ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const periodText = (days: number, i18n: Translator): string =>
  days === 365
    ? i18n.t('statistics.filter.lastYear')
    : days === 730
      ? i18n.t('statistics.filter.lastYears')
      : i18n.t('statistics.filter.lastDays', { days });

function Filters(props: {
  action: string;
  choices: Choices;
  filters: readonly Filter[];
  compareWith: readonly { value: number; label: string }[];
  comparesAlways?: boolean;
  years: readonly number[];
  i18n: Translator;
}): ReactElement {
  const { action, choices, filters, compareWith, comparesAlways, years, i18n } = props;
  const select = (name: string, label: string, value: string, options: readonly (readonly [unknown, string])[]) => (
    <SelectField
      name={name}
      label={label}
      defaultValue={value}
      options={options.map(([of, text]) => ({ value: String(of), label: text }))}
    />
  );
  return (
    <Form method="get" action={action} csrfToken={null} className="statistics-filters">
      {filters.includes('days')
        ? select(
            'days',
            i18n.t('statistics.filter.days'),
            String(choices.days),
            periods.map((days) => [days, periodText(days, i18n)]),
          )
        : null}
      {filters.includes('measure')
        ? select(
            'type',
            i18n.t('statistics.filter.type'),
            choices.measure,
            measures.map((measure) => [measure, i18n.t(`statistics.measure.${measure}`)]),
          )
        : null}
      {filters.includes('year')
        ? select(
            'year',
            i18n.t('statistics.filter.year'),
            String(choices.year),
            years.map((year) => [year, String(year)]),
          )
        : null}
      {filters.includes('compare') && compareWith.length > 0
        ? select('compare', i18n.t('statistics.filter.compare'), String(choices.compare ?? ''), [
            ...(comparesAlways ? [] : [['', i18n.t('statistics.filter.none')] as const]),
            ...compareWith.map(({ value, label }) => [value, label] as const),
          ])
        : null}
      <Button look="quiet">{i18n.t('statistics.filter.show')}</Button>
    </Form>
  );
}

function Cards(props: { all: readonly Figures[]; fileHref(file: string): string; i18n: Translator }): ReactElement {
  return (
    <div className="figures-cards">
      {props.all.map((figures) => (
        <FiguresCard key={figures.name} figures={figures} fileHref={props.fileHref} i18n={props.i18n} />
      ))}
    </div>
  );
}

/** `sales.csv` → name and format. @throws Problem NOT_FOUND */
function fileNamed(file: string): { name: string; format: TableFormat } {
  const [, name = '', ending = ''] = /^([a-z-]+)\.([a-z]+)$/.exec(file) ?? [];
  const format = tableFormats.find((one) => one === ending);
  return format ? { name, format } : refuse('NOT_FOUND');
}

const base = ({ event }: Catalog): string => `/admin/events/${event.id}/statistics`;
const partPath = (catalog: Catalog, part: EventPart): string =>
  part === 'sales' ? base(catalog) : `${base(catalog)}/${part}`;
const filtersOf: Record<EventPart, readonly Filter[]> = {
  sales: ['days', 'measure', 'compare'],
  people: [],
  views: ['days'],
  extras: [],
};

const maxCompared = 100;

async function comparable({ deps, viewer, record: { event } }: Call): Promise<ManagedEvent[]> {
  const events = await managedEvents(deps.read, viewer, may);
  return events.filter(({ id }) => id !== event.id);
}

async function eventQuery(call: Call, others: readonly ManagedEvent[]): Promise<EventQuery> {
  const { deps, record: catalog, query, now } = call;
  const choices = choicesIn(query, now, catalog.event.timeZone);
  const other = others.find(({ id }) => id === choices.compare) ?? null;
  const i18n = wordsOf(call.i18n, catalog);
  return { read: deps.read, catalog, i18n, now, choices: { ...choices, compare: other?.id ?? null }, other };
}

async function showEvent(call: Call, part: EventPart): Promise<Response> {
  const { record: catalog } = call;
  const others = filtersOf[part].includes('compare') ? await comparable(call) : [];
  const figuresQuery = await eventQuery(call, others);
  const { i18n, choices } = figuresQuery;
  const all: Figures[] = [];
  for (const name of eventParts[part])
    all.push(...((await eventFigures(name, figuresQuery).then((one) => one && [one])) ?? []));
  const links = (Object.keys(eventParts) as EventPart[]).map((one) => ({
    href: partPath(catalog, one),
    label: i18n.t(`statistics.part.${one}`),
    isHere: one === part,
  }));
  return call.render(
    <div className="stack statistics">
      <Parts links={links} i18n={i18n} />
      {filtersOf[part].length > 0 ? (
        <Filters
          action={partPath(catalog, part)}
          choices={choices}
          filters={filtersOf[part]}
          compareWith={others.slice(0, maxCompared).map(({ id, title, startTimestamp }) => ({
            value: id,
            label: `${title}, ${i18n.shortDate(startTimestamp)}`,
          }))}
          years={[]}
          i18n={i18n}
        />
      ) : null}
      {part === 'people' ? <p className="soft">{i18n.t('statistics.countedPeople')}</p> : null}
      <Cards
        all={all}
        fileHref={(file) => addressOf(`${base(catalog)}/files/${file}`, choices, filtersOf[part])}
        i18n={i18n}
      />
    </div>,
    eventHead(catalog, i18n.t('statistics.title')),
  );
}

const platformBase = '/admin/statistics';
const platformPath = (part: PlatformPart): string => (part === 'sales' ? platformBase : `${platformBase}/${part}`);
const filtersOfPlatform: Record<PlatformPart, readonly Filter[]> = {
  sales: ['days', 'measure'],
  years: ['measure', 'year', 'compare'],
  articles: [],
  views: ['days'],
  payments: ['year'],
};
const partLabel = {
  sales: 'statistics.part.sales',
  years: 'statistics.perYear',
  articles: 'statistics.part.articles',
  views: 'statistics.part.views',
  payments: 'statistics.part.payments',
} as const;

const platformQuery = ({ deps, i18n, now, query }: PlatformCall) => ({
  read: deps.read,
  i18n,
  now,
  choices: choicesIn(query, now, defaultTimeZone),
});

async function showPlatform(call: PlatformCall, part: PlatformPart): Promise<Response> {
  const { i18n, now } = call;
  const figuresQuery = platformQuery(call);
  const choices = { ...figuresQuery.choices, compare: figuresQuery.choices.compare ?? figuresQuery.choices.year - 1 };
  const thisYear = zonedParts(now, defaultTimeZone).year;
  const years = Array.from({ length: 10 }, (_, index) => thisYear - index);
  const links = platformParts.map((one) => ({
    href: platformPath(one),
    label: i18n.t(partLabel[one]),
    isHere: one === part,
  }));
  return call.render(
    <div className="stack statistics">
      <Parts links={links} i18n={i18n} />
      {filtersOfPlatform[part].length > 0 ? (
        <Filters
          action={platformPath(part)}
          choices={choices}
          filters={filtersOfPlatform[part]}
          compareWith={years.map((year) => ({ value: year, label: String(year) }))}
          comparesAlways
          years={years}
          i18n={i18n}
        />
      ) : null}
      <Cards
        all={await platformFigures(part, figuresQuery)}
        fileHref={(file) => addressOf(`${platformBase}/files/${file}`, choices, filtersOfPlatform[part])}
        i18n={i18n}
      />
    </div>,
    {
      title: i18n.t('statistics.title'),
      frame: 'admin',
      admin: { intro: i18n.t('statistics.platform') },
    },
  );
}

const ofEvent = { method: 'get', may, load: loadCatalog } as const;
const ofPlatform = { method: 'get', may: 'statistics.platform' } as const;
const path = '/admin/events/{event}/statistics' as const;

export const statisticsPages: readonly Route[] = [
  page({ ...ofEvent, path }, (call) => showEvent(call, 'sales')),
  page({ ...ofEvent, path: `${path}/people` }, (call) => showEvent(call, 'people')),
  page({ ...ofEvent, path: `${path}/views` }, (call) => showEvent(call, 'views')),
  page({ ...ofEvent, path: `${path}/extras` }, (call) => showEvent(call, 'extras')),
  page({ ...ofEvent, path: `${path}/files/{file}` }, async (call) => {
    const { name, format } = fileNamed(call.params.file);
    const figuresQuery = await eventQuery(call, name === 'comparison' ? await comparable(call) : []);
    const figures = (await eventFigures(name, figuresQuery)) ?? refuse('NOT_FOUND');
    const { catalog, i18n } = figuresQuery;
    const file = fileNameOf(catalog.event.title, name, dateIn(call.now, i18n.timeZone));
    return fileOf({ ...figures, name: file }, format, { i18n, deps: call.deps });
  }),
  ...platformParts.map((part) =>
    page({ ...ofPlatform, path: part === 'sales' ? '/admin/statistics' : `/admin/statistics/${part}` }, (call) =>
      showPlatform(call, part),
    ),
  ),
  page({ ...ofPlatform, path: '/admin/statistics/files/{file}' }, async (call) => {
    const { name, format } = fileNamed(call.params.file);
    const figures = (await platformFile(name, platformQuery(call))) ?? refuse('NOT_FOUND');
    return fileOf(figures, format, call);
  }),
];
