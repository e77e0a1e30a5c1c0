import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { addressesOfForm } from '#modules/orders/rules/draft-address.ts';
import { type BookingContext, offeredTeams } from './booking-frame.tsx';
import type { DraftData } from './rules/draft.ts';
import { articlesOfForm, undecided } from './rules/draft-articles.ts';
import { teamsOfForm } from './rules/draft-form.ts';
import { isKeptForm, isOutdated, typedOf, withTyped, withTypedElsewhere } from './rules/draft-tabs.ts';

/** The steps in which something is typed. */
export type InputStep = 'competitions' | 'articles' | 'cancellation-protection' | 'delivery-address';
/** The draft with what the form of a step says; nothing here is checked. */
export type ReadStep = (form: FormData, booking: BookingContext) => DraftData;

export const isChecked = (form: FormData, name: string): boolean => form.get(name) !== null;

/**
 * As many as a booking takes entries. A form of a megabyte could name tens of thousands, and the page that shows them would
 * keep everybody else waiting for minutes.
 */
const mostPeople = 500;

function firstOf(teams: readonly DraftTeam[]): DraftTeam[] {
  let left = mostPeople;
  return teams.flatMap((team) => {
    const participants = team.participants.slice(0, left);
    left -= participants.length;
    return participants.length > 0 ? [{ ...team, participants }] : [];
  });
}

const stepReaders: Readonly<Record<InputStep, ReadStep>> = {
  competitions(form, { catalog, draft: { data } }) {
    const posted = offeredTeams(catalog, teamsOfForm(form, data.teams));
    const page = {
      teams: posted,
      seen: form.getAll('seen').map(String),
      typed: typedOf(form),
      isKept: isKeptForm(form),
    };
    return { ...data, teams: firstOf(form.has('seen') ? withTypedElsewhere(page, data) : posted) };
  },
  articles(form, { catalog, draft: { data }, words }) {
    const typed = typedOf(form);
    const shown = new Set(
      form
        .getAll('shown')
        .map(String)
        .filter((localId) => !isOutdated(typed, data.changed, 'articles', localId)),
    );
    const teams = articlesOfForm(form, catalog.articles, data.teams, words.locale, shown);
    const declined = isChecked(form, 'declined')
      ? new Set(undecided(catalog.articles, teams).map(({ localId }) => localId))
      : new Set<string>();
    return {
      ...data,
      teams: teams.map((team) => ({
        ...team,
        participants: team.participants.map((person) =>
          declined.has(person.localId) && shown.has(person.localId) ? { ...person, declined: true } : person,
        ),
      })),
    };
  },
  'cancellation-protection'(form, { catalog, draft: { data } }) {
    const ids = catalog.cancellationProtections.map(({ id }) => id);
    return { ...data, protectionIds: ids.filter((id) => isChecked(form, `protection.${id}`)) };
  },
  'delivery-address': (form, { catalog: { event }, draft: { data } }) => ({
    ...data,
    ...addressesOfForm(form, event),
    // Nobody is asked for it where no invoice can be.
    ...(event.generateInvoice ? {} : { invoiceAddress: null }),
  }),
};

export const isInputStep = (step: string): step is InputStep => Object.hasOwn(stepReaders, step);

/** Of what was typed in other pages too, the latest holds. */
export function readStep(step: InputStep, form: FormData, booking: BookingContext): DraftData {
  const { data } = booking.draft;
  const typed = typedOf(form);
  const isOfStep = step === 'cancellation-protection' || step === 'delivery-address';
  if (isOfStep && isOutdated(typed, data.changed, step)) return data;
  return {
    ...stepReaders[step](form, booking),
    changed: withTyped(data.changed, typed, step, isKeptForm(form)),
  };
}
