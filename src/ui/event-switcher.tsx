import type { ReactElement } from 'react';
import { Button, Form } from './form.tsx';
import { useTranslator } from './page.tsx';

/** `date` is formatted. `note`: over, hidden, canceled. */
export type SwitchTo = { href: string; title: string; date: string; note?: string };
export type SwitcherProps = {
  /** null: the page has no event. */
  current: SwitchTo | null;
  /** Future ones, next first. */
  next: readonly SwitchTo[];
  /** Hidden and past ones. */
  others: readonly SwitchTo[];
};

/** The managed event, with a search for others. */
export function EventSwitcher({ current, next, others }: SwitcherProps): ReactElement {
  const i18n = useTranslator();
  const list = (events: readonly SwitchTo[], title: string) =>
    events.length > 0 ? (
      <>
        <p className="admin-nav-title">{title}</p>
        <ul>
          {events.map((event) => (
            <li key={event.href}>
              <a href={event.href} aria-current={event.href === current?.href ? 'true' : undefined}>
                <b>{event.title}</b>
                <span>{event.note ? `${event.date} · ${event.note}` : event.date}</span>
              </a>
            </li>
          ))}
        </ul>
      </>
    ) : null;
  return (
    <details className="event-switcher">
      <summary>
        <b>{current?.title ?? i18n.t('ui.switcher.all')}</b>
        <span>{current?.date ?? i18n.t('ui.switcher.choose')}</span>
      </summary>
      <div className="event-switcher-list">
        {list(next, i18n.t('ui.switcher.next'))}
        {list(others, i18n.t('ui.switcher.others'))}
        <Form
          method="get"
          action="/admin/events"
          csrfToken={null}
          className="search-row"
          role="search"
          aria-label={i18n.t('ui.switcher.label')}
        >
          <input type="hidden" name="go" value="" />
          <label className="visually-hidden" htmlFor="switch-event">
            {i18n.t('ui.switcher.label')}
          </label>
          <input
            className="input"
            id="switch-event"
            type="search"
            name="q"
            placeholder={i18n.t('ui.switcher.label')}
            maxLength={100}
          />
          <Button look="quiet" small>
            {i18n.t('ui.form.search')}
          </Button>
        </Form>
        <a className="event-switcher-all" href="/admin/events">
          {i18n.t('ui.switcher.all')}
        </a>
      </div>
    </details>
  );
}
