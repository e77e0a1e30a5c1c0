import type { ReactElement } from 'react';
import { Form } from './form.tsx';
import { usePage } from './page.tsx';

/** The search page of the management, also used by `islands/find.ts`. */
export const findPath = '/admin/search';

/**
 * The search of the management: name, number, start number, payment reference or address. Without a script Enter opens the
 * results page; with one they appear below. `searched`: the current query. `eventId`: pages and
 * settings are those of this event.
 */
export function FindBox({ searched, eventId }: { searched: string; eventId: string | null }): ReactElement {
  const { i18n } = usePage();
  return (
    <Form
      method="get"
      action={findPath}
      csrfToken={null}
      className="find"
      role="search"
      aria-label={i18n.t('ui.find.label')}
      data-find=""
    >
      <label className="visually-hidden" htmlFor="find">
        {i18n.t('ui.find.label')}
      </label>
      <input
        className="input"
        id="find"
        type="search"
        name="q"
        defaultValue={searched}
        placeholder={i18n.t('ui.find.placeholder')}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts="/"
      />
      {eventId === null ? null : <input type="hidden" name="event" value={eventId} />}
      <button className="find-go" type="submit">
        {i18n.t('ui.form.search')}
      </button>
      <div className="find-list" id="find-list" role="listbox" aria-label={i18n.t('ui.find.found')} hidden />
      <p className="visually-hidden" role="status" />
    </Form>
  );
}
