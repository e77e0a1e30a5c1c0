import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { idIn, type PageCall, type PageHead } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { CheckboxField } from '#src/ui/field.tsx';
import { Button, ButtonLink, ErrorSummary, Form, type FormErrors } from '#src/ui/form.tsx';
import { currentLink } from '#src/ui/layout.tsx';
import { usePage } from '#src/ui/page.tsx';
import { requireEventRole } from '../event/event-role.ts';
import { catalogOf, eventIdOf } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { wordsOf } from '../words.ts';
import { FieldGroups } from './field-groups.tsx';
import { namedErrors, refusalText, type Typed } from './reading.ts';
import { seenOf } from './seen.ts';
import { type GroupSpec, seenName } from './specs.ts';

export type OrganizerCall = PageCall<'event.change'>;

export const idOf = (call: OrganizerCall, name: string): number => idIn(call.params[name]);

/**
 * The event that a page's address names by its number or a shortlink.
 * @throws Problem NOT_FOUND for somebody else's event
 */
export async function managedCatalog(call: OrganizerCall): Promise<Catalog> {
  const eventId = await eventIdOf(call.deps.read, call.params.eventId ?? '');
  await requireEventRole(call.deps.read, call.viewer, eventId);
  return (await catalogOf(call.deps.read, eventId)) ?? refuse('NOT_FOUND');
}

/** The event of a page, and the call in its time zone and wording. */
export async function managed(call: OrganizerCall): Promise<{ call: OrganizerCall; catalog: Catalog }> {
  const catalog = await managedCatalog(call);
  return { catalog, call: { ...call, words: wordsOf(call.words, catalog) } };
}

/** The head of a page that belongs to one event. */
export function eventHead({ event }: Catalog, title: string, action?: ReactNode): PageHead {
  const isItself = title === event.title;
  return {
    title: isItself ? title : `${title} · ${event.title}`,
    frame: 'admin',
    admin: {
      heading: title,
      ...(isItself ? {} : { intro: event.title }),
      action,
      eventSwitcher: <EventSwitcher eventId={event.id} title={event.title} />,
    },
  };
}

/** Which event is being managed, and the way to another: by a part of its name, however many there are. */
function EventSwitcher({ eventId, title }: { eventId: number; title: string }): ReactElement {
  const { words } = usePage();
  return (
    <div className="event-switcher">
      <p>
        <a href={`/admin/events/${eventId}`}>{title}</a>
      </p>
      <Form method="get" action="/admin/events" csrfToken={null} className="search-row" role="search">
        <input type="hidden" name="go" value="" />
        <label className="visually-hidden" htmlFor="switch-event">
          {words.t('events.switch.label')}
        </label>
        <input
          className="input"
          id="switch-event"
          type="search"
          name="q"
          placeholder={words.t('events.switch.label')}
          maxLength={100}
        />
        <Button look="quiet" small>
          {words.t('events.switch.go')}
        </Button>
      </Form>
    </div>
  );
}

/** What a pressed button was refused with, as the page it came from tells it. `of`: what kind of record the page shows. */
export function Refused({ call, of }: { call: OrganizerCall; of?: string }): ReactElement | null {
  const code = call.query.get('refused');
  return code && call.words.has(`problem.${code}`) ? (
    <Alert tone="bad" urgent focused>
      {refusalText(call.words, code, of)}
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
    { href: `/admin/voucher-types/${eventId}`, label: words.t('events.tab.vouchers') },
    { href: `${base}/pictures`, label: words.t('events.tab.pictures') },
    { href: `${base}/mailings`, label: words.t('mailings.tab') },
    { href: `${base}/payouts`, label: words.t('events.tab.payouts') },
    { href: `${base}/mails`, label: words.t('mailPreview.tab') },
    { href: `${base}/history`, label: words.t('events.tab.history') },
  ];
  // Some pages of a competition and of a kind of voucher lie elsewhere by their old addresses.
  const [elsewhere, home] = [
    ['/admin/tickets/', `${base}/competitions`],
    ['/admin/vouchers/', `/admin/voucher-types/${eventId}`],
  ].find(([start = '']) => path.startsWith(start)) ?? ['', ''];
  const hrefs = links.map(({ href }) => href);
  const current = elsewhere ? home : currentLink(path, hrefs);
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

/** What a page answers with a form in this state. */
export const formStatus = (state: Partial<FormState> | undefined): 200 | 400 | 409 =>
  !state?.typed ? 200 : state.meanwhile ? 409 : 400;

export type FormState = {
  typed: Typed;
  errors: FormErrors;
  refusal: string | null;
  saved?: boolean;
  /** What the record is now, when that is something else than the page read. */
  stored?: Typed;
  /** What the form that was posted had been showing, as its hidden fields say; a form shown again goes on from there. */
  seen?: Readonly<Record<string, string>>;
  /** What somebody else changed meanwhile, in sentences. */
  meanwhile?: readonly string[];
  /** What saving would do that may be a mistake; it is done when the person says so. */
  confirm?: readonly string[];
};

/**
 * A form that saves, with what went wrong or right above it. It remembers what it showed, so that a change that somebody
 * else made meanwhile is not overwritten unseen, and asks before what was typed is left behind.
 */
export function SavingForm(props: {
  groups: readonly GroupSpec[];
  /** The record as it is stored, or what a new one begins with. */
  stored: Typed;
  state?: Partial<FormState> | undefined;
  words: Words;
  timeZone: string;
  action: string;
  csrfToken: string;
  /** What the button says. */
  submit?: string;
  cancelHref?: string;
  /** Between the fields and the button. */
  children?: ReactNode;
}): ReactElement {
  const { groups, words, action, csrfToken, timeZone } = props;
  const { errors = {}, refusal, saved, meanwhile = [], confirm = [], ...state } = props.state ?? {};
  const stored = state.stored ?? props.stored;
  const seen = state.stored ? {} : (state.seen ?? {});
  preinitModule(usePage().assets.manifest.runtime, { as: 'script' });
  return (
    <Form
      action={action}
      csrfToken={csrfToken}
      {...(groups.some(({ fields }) => fields.some(({ required }) => required))
        ? { requiredNote: words.t('ui.form.required') }
        : {})}
      data-guard={props.state?.typed ? 'changed' : ''}
    >
      {saved ? <Saved words={words} /> : null}
      {refusal ? (
        <Alert tone="bad" urgent focused>
          {refusal}
        </Alert>
      ) : null}
      <Told title={words.t('events.meanwhile.title')} sentences={meanwhile} />
      <ErrorSummary
        title={words.t('ui.errors.title', { count: Object.keys(errors).length })}
        errors={namedErrors(groups, errors, words)}
      />
      <input type="hidden" name="seen" value={seen.seen ?? seenOf(groups, stored, words.locale, timeZone)} />
      {groups.flatMap(({ fields }) =>
        fields.flatMap(({ name, stock }) =>
          stock && stored[name] ? (
            <input key={name} type="hidden" name={seenName(name)} value={seen[seenName(name)] ?? stored[name]} />
          ) : (
            []
          ),
        ),
      )}
      <FieldGroups groups={groups} typed={state.typed ?? stored} errors={errors} words={words} />
      {props.children}
      {confirm.length > 0 ? (
        <>
          <Told title={words.t('events.confirm.title')} sentences={confirm} />
          <CheckboxField name="confirmed" label={words.t('events.confirm.label')} />
        </>
      ) : null}
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

/** That it worked, where the eye and the screen reader are. */
export const Saved = ({ words }: { words: Words }): ReactElement => (
  <Alert tone="good" focused>
    {words.t('ui.form.saved')}
  </Alert>
);

function Told({ title, sentences }: { title: string; sentences: readonly string[] }): ReactElement | null {
  if (sentences.length === 0) return null;
  return (
    <Alert tone="wait" urgent focused title={title}>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  );
}
