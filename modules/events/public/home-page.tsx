import type { ReactElement } from 'react';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { DateBlock, Empty } from '#src/ui/display.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { useFile } from '#src/ui/page.tsx';
import { Pager } from '#src/ui/table.tsx';
import type { WhiteLabelName } from '#src/web/http.ts';
import { usePicture } from '../pictures/use-picture.ts';
import type { EventSale } from '../read-catalog.ts';
import { fromPrice } from '../rules/offer.ts';
import { uploadedAddress } from '../rules/pictures.ts';
import { saleState } from '../rules/sale.ts';
import { fromPriceText, SaleBadge } from './sale-texts.tsx';

type Card = {
  sale: EventSale;
  /** Below the first row. */
  isBelow: boolean;
  i18n: Translator;
  now: Instant;
};

function EventCard({ sale, isBelow, i18n, now }: Card): ReactElement {
  const { event, competitions } = sale;
  const local = i18n.in(event.timeZone);
  const date = local.dateBlock(event.startTimestamp);
  const state = saleState(event, competitions, now);
  const price = state === 'onSale' || state === 'fewLeft' || state === 'notYet' ? fromPrice(competitions, now) : null;
  return (
    <article className="event-card">
      <img
        className="event-card-picture"
        {...usePicture(event, '(min-width: 48rem) 23rem, 100vw')}
        alt=""
        width="640"
        height="360"
        loading={isBelow ? 'lazy' : undefined}
      />
      <div className="event-card-date">
        <DateBlock {...date} showsYear={date.year !== local.dateBlock(now).year} />
      </div>
      <div className="event-card-body">
        <h2>
          <a href={`/events/${event.id}`}>{event.title}</a>
        </h2>
        <p className="soft">{event.location}</p>
        <div className="event-card-foot">
          <span>{price === null ? '' : fromPriceText(price, i18n)}</span>
          <SaleBadge state={state} i18n={i18n} />
        </div>
      </div>
    </article>
  );
}

export type HomeFilter = { q: string; month: string; kind: string; place: string };
export type HomeView = {
  filter: HomeFilter;
  /** Values that occur: months as `YYYY-MM`, kinds and places. */
  months: readonly string[];
  kinds: readonly string[];
  places: readonly string[];
  count: number;
  page: number;
  pages: number;
  sales: readonly EventSale[];
};

/** Cards visible at first; pictures of later ones load lazily. */
const firstRow = 3;

const isFiltered = (filter: HomeFilter): boolean => Object.values(filter).some((value) => value !== '');

type Home = {
  view: HomeView;
  i18n: Translator;
  now: Instant;
  /** Set on an organizer's own host name. */
  site: WhiteLabelName | null;
};

export function HomePage({ view, i18n, now, site }: Home): ReactElement {
  const logo = uploadedAddress(site?.logo ?? null);
  const drawing = useFile('pictures/hero.svg');
  const { filter, page, pages } = view;
  return (
    <>
      <div className="wrap">
        <div className="hero home-hero">
          <div className="hero-text">
            <h1>{site ? i18n.t('events.home.siteTitle', { name: site.name }) : i18n.t('events.home.title')}</h1>
            <p className="lead">{i18n.t('events.home.lead')}</p>
          </div>
          {logo ? (
            <img className="hero-picture site-logo-large" src={logo} alt="" />
          ) : (
            <img className="hero-picture" src={drawing} alt="" width="800" height="500" />
          )}
        </div>
      </div>
      <section className="band" aria-labelledby="events-title">
        <div className="wrap stack">
          <h2 className="visually-hidden" id="events-title">
            {i18n.t('events.home.list')}
          </h2>
          <EventFilter view={view} i18n={i18n} />
          {view.sales.length === 0 ? (
            <Nothing filtered={isFiltered(filter)} i18n={i18n} />
          ) : (
            <>
              {isFiltered(filter) ? (
                <p className="soft" role="status">
                  {i18n.t('events.home.found', { count: view.count })}
                </p>
              ) : null}
              <ul className="grid">
                {view.sales.map((sale, index) => (
                  <li className="event-item" key={sale.event.id}>
                    <EventCard sale={sale} isBelow={index >= firstRow} i18n={i18n} now={now} />
                  </li>
                ))}
              </ul>
            </>
          )}
          <Pager page={page} pages={pages} href={(to) => homeHref(filter, to)} />
        </div>
      </section>
    </>
  );
}

function homeHref(filter: HomeFilter, page = 1): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/?${query}` : '/';
}

function EventFilter({ view, i18n }: { view: HomeView; i18n: Translator }): ReactElement {
  const { filter } = view;
  const choices = [
    {
      name: 'month',
      none: 'events.filter.anyMonth',
      options: view.months.map((value) => ({ value, label: i18n.monthOf(value) })),
    },
    {
      name: 'kind',
      none: 'events.filter.anyKind',
      options: view.kinds.map((value) => ({ value, label: kindText(value, i18n) })),
    },
    {
      name: 'place',
      none: 'events.filter.anyPlace',
      options: view.places.map((value) => ({ value, label: value })),
    },
  ] as const;
  return (
    <Form method="get" action="/" csrfToken={null} className="filter" role="search">
      <TextField
        name="q"
        label={i18n.t('events.filter.q')}
        type="search"
        defaultValue={filter.q}
        placeholder={i18n.t('events.filter.qHint')}
        maxLength={100}
      />
      {choices.map(({ name, none, options }) => (
        <SelectField
          key={name}
          name={name}
          label={i18n.t(`events.filter.${name}`)}
          defaultValue={filter[name]}
          placeholder={i18n.t(none)}
          options={options}
        />
      ))}
      <Button look="quiet">{i18n.t('events.filter.show')}</Button>
    </Form>
  );
}

function kindText(kind: string, i18n: Translator): string {
  const key = `events.kind.${kind}`;
  return i18n.t(i18n.has(key) ? key : 'events.kind.other');
}

function Nothing({ filtered, i18n }: { filtered: boolean; i18n: Translator }): ReactElement {
  if (!filtered) return <Empty title={i18n.t('events.home.none')} text={i18n.t('events.home.noneText')} />;
  return (
    <Empty title={i18n.t('events.home.noMatch')} text={i18n.t('events.home.noMatchText')}>
      <ButtonLink look="quiet" href="/">
        {i18n.t('events.home.showAll')}
      </ButtonLink>
    </Empty>
  );
}
