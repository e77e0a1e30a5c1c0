import type { ReactElement } from 'react';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { errorText } from '#src/ui/field.tsx';
import { ButtonLink, Saved } from '#src/ui/form.tsx';
import { MoreActions } from '#src/ui/more-actions.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import { refusalOf } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { page } from '#src/web/http.ts';
import { onEvent } from '../changes/on-event.ts';
import {
  changesEvent,
  type ManagedCall,
  managed,
  type OrganizerCall,
  Refused,
  renderOfEvent,
} from '../management/frame.tsx';
import { press, saveEventForm } from '../management/save.ts';
import { PictureBox } from '../pictures/picture-box.tsx';
import { shortlinksOf } from '../read-list.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { isPublic } from '../rules/sale.ts';
import { type EventInput, eventInput } from '../shapes.ts';
import { deleteShortlink, putShortlink } from './change-event.ts';
import { eventRecord, isSection, type Section, sectionForm, sections } from './form.ts';
import { changeEvent, plannedShift, shiftTarget } from './shift-event.ts';
import { ShiftQuestion, shiftScopeIn } from './shift-question.tsx';
import { type ShortlinkState, Shortlinks } from './shortlinks.tsx';

export const sectionPath = (eventId: number, section: Section): string =>
  `/admin/events/${eventId}/settings${section === 'basics' ? '' : `/${section}`}`;

function SectionLinks(props: { eventId: number; current: Section; i18n: Translator }): ReactElement {
  const { eventId, current, i18n } = props;
  return (
    <nav aria-label={i18n.t('events.section.label')}>
      <ul className="section-links">
        {sections.map((section) => (
          <li key={section}>
            <a href={sectionPath(eventId, section)} aria-current={section === current ? 'page' : undefined}>
              {i18n.t(`events.section.${section}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

async function showSection(
  { call, catalog }: ManagedCall,
  section: Section,
  state?: FormState,
  shortlink?: ShortlinkState,
): Promise<Response> {
  const { query, i18n } = call;
  const { event } = catalog;
  if (state?.question) return renderOfEvent({ call, catalog }, i18n.t('events.shift.title'), state.question);
  return renderOfEvent(
    { call, catalog },
    i18n.t(`events.section.${section}`),
    <>
      <Refused call={call} />
      {query.has('saved') && !state && !shortlink ? <Saved /> : null}
      <div className="settings" id={section}>
        <SectionLinks eventId={event.id} current={section} i18n={i18n} />
        <div className="stack">
          <SavingForm
            form={sectionForm(section, sectionOptions(call))}
            record={eventRecord(catalog)}
            state={state}
            i18n={i18n}
            action={sectionPath(event.id, section)}
          />
          {section === 'look' ? await look(call, catalog, shortlink) : null}
        </div>
      </div>
    </>,
    {
      action: <EventActions event={event} i18n={i18n} now={call.now} />,
      status: shortlink ? 400 : formStatus(state),
    },
  );
}

type ActionsProps = Pick<Catalog, 'event'> & { i18n: Translator; now: Instant };
export const EventActions = ({ event, i18n, now }: ActionsProps): ReactElement => (
  <MoreActions>
    <ButtonLink look="quiet" small href={`/admin/events/${event.id}/copy`}>
      {i18n.t('events.copy.button')}
    </ButtonLink>
    <ButtonLink look="quiet" small href={`/events/${event.id}`}>
      {i18n.t(isPublic(event) ? 'ui.admin.backToShop' : 'events.admin.preview')}
    </ButtonLink>
    {event.endTimestamp > now ? (
      <ButtonLink look="quiet" small href={`/admin/events/${event.id}/cancel`}>
        {i18n.t(event.canceled ? 'eventCancellation.look' : 'eventCancellation.link')}
      </ButtonLink>
    ) : null}
  </MoreActions>
);

async function look(call: OrganizerCall, catalog: Catalog, refused: ShortlinkState | undefined) {
  const { event } = catalog;
  const links = (await shortlinksOf(call.deps.read, [event.id])).get(event.id) ?? [];
  return (
    <>
      <PictureBox call={call} catalog={catalog} record={{ kind: 'event', id: event.id }} />
      <Shortlinks
        eventId={event.id}
        links={links}
        i18n={call.i18n}
        csrfToken={call.viewer.csrfToken}
        origin={call.deps.config.publicUrl}
        refused={refused}
      />
    </>
  );
}

const sectionOptions = ({ viewer, deps: { config } }: OrganizerCall) => ({
  isSuperAdmin: viewer.isSuperAdmin,
  online: config.saferpay ? config.paymentMethods : [],
});

/** The form is flatter than the API, and all methods ticked means null: whatever the platform offers. */
function reshape({ paymentMethods: ticked, ...values }: Values, offered: number): Values {
  const paymentMethods = Array.isArray(ticked) && ticked.length === offered ? null : ticked;
  const payment = ticked === undefined ? {} : { paymentMethods };
  const { defaultShippingCost, shippingCountries, ...rest } = values;
  const isShipping = defaultShippingCost !== undefined || shippingCountries !== undefined;
  const shipping = isShipping ? { shippingCosts: { defaultShippingCost, countries: shippingCountries } } : {};
  return { ...rest, ...payment, ...shipping };
}

/** Consequences for a running sale, shown before saving. */
function warnings({ event, competitions }: Catalog, input: EventInput, i18n: Translator, now: number): string[] {
  const sold = competitions.reduce((sum, competition) => sum + competition.sold, 0);
  const turnsOn = (name: 'canceled' | 'soldOut') => input[name] === true && !event[name];
  return [
    ...(turnsOn('canceled') ? [i18n.t('events.warn.canceled', { count: sold })] : []),
    ...(turnsOn('soldOut') ? [i18n.t('events.warn.soldOut')] : []),
    ...(input.endTimestamp !== undefined && input.endTimestamp < now && event.endTimestamp >= now
      ? [i18n.t('events.warn.over')]
      : []),
    ...(sold > 0 && input.startTimestamp !== undefined && input.startTimestamp !== event.startTimestamp
      ? [i18n.t('events.warn.moved', { count: sold })]
      : []),
    ...(sold > 0 && input.location !== undefined && input.location !== event.location
      ? [i18n.t('events.warn.place', { count: sold })]
      : []),
  ];
}

/** Start and end are sent only when changed, so that the end follows the start. */
const withChangedTimes = (input: EventInput, changed: readonly string[]): EventInput =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name]) => changed.includes(name) || (name !== 'startTimestamp' && name !== 'endTimestamp'),
    ),
  );

/** A new start or time zone: asks whether dependent times move along. */
async function askToShift(
  call: OrganizerCall,
  catalog: Catalog,
  data: EventInput,
  { work, changed }: { work: Work; changed: readonly string[] },
) {
  if (shiftScopeIn(call.form)) return null;
  const target = shiftTarget(catalog, withChangedTimes(data, changed), 'everything');
  const plan = target ? await plannedShift(work.tx, call.deps, catalog, target, call.now) : [];
  const changes = plan
    .flatMap((moved) => moved.changes)
    .filter(({ kind, field }) => kind !== 'event' || field === 'userEditTillTime');
  if (!target || changes.length === 0) return null;
  return (
    <ShiftQuestion
      action={sectionPath(catalog.event.id, 'basics')}
      form={call.form}
      changes={changes}
      risks={warnings(catalog, data, call.i18n, call.now)}
      i18n={call.i18n}
      zone={catalog.event.timeZone}
      newZone={target.timeZone ?? catalog.event.timeZone}
    />
  );
}

/** `shippingCosts.countries[0].cost` is the cell `shippingCountries[0].cost`. */
const controlOf = (path: string): string =>
  path.replace(/^shippingCosts\.countries/, 'shippingCountries').replace(/^shippingCosts\./, '');

const saveSection = ({ call, catalog }: ManagedCall, section: Section) => {
  const { id: eventId } = catalog.event;
  return saveEventForm(call, eventId, {
    form: sectionForm(section, sectionOptions(call)),
    schema: eventInput,
    reshape: (values) => reshape(values, sectionOptions(call).online.length),
    controlOf,
    stored: eventRecord,
    ask: (now, data, at) => askToShift(call, now, data, at),
    warn: (now, data) => warnings(now, data, call.i18n, call.now),
    save: async (work, data, changed) => {
      const along = shiftScopeIn(call.form) ?? 'clocks';
      const input = withChangedTimes(data, changed);
      await changeEvent(work, call.deps, call.viewer, { eventId, input, along });
      return `${sectionPath(eventId, section)}?saved`;
    },
  });
};

const sectionIn = ({ section }: { section?: string }): Section => {
  if (section === undefined) return 'basics';
  return isSection(section) && section !== 'basics' ? section : refuse('NOT_FOUND');
};

const formOfSection = (path: '/admin/events/{event}/settings' | '/admin/events/{event}/settings/{section}') =>
  formPages({
    ...changesEvent,
    path,
    loadData: (call) => managed(call),
    show: (at, state) => showSection(at, sectionIn(at.call.params), state),
    save: (at) => saveSection(at, sectionIn(at.call.params)),
  });

export const sectionPages = [
  ...formOfSection('/admin/events/{event}/settings'),
  ...formOfSection('/admin/events/{event}/settings/{section}'),
];

const inputIn = (call: OrganizerCall): string => String(call.form.get('shortlink') ?? '').trim();

export const shortlinkPages = [
  page({ method: 'post', path: '/admin/events/{event}/shortlinks', ...changesEvent }, async (call) => {
    const at = managed(call);
    const eventId = at.catalog.event.id;
    const input = inputIn(call);
    try {
      await onEvent(call, eventId, (work) => putShortlink(work, eventId, input.toLowerCase()));
    } catch (error) {
      const { errors, refusal } = refusalOf(error, call.i18n);
      const text = refusal ?? errorText(Object.values(errors).flat()) ?? call.i18n.t('ui.form.invalid');
      return showSection(at, 'look', undefined, { input, error: text });
    }
    return call.redirect(`/admin/events/${eventId}/settings/look#shortlinks-title`);
  }),
  page({ method: 'post', path: '/admin/events/{event}/shortlinks/delete', ...changesEvent }, async (call) => {
    const { event } = call.record;
    const to = `/admin/events/${event.id}/settings/look`;
    return press(
      call,
      event.id,
      (work) => deleteShortlink(work, event.id, inputIn(call)),
      `${to}#shortlinks-title`,
      to,
    );
  }),
];
