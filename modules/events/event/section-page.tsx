import type { ReactElement } from 'react';
import { page } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import {
  EventTabs,
  eventHead,
  type FormState,
  formStatus,
  managedCatalog,
  type OrganizerCall,
  Refused,
  Saved,
  SavingForm,
} from '../forms/frame.tsx';
import { type Reading, typedOf } from '../forms/reading.ts';
import { press, saveForm } from '../forms/save.ts';
import { PictureBox } from '../pictures/picture-box.tsx';
import { shortlinksOf } from '../read-list.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { isPublic } from '../rules/sale.ts';
import { type EventInput, eventInput } from '../shapes.ts';
import { wordsOf } from '../words.ts';
import { updateEvent } from './change-event.ts';
import { eventRecord, isSection, type Section, sectionGroups, sections } from './form.ts';
import { Readiness, Sold, Visibility, visibilityOf } from './overview.tsx';
import { type ShortlinkState, Shortlinks } from './shortlinks.tsx';

/** The first section stands on the event's own page. */
export const sectionPath = (eventId: number, section: Section): string =>
  section === 'basics' ? `/admin/events/${eventId}` : `/admin/events/${eventId}/settings/${section}`;

function SectionLinks(props: { eventId: number; current: Section; words: Words }): ReactElement {
  const { eventId, current, words } = props;
  return (
    <nav aria-label={words.t('events.section.label')}>
      <ul className="section-links">
        {sections.map((section) => (
          <li key={section}>
            <a href={sectionPath(eventId, section)} aria-current={section === current ? 'page' : undefined}>
              {words.t(`events.section.${section}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export async function showSection(
  call: OrganizerCall,
  catalog: Catalog,
  section: Section,
  state?: FormState,
  shortlink?: ShortlinkState,
): Promise<Response> {
  const { viewer, query, now } = call;
  const { event } = catalog;
  const words = wordsOf(call.words, catalog);
  const groups = sectionGroups(section, asked(call));
  const isFirst = section === 'basics';
  const voucherKinds = isFirst ? await call.deps.voucherKinds(event.id) : [];
  return call.render(
    <div className="stack">
      <EventTabs eventId={event.id} words={words} />
      <Refused call={call} />
      {query.has('saved') && !state && !shortlink ? <Saved words={words} /> : null}
      {isFirst ? (
        <div className="overview">
          <Readiness catalog={catalog} voucherKinds={voucherKinds} words={words} now={now} />
          <div className="stack">
            <Visibility
              catalog={catalog}
              words={words}
              csrfToken={viewer.csrfToken}
              asked={query.has('ask') ? visibilityOf(query.get('ask') ?? '') : null}
            />
            <Sold catalog={catalog} words={words} />
          </div>
        </div>
      ) : null}
      <div className="settings" id={section}>
        <SectionLinks eventId={event.id} current={section} words={words} />
        <div className="stack">
          <SavingForm
            groups={groups}
            stored={typedOf(groups, eventRecord(catalog), words.locale, event.timeZone)}
            state={state}
            words={words}
            timeZone={event.timeZone}
            action={sectionPath(event.id, section)}
            csrfToken={viewer.csrfToken}
          />
          {section === 'look' ? await look(call, catalog, shortlink) : null}
        </div>
      </div>
    </div>,
    eventHead(
      catalog,
      isFirst ? event.title : words.t(`events.section.${section}`),
      <div className="row">
        <ButtonLink look="quiet" small href={`/admin/events/${event.id}/copy`}>
          {words.t('events.copy.button')}
        </ButtonLink>
        <ButtonLink look="quiet" small href={`/events/${event.id}`}>
          {words.t(isPublic(event) ? 'ui.admin.backToShop' : 'events.admin.preview')}
        </ButtonLink>
      </div>,
    ),
    shortlink ? 400 : formStatus(state),
  );
}

async function look(call: OrganizerCall, catalog: Catalog, refused: ShortlinkState | undefined) {
  const { event } = catalog;
  const links = (await shortlinksOf(call.deps.read, [event.id])).get(event.id) ?? [];
  return (
    <>
      <PictureBox call={call} catalog={catalog} record={{ kind: 'event', id: event.id }} stored={event.titlePicture} />
      <Shortlinks
        eventId={event.id}
        links={links}
        words={call.words}
        csrfToken={call.viewer.csrfToken}
        origin={call.deps.config.publicUrl}
        refused={refused}
      />
    </>
  );
}

/** What the fields of a section depend on. */
const asked = ({ viewer, deps: { config } }: OrganizerCall) => ({
  isSuperAdmin: viewer.isSuperAdmin,
  online: config.saferpay ? config.paymentMethods : [],
});

/** Shipping lies deeper in the API than in the form, and every way to pay is whatever the platform will offer. */
function reshape({ typed, input: { paymentMethods: ticked, ...input }, errors }: Reading, offered: number): Reading {
  const paymentMethods = Array.isArray(ticked) && ticked.length === offered ? null : ticked;
  const payment = ticked === undefined ? {} : { paymentMethods };
  const { defaultShippingCost, shippingCountries, ...rest } = input;
  const isShipping = defaultShippingCost !== undefined || shippingCountries !== undefined;
  const shipping = isShipping ? { shippingCosts: { defaultShippingCost, countries: shippingCountries } } : {};
  return { typed, errors, input: { ...rest, ...payment, ...shipping } };
}

/** What would stop a running sale, said before it is done. */
function warnings({ event, competitions }: Catalog, input: EventInput, words: Words, now: number): string[] {
  const sold = competitions.reduce((sum, competition) => sum + competition.sold, 0);
  const turnsOn = (name: 'canceled' | 'soldOut') => input[name] === true && !event[name];
  return [
    ...(turnsOn('canceled') ? [words.t('events.warn.canceled', { count: sold })] : []),
    ...(turnsOn('soldOut') ? [words.t('events.warn.soldOut')] : []),
    ...(input.endTimestamp !== undefined && input.endTimestamp < now && event.endTimestamp >= now
      ? [words.t('events.warn.over')]
      : []),
    ...(sold > 0 && input.startTimestamp !== undefined && input.startTimestamp !== event.startTimestamp
      ? [words.t('events.warn.moved', { count: sold })]
      : []),
  ];
}

async function saveSection(call: OrganizerCall, section: Section): Promise<Response> {
  const catalog = await managedCatalog(call);
  const { id: eventId, timeZone } = catalog.event;
  const outcome = await saveForm(call, {
    groups: sectionGroups(section, asked(call)),
    schema: eventInput,
    timeZone,
    eventId,
    reshape: (reading) => reshape(reading, asked(call).online.length),
    stored: eventRecord,
    warn: (now, data) => warnings(now, data, call.words, call.now),
    save: async (work, data) => {
      await updateEvent(work, eventId, data);
      return `${sectionPath(eventId, section)}?saved`;
    },
  });
  return 'to' in outcome ? call.redirect(outcome.to) : showSection(call, catalog, section, outcome.state);
}

const sectionIn = (call: OrganizerCall): Section => {
  const section = call.params.section ?? '';
  return isSection(section) && section !== 'basics' ? section : refuse('NOT_FOUND');
};

export const sectionPages = [
  page({ method: 'get', path: '/admin/events/{eventId}', may: 'event.read' }, async (call) =>
    showSection(call, await managedCatalog(call), 'basics'),
  ),
  page({ method: 'post', path: '/admin/events/{eventId}', may: 'event.change' }, (call) => saveSection(call, 'basics')),
  page({ method: 'get', path: '/admin/events/{eventId}/settings/{section}', may: 'event.read' }, async (call) =>
    showSection(call, await managedCatalog(call), sectionIn(call)),
  ),
  page({ method: 'post', path: '/admin/events/{eventId}/settings/{section}', may: 'event.change' }, (call) =>
    saveSection(call, sectionIn(call)),
  ),
  page({ method: 'post', path: '/admin/events/{eventId}/visibility', may: 'event.change' }, async (call) => {
    const { event, competitions } = await managedCatalog(call);
    const path = `/admin/events/${event.id}`;
    const choice = visibilityOf(String(call.form.get('visibility') ?? ''));
    const isEntered = competitions.some(({ sold }) => sold > 0);
    if (choice === 'hidden' && isEntered && call.form.get('confirmed') !== 'true')
      return call.redirect(`${path}?ask=${choice}#visibility-title`);
    const change = { visible: choice === 'visible', visibleViaLink: choice === 'viaLink' };
    return press(call, event.id, (work) => updateEvent(work, event.id, change), `${path}#visibility-title`, path);
  }),
];
