import type { ReactElement } from 'react';
import { publicCatalog, saleFor, wordsOf } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { canWaitFor, pricesToWaitFor } from '#modules/events/rules/sale.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { refuse as refuseAny } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { EmailField, NumberField, SelectField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { askerOf } from './asker.ts';
import { joinList } from './join-list.ts';
import { entryPath, joinPath } from './links.ts';
import { closedListsOf, entriesOf, entryOf, type NamedEntry } from './read-entries.ts';
import {
  isLive,
  isSameWish,
  parseWish,
  placesInput,
  placesRange,
  wishForPlaces,
  wishKey,
} from './rules/entry-state.ts';
import { describeWish, wishText } from './wish-text.ts';

type Call = PageCall<'waitlist.join', 'event'>;
type OpenList = { competition: CatalogCompetition; priceId: number | null };
type Joining = {
  call: Call;
  catalog: Catalog;
  i18n: Translator;
  open: readonly OpenList[];
  own: readonly NamedEntry[];
};

/** @throws Problem NOT_FOUND where there are no lists */
async function joining(call: Call): Promise<Joining> {
  const { deps, viewer, now, params } = call;
  const catalog = await saleFor(deps.read, await publicCatalog(deps.read, params.event), null, now);
  const { event } = catalog;
  if (event.offerHours === null) return refuseAny('NOT_FOUND');
  const closed = await closedListsOf(deps.read, event.id);
  const known = viewer?.level === 'verified' ? await entriesOf(deps.read, viewer) : [];
  return {
    call,
    catalog,
    i18n: wordsOf(call.i18n, catalog),
    open: catalog.competitions.flatMap((competition): OpenList[] => {
      if (closed.has(competition.id)) return [];
      const prices = pricesToWaitFor(event, competition, now).map(({ id }) => ({ competition, priceId: id }));
      return canWaitFor(event, competition, now) ? [{ competition, priceId: null }, ...prices] : prices;
    }),
    own: known.filter(({ eventId, state }) => eventId === event.id && isLive(state)),
  };
}

async function show({ call, catalog, i18n, open, own }: Joining, state?: FormState): Promise<Response> {
  const { event } = catalog;
  const title = i18n.t('waitlist.join.title');
  return call.render(
    <div className="narrow stack">
      <div className="stack-s">
        <p className="soft">
          <a href={`/events/${event.id}`}>{event.title}</a>
        </p>
        <h1>{title}</h1>
      </div>
      {call.query.has('asked') ? (
        <Alert tone="wait" focused title={i18n.t('waitlist.asked.title')}>
          {i18n.t('waitlist.asked.text')}
        </Alert>
      ) : null}
      {own.map((entry) => (
        <Alert key={entry.id} tone="accent">
          <p>{i18n.t('waitlist.join.already', { competition: wishText(entry, i18n) })}</p>
          <a href={entryPath(call.deps, entry)}>{i18n.t('waitlist.join.toEntry')}</a>
        </Alert>
      ))}
      {open.length === 0 ? (
        <Alert>
          <p>{i18n.t('waitlist.join.none')}</p>
          <ButtonLink href={`/events/${event.id}`} look="quiet">
            {i18n.t('waitlist.toEvent')}
          </ButtonLink>
        </Alert>
      ) : call.query.has('asked') ? null : (
        <JoinForm {...{ call, i18n, catalog, open, state, hours: event.offerHours ?? 0, eventId: event.id }} />
      )}
    </div>,
    { title: `${title} · ${event.title}`, noIndex: true, whiteLabel: whiteLabelOf(catalog) },
    formStatus(state),
  );
}

function JoinForm(props: {
  call: Call;
  i18n: Translator;
  catalog: Catalog;
  open: readonly OpenList[];
  state: FormState | undefined;
  hours: number;
  eventId: number;
}): ReactElement {
  const { call, i18n, catalog, open, state, hours, eventId } = props;
  const wishes = open.map(({ competition, priceId }) => wishForPlaces(competition.id, priceId));
  const requested = parseWish(call.query.get('competition') ?? '');
  const at = Math.max(
    0,
    wishes.findIndex((wish) => isSameWish(wish, requested)),
  );
  const chosen = open[at]?.competition;
  const range = chosen ? placesRange(chosen) : { least: 1, most: 1 };
  const isProven = call.viewer?.level === 'verified';
  return (
    <>
      <p className="lead">{i18n.t('waitlist.join.lead', { hours })}</p>
      <Form
        action={joinPath(eventId)}
        {...(state ? { state } : {})}
        labelOf={(name) => (name === 'email' || name === 'places' ? i18n.t(`waitlist.form.${name}`) : undefined)}
      >
        <SelectField
          name="competition"
          label={i18n.t('waitlist.form.competition')}
          options={wishes.map((wish) => ({ value: wishKey(wish), label: describeWish(catalog, wish, i18n) }))}
          defaultValue={wishes[at] ? wishKey(wishes[at]) : ''}
        />
        <NumberField
          name="places"
          label={i18n.t('waitlist.form.places')}
          hint={i18n.t('waitlist.form.placesHint')}
          defaultValue={String(range.least)}
        />
        {isProven ? null : (
          <EmailField
            name="email"
            label={i18n.t('waitlist.form.email')}
            hint={i18n.t('waitlist.form.emailHint')}
            defaultValue={call.viewer?.email ?? ''}
            aria-required
          />
        )}
        <div className="form-actions">
          <Button>{i18n.t('waitlist.form.join')}</Button>
        </div>
      </Form>
      <p className="soft small">{i18n.t('waitlist.join.rules')}</p>
    </>
  );
}

async function join(about: Joining): Promise<Response> {
  const { call, catalog, i18n } = about;
  const { deps, viewer } = call;
  const eventId = catalog.event.id;
  const wish = parseWish(postedText(call, 'competition', 40));
  const competition = catalog.competitions.find(({ id }) => id === wish.competitionId);
  const done = await runForm(
    { ...call, i18n },
    async () => {
      const joined = await deps.write((work) =>
        joinList(work, {
          eventId,
          ...wish,
          places: placesInput(postedText(call, 'places', 20)),
          ...askerOf(call, postedText(call, 'email', 320)),
        }),
      );
      if (viewer?.level !== 'verified') return `${joinPath(eventId)}?asked=1`;
      const entry = await entryOf(deps.read, joined.entryId);
      return entry ? entryPath(deps, entry) : joinPath(eventId);
    },
    {
      beside: ({ code, details }) => {
        const fields = code === 'VALIDATION_FAILED' ? Object.keys((details.fields ?? {}) as object) : [];
        if (!fields.includes('places') || !competition) return null;
        const { least, most } = placesRange(competition);
        return { places: i18n.t('waitlist.form.placesError', { least, most }) };
      },
    },
  );
  return 'to' in done ? call.redirect(done.to) : show(about, done.state);
}

const path = '/events/{event}/waitlist' as const;
export const joinPages: readonly PageRoute[] = [
  page({ method: 'get', path, may: 'waitlist.join' }, async (call) => show(await joining(call))),
  page({ method: 'post', path, may: 'waitlist.join' }, async (call) => join(await joining(call))),
];
