import type { ReactElement, ReactNode } from 'react';
import { idIn, type PageCall, type PageHead } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { Button, ButtonLink, ErrorSummary, Form, type FormErrors } from '#src/ui/form.tsx';
import { currentLink } from '#src/ui/layout.tsx';
import { usePage } from '#src/ui/page.tsx';
import { requireEventRole } from '../event/event-role.ts';
import { catalogOf } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { FieldGroups, type GroupSpec, namedErrors, type Typed } from './form.tsx';

export type OrganizerCall = PageCall<'event.change'>;

export const idOf = (call: OrganizerCall, name: string): number => idIn(call.params[name]);

/** @throws Problem NOT_FOUND for somebody else's event */
export async function managedCatalog(call: OrganizerCall): Promise<Catalog> {
  const eventId = idOf(call, 'eventId');
  await requireEventRole(call.deps.read, call.viewer, eventId);
  return (await catalogOf(call.deps.read, eventId)) ?? refuse('NOT_FOUND');
}

/** The head of a page that belongs to one event. */
export function eventHead(catalog: Catalog, title: string, action?: ReactNode): PageHead {
  return { title, frame: 'admin', admin: { heading: title, intro: catalog.event.title, action } };
}

/** What a pressed button was refused with, as the page it came from tells it. */
export function Refused({ call }: { call: OrganizerCall }): ReactElement | null {
  const code = call.query.get('refused');
  const key = `problem.${code}`;
  return code && call.words.has(key) ? (
    <Alert tone="bad" urgent>
      {call.words.t(key)}
    </Alert>
  ) : null;
}

/** Where one goes within an event. */
export function EventTabs({ eventId, words }: { eventId: number; words: Words }): ReactElement {
  const { path } = usePage();
  const base = `/admin/events/${eventId}`;
  const links = [
    { href: base, label: words.t('events.tab.event') },
    { href: `${base}/competitions`, label: words.t('events.tab.competitions') },
    { href: `${base}/articles`, label: words.t('events.tab.articles') },
    { href: `${base}/dynamic-fields`, label: words.t('events.tab.fields') },
    { href: `/admin/cancellation-protection/${eventId}`, label: words.t('events.tab.protections') },
  ];
  // A competition's own page lies elsewhere by its old address.
  const current = path.startsWith('/admin/tickets/')
    ? `${base}/competitions`
    : currentLink(
        path,
        links.map(({ href }) => href),
      );
  return (
    <nav aria-label={words.t('events.tab.label')}>
      <ul className="event-tabs">
        {links.map(({ href, label }) => (
          <li key={href}>
            <a className="nav-link" href={href} aria-current={href === current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export type FormState = { typed: Typed; errors: FormErrors; refusal: string | null; saved?: boolean };

/** A form that saves, with what went wrong or right above it. */
export function SavingForm(props: {
  groups: readonly GroupSpec[];
  state: FormState;
  words: Words;
  action: string;
  csrfToken: string;
  /** What the button says. */
  submit?: string;
  cancelHref?: string;
}): ReactElement {
  const { groups, state, words, action, csrfToken } = props;
  return (
    <Form action={action} csrfToken={csrfToken} requiredNote={words.t('ui.form.required')}>
      {state.saved ? <Alert tone="good">{words.t('ui.form.saved')}</Alert> : null}
      {state.refusal ? (
        <Alert tone="bad" urgent>
          {state.refusal}
        </Alert>
      ) : null}
      <ErrorSummary
        title={words.t('ui.errors.title', { count: Object.keys(state.errors).length })}
        errors={namedErrors(groups, state.errors, words)}
      />
      <FieldGroups groups={groups} typed={state.typed} errors={state.errors} words={words} />
      <div className="form-actions">
        <Button>{props.submit ?? words.t('ui.form.save')}</Button>
        {props.cancelHref ? (
          <ButtonLink look="quiet" href={props.cancelHref}>
            {words.t('ui.form.cancel')}
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  );
}
