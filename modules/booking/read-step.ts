import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { addressesOfForm } from '#modules/orders/rules/draft-address.ts';
import { type BookingContext, offeredTeams } from './booking-frame.tsx';
import { chosenProtections, type DraftData, visibleProtections } from './rules/draft.ts';
import { articlesOfForm, unansweredArticles } from './rules/draft-articles.ts';
import { teamsOfForm } from './rules/draft-form.ts';
import {
  editTimesIn,
  isOutdated,
  isSavedForm,
  ofProtections,
  withInput,
  withInputOfOtherTabs,
} from './rules/draft-tabs.ts';

export type InputStep = 'competitions' | 'articles' | 'cancellation-protection' | 'delivery-address';
/** Adds the form of a step to the draft, without validation. */
export type ReadStep = (form: FormData, booking: BookingContext) => DraftData;

export const isChecked = (form: FormData, name: string): boolean => form.get(name) !== null;

/** Rendering the tens of thousands that a form of a megabyte could name would block the server for minutes. */
const maxPeople = 500;

function firstOf(teams: readonly DraftTeam[]): DraftTeam[] {
  let left = maxPeople;
  return teams.flatMap((team) => {
    const participants = team.participants.slice(0, left);
    left -= participants.length;
    return participants.length > 0 ? [{ ...team, participants }] : [];
  });
}

const stepReaders: Readonly<Record<InputStep, ReadStep>> = {
  competitions(form, booking) {
    const { catalog, draft } = booking;
    const { data } = draft;
    // With scripts the cards contain the questions of later steps.
    const posted = withArticles(form, booking, offeredTeams(catalog, teamsOfForm(form, data.teams)));
    const page = {
      teams: posted,
      seen: form.getAll('seen').map(String),
      typed: editTimesIn(form),
      isKept: isSavedForm(form),
    };
    const merged = form.has('seen') ? withInputOfOtherTabs(page, data) : posted;
    return {
      ...data,
      teams: firstOf(withAnswers(form, booking, merged)),
      protectionIds:
        form.has(visibleProtections) && !isOutdated(page.typed, data.changed, 'competitions', ofProtections)
          ? chosenProtections(form, catalog.cancellationProtections)
          : data.protectionIds,
    };
  },
  articles: (form, booking) => ({
    ...booking.draft.data,
    teams: withAnswers(form, booking, withArticles(form, booking, booking.draft.data.teams)),
  }),
  'cancellation-protection': (form, { catalog, draft: { data } }) => ({
    ...data,
    protectionIds: chosenProtections(form, catalog.cancellationProtections),
  }),
  'delivery-address': (form, { catalog: { event }, draft: { data } }) => ({
    ...data,
    ...addressesOfForm(form, event),
    // Without invoices there is no invoice address.
    ...(event.generateInvoice ? {} : { invoiceAddress: null }),
  }),
};

/** People whose articles the form shows, unless changed elsewhere since. */
const currentIn = (form: FormData, { draft }: BookingContext): ReadonlySet<string> =>
  new Set(
    [...shownIn(form)].filter((localId) => !isOutdated(editTimesIn(form), draft.data.changed, 'articles', localId)),
  );

const withArticles = (form: FormData, booking: BookingContext, before: readonly DraftTeam[]): DraftTeam[] =>
  articlesOfForm(form, booking.catalog.articles, before, booking.i18n.locale, currentIn(form, booking));

/** Choosing nothing counts as an answer. A pressed button answers for everyone the page shows. */
function withAnswers(form: FormData, booking: BookingContext, teams: readonly DraftTeam[]): DraftTeam[] {
  if (!isChecked(form, 'declined')) return [...teams];
  const answered = isSavedForm(form) ? currentIn(form, booking) : shownIn(form);
  const declined = new Set(unansweredArticles(booking.catalog.articles, teams).map(({ localId }) => localId));
  return teams.map((team) => ({
    ...team,
    participants: team.participants.map((person) =>
      declined.has(person.localId) && answered.has(person.localId) ? { ...person, declined: true } : person,
    ),
  }));
}

export const shownIn = (form: FormData): ReadonlySet<string> => new Set(form.getAll('shown').map(String));

export const isInputStep = (step: string): step is InputStep => Object.hasOwn(stepReaders, step);

export function readStep(step: InputStep, form: FormData, booking: BookingContext): DraftData {
  const { data } = booking.draft;
  const edits = editTimesIn(form);
  const isOfStep = step === 'cancellation-protection' || step === 'delivery-address';
  if (isOfStep && isOutdated(edits, data.changed, step)) return data;
  return {
    ...stepReaders[step](form, booking),
    changed: withInput(data.changed, edits, step, isSavedForm(form), shownIn(form)),
  };
}
