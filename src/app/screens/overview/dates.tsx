import type { ReactElement } from 'react';
import type { EventDate } from '#modules/events/rules/event-dates.ts';
import type { Instant } from '#src/kernel/time.ts';
import { toIso } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { settingsPath } from './addresses.ts';

export type SentMailing = { id: number; at: Instant; subject: string };
/** The number of future dates that are not folded. */
const maxShown = 3;
type Entry = { at: Instant; text: string; links: { label: string; href: string }[] };

/** Scheduled changes in the event's time zone with links to edit them; past and distant ones are folded. */
export function Dates(props: {
  eventId: number;
  dates: readonly EventDate[];
  mailings: readonly SentMailing[];
  i18n: Translator;
  now: Instant;
  mayChange: boolean;
}): ReactElement {
  const { eventId, dates, mailings, i18n, now, mayChange } = props;
  const entries: Entry[] = [
    ...dates.map((date) => ({ at: date.at, text: textOf(date, i18n), links: linksOf(date, eventId, i18n) })),
    ...mailings.map(({ id, at, subject }) => ({
      at,
      text: i18n.t('overview.date.mailing'),
      links: [{ label: subject, href: `/admin/events/${eventId}/mailings/${id}` }],
    })),
  ].sort((a, b) => a.at - b.at);
  const past = entries.filter(({ at }) => at < now);
  const coming = entries.slice(past.length);
  const first = coming.length > maxShown + 2 ? maxShown : coming.length;
  const list = (of: readonly Entry[]) => <Entries {...{ entries: of, i18n, now, mayChange }} />;
  const folded = (of: readonly Entry[], when: 'past' | 'later') =>
    of.length === 0 ? null : (
      <details>
        <summary>{i18n.t(`overview.dates.${when}`, { count: of.length })}</summary>
        {list(of)}
      </details>
    );
  return (
    <>
      {folded(past, 'past')}
      {list(coming.slice(0, first))}
      {folded(coming.slice(first), 'later')}
    </>
  );
}

function Entries(props: {
  entries: readonly Entry[];
  i18n: Translator;
  now: Instant;
  mayChange: boolean;
}): ReactElement {
  const { entries, i18n, now, mayChange } = props;
  return (
    <ol className="dates">
      {entries.map(({ at, text, links }, index) => (
        <li key={index} className="date" data-past={at < now ? '' : undefined}>
          <time dateTime={toIso(at)}>{i18n.shortDateTime(at)}</time>
          <span>{text}</span>
          <span className="date-links">
            {links.map(({ label, href }) =>
              mayChange ? (
                <a key={`${href} ${label}`} href={href}>
                  {label}
                </a>
              ) : (
                <span key={`${href} ${label}`}>{label}</span>
              ),
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function textOf(date: EventDate, i18n: Translator): string {
  if (date.kind !== 'price' && date.kind !== 'saleOpens') return i18n.t(`overview.date.${date.kind}`);
  const [first] = date.of;
  return i18n.t(`overview.date.${date.kind}`, { price: first ? i18n.money(first.price.price) : '' });
}

function linksOf(date: EventDate, eventId: number, i18n: Translator): Entry['links'] {
  const competitionPath = (id: number) => `/admin/tickets/${eventId}/${id}`;
  switch (date.kind) {
    case 'price':
    case 'saleOpens':
      return date.of.map(({ competition, price }) => ({
        label: competition.title,
        href: `${competitionPath(competition.id)}/prices/${price.id}`,
      }));
    case 'salePauses':
    case 'saleEnds':
    case 'start':
      return date.of.map(({ competition: { id, title } }) => ({ label: title, href: competitionPath(id) }));
    case 'vouchersEnd':
      return date.of.map(({ name }) => ({ label: name, href: `/admin/voucher-types/${eventId}` }));
    case 'changesEnd':
      return [{ label: i18n.t('overview.date.edit'), href: `${settingsPath(eventId)}/people` }];
    default:
      return [{ label: i18n.t('overview.date.edit'), href: settingsPath(eventId) }];
  }
}
