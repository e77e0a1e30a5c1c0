import type { ReactElement } from 'react';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/platform/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { fieldId } from '#src/ui/field.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { type Lack, readiness } from '../rules/readiness.ts';
import type { VoucherKind } from '../rules/voucher-kind.ts';

/** How far the event is, and where to go next. */
export function Readiness(props: {
  catalog: Catalog;
  voucherKinds: readonly VoucherKind[];
  words: Translator;
  now: Instant;
}): ReactElement {
  const { catalog, voucherKinds, words, now } = props;
  const lacks = readiness(catalog, voucherKinds, now);
  const missing = lacks.filter(({ weight }) => weight === 'missing');
  const hints = lacks.filter(({ weight }) => weight === 'hint');
  return (
    <section className="card stack-s" aria-labelledby="readiness-title">
      <h2 id="readiness-title">{words.t('events.ready.title')}</h2>
      {missing.length === 0 ? (
        <Alert tone="good">{words.t('events.ready.yes')}</Alert>
      ) : (
        <LackList lacks={missing} catalog={catalog} words={words} />
      )}
      {hints.length > 0 ? (
        <>
          <h3>{words.t('events.ready.hints')}</h3>
          <LackList lacks={hints} catalog={catalog} words={words} />
        </>
      ) : null}
    </section>
  );
}

function LackList(props: { lacks: readonly Lack[]; catalog: Catalog; words: Translator }): ReactElement {
  const { lacks, catalog, words } = props;
  return (
    <ul className="lacks">
      {lacks.map((lack) => (
        <li key={`${lack.code} ${lack.competition?.id ?? ''}`} data-weight={lack.weight}>
          <a href={placeOf(lack, catalog.event.id)}>
            {words.t(`events.ready.${lack.code}`, { competition: lack.competition?.title ?? '' })}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Where one mends it. */
function placeOf({ code, competition }: Lack, eventId: number): string {
  const base = `/admin/events/${eventId}`;
  if (code === 'competitions') return `${base}/competitions/new`;
  if (code === 'price') return `/admin/tickets/${eventId}/${competition?.id}/prices/new`;
  if (code === 'voucherPrice') return `/admin/voucher-types/${eventId}`;
  if (code === 'outside') return `/admin/tickets/${eventId}/${competition?.id}`;
  if (code === 'canceled' || code === 'soldOut') return `${base}/settings/sale`;
  if (code === 'conditions') return `${base}/settings/texts`;
  if (code === 'picture') return `${base}/settings/look#picture`;
  if (code === 'description' || code === 'location') return `#${fieldId(code)}`;
  return code === 'hidden' ? '#visibility-title' : '#basics';
}

/** What is sold, in a line of figures. */
export function Sold({ catalog, words }: { catalog: Catalog; words: Translator }): ReactElement {
  const { competitions, articles, organizers } = catalog;
  const sum = (of: readonly { sold: number }[]) => of.reduce((total, { sold }) => total + sold, 0);
  const places = competitions.reduce((total, { totalTicketCount }) => total + totalTicketCount, 0);
  return (
    <Facts
      facts={[
        {
          label: words.t('events.overview.tickets'),
          value: words.t('events.admin.soldOf', { sold: words.number(sum(competitions)), total: words.number(places) }),
        },
        {
          label: words.t('events.overview.articles'),
          value: words.number(articles.reduce((total, { variants }) => total + sum(variants), 0)),
        },
        { label: words.t('events.fact.organizer'), value: organizers.map(({ name }) => name).join(', ') || '–' },
      ]}
    />
  );
}
