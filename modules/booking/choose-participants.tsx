import type { MoveRequest } from '#islands/participants/move-question.tsx';
import { userById } from '#modules/accounts/index.ts';
import { knownPeopleOf } from '#modules/companions/index.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { draftErrors } from '#modules/orders/rules/draft-check.ts';
import { isTooLarge } from '#modules/orders/rules/entry-check.ts';
import { inputOf } from '#modules/orders/rules/participant.ts';
import { type BookingStep, stepPath } from '#modules/orders/rules/steps.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { fieldId } from '#src/ui/field.tsx';
import {
  askedTwice,
  type BookingContext,
  bookingContext,
  headOf,
  keepDraft,
  type LoginCall,
  readDateIn,
  withSavedDraft,
} from './booking-frame.tsx';
import { leaveOtherEvents, OtherEventPage, otherEvents } from './other-events.tsx';
import { ParticipantsPage } from './participants-page.tsx';
import { shownIn } from './read-step.ts';
import type { RefusedCode } from './refusal.tsx';
import { type DraftData, visibleProtections } from './rules/draft.ts';
import { articleErrors, articlesFor, unansweredArticles } from './rules/draft-articles.ts';
import { addTeam, applyIntent, chosenIntent, chosenName, type KnownPerson } from './rules/draft-form.ts';
import { articlesLost, moveEntry, moveTargets } from './rules/draft-move.ts';
import { needsVoucher } from './rules/draft-price.ts';
import { openPeople } from './rules/folded-people.ts';
import { confirmedDistinct } from './rules/twins.ts';
import { bookedQuestion, duplicateQuestion, namesWithAddress } from './twin-question.ts';

const newLocalId = () => secretToken(9);

/** The account of a proven mailbox, for "that's me". An unproven address proves nothing. */
async function knownPerson(call: LoginCall): Promise<KnownPerson | null> {
  if (call.viewer.level !== 'verified') return null;
  const user = await userById(call.deps.read, call.viewer.userId);
  const firstName = user?.firstname ?? user?.contactAddress?.firstName ?? '';
  const lastName = user?.lastname ?? user?.contactAddress?.lastName ?? '';
  if (!user || (firstName === '' && lastName === '')) return null;
  return inputOf({ ...user, firstName, lastName, club: user.contactAddress?.sportsClub ?? null });
}

type StepView = {
  teams: DraftTeam[];
  showErrors?: boolean;
  status?: 200 | 400 | 429;
  refused?: RefusedCode | null;
  asked?: MoveRequest | null;
  open?: string | null;
};

export async function showParticipants(call: LoginCall, booking: BookingContext, view: StepView): Promise<Response> {
  const { teams, showErrors = false, status = 200, refused = null, asked: question = null, open = null } = view;
  const { me, people } = await knownPeopleOf(call.deps.read, call.viewer, await knownPerson(call));
  return call.render(
    <ParticipantsPage
      {...{
        booking,
        teams,
        showErrors,
        refused,
        asked: question,
        open,
        me,
        people,
        now: call.now,
        isAnswer: status !== 200,
      }}
    />,
    headOf(booking, 'competitions'),
    status,
  );
}

export async function openParticipants(call: LoginCall, booking: BookingContext): Promise<Response> {
  const { draft, catalog } = booking;
  const { visitId } = call.viewer;
  const others = await otherEvents(call.deps.read, { visitId, eventId: catalog.event.id, now: call.now });
  if (others.length > 0) {
    const { inputForm: _, ...head } = headOf(booking, 'competitions');
    return call.render(<OtherEventPage booking={booking} others={others} />, head);
  }
  const wanted = catalog.competitions.find((entry) => String(entry.id) === call.query.get('competition'));
  const isNew = wanted && !draft.data.teams.some((team) => team.competitionId === wanted.id);
  const teams = isNew ? addTeam(catalog, draft.data.teams, wanted, newLocalId) : draft.data.teams;
  const moving = draft.data.teams.findIndex(({ localId }) => localId === call.query.get('move'));
  return showParticipants(call, booking, {
    teams,
    showErrors: call.query.has('check'),
    asked: moveQuestion(booking, moving) ?? (call.query.has(askedTwice) ? duplicateQuestion(booking) : null),
    open: call.query.get('open'),
  });
}

export async function beginHere(call: LoginCall, booking: BookingContext): Promise<Response> {
  await call.deps.write((work) => leaveOtherEvents(work, { viewer: call.viewer, eventId: booking.catalog.event.id }));
  return call.redirect(stepPath(booking.eventRef, 'competitions'));
}

export async function chooseParticipants(call: LoginCall, booking: BookingContext, data: DraftData): Promise<Response> {
  const { catalog, draft, i18n, eventRef } = booking;
  const { teams } = data;
  const here = stepPath(eventRef, 'competitions');
  const intent = chosenIntent(call.form);
  const [verb, first, second] = intent.split(':');
  const team = teams[Number(first)];
  // People entered elsewhere are asked about; other drafts are dropped.
  if (draft.key === '') {
    const { visitId } = call.viewer;
    const others = await otherEvents(call.deps.read, { visitId, eventId: catalog.event.id, now: call.now });
    if (others.length === 0)
      await call.deps.write((work) => leaveOtherEvents(work, { viewer: call.viewer, eventId: catalog.event.id }));
  }
  if (verb === 'move' && team && !second) {
    await keepDraft(call, booking, data);
    return call.redirect(`${here}?move=${encodeURIComponent(team.localId)}`);
  }
  if (verb === 'apart' && first) {
    const apart = confirmedDistinct(teams, data.apart, first);
    return goOnFromParticipants(call, withSavedDraft(booking, await keepDraft(call, booking, { ...data, apart })));
  }
  const changed =
    verb === 'stay'
      ? teams
      : verb === 'move'
        ? moveEntry(catalog, teams, Number(first), Number(second), newLocalId)
        : applyIntent(intent, catalog, teams, newLocalId, await knownTo(call, verb));
  const saved = await keepDraft(call, booking, { ...data, teams: changed ?? teams });
  if (changed) return call.redirect(here + placeOf(verb, [Number(first), Number(second)], changed));
  const errors = draftErrors(catalog, teams, readDateIn(i18n), call.now);
  const isWrong = Object.keys(errors).length > 0 || isTooLarge(catalog.competitions, teams);
  if (isWrong || namesWithAddress(teams).length > 0)
    return showParticipants(call, booking, { teams, showErrors: true, status: 400 });
  return goOnFromParticipants(call, withSavedDraft(booking, saved));
}

/** Goes on if there are no duplicates and everyone can have a ticket. */
async function goOnFromParticipants(call: LoginCall, saved: BookingContext): Promise<Response> {
  const question = duplicateQuestion(saved) ?? (await bookedQuestion(call, saved, saved.draft.data));
  // A ticket for voucher holders: the code is entered on this page.
  if (!question && needsVoucher(saved.problem) === null)
    return call.redirect(stepPath(saved.eventRef, stepAsking(saved, call.form)));
  const after = await bookingContext(call);
  return showParticipants(call, after, { teams: after.draft.data.teams, status: 400, asked: question });
}

/** The first step with open questions: the cards may already have answered articles and protection. */
function stepAsking({ steps, catalog, draft }: BookingContext, form: FormData): BookingStep {
  const { teams } = draft.data;
  const visibleIds = shownIn(form);
  const isShown = teams.every((team) =>
    team.participants.every(
      ({ localId }, index) => visibleIds.has(localId) || articlesFor(catalog.articles, team, index).length === 0,
    ),
  );
  const isRight =
    isShown &&
    Object.keys(articleErrors(catalog, teams)).length === 0 &&
    unansweredArticles(catalog.articles, teams).length === 0;
  const asks = (step: BookingStep) =>
    step !== 'competitions' &&
    !(step === 'articles' && isRight) &&
    !(step === 'cancellation-protection' && form.has(visibleProtections));
  return steps.find(asks) ?? 'check-order';
}

async function knownTo(call: LoginCall, verb: string | undefined) {
  if (verb !== 'me' && verb !== 'known' && verb !== 'with') return {};
  return await knownPeopleOf(call.deps.read, call.viewer, await knownPerson(call));
}

function placeOf(verb: string | undefined, [first, second]: [number, number], teams: readonly DraftTeam[]): string {
  const index = verb === 'add' || verb === 'with' ? teams.length - 1 : first;
  const team = teams[index];
  if (!team || !['add', 'with', 'member', 'copy', 'me', 'known', 'move', 'edit'].includes(verb ?? '')) return '';
  const person = team.participants[verb === 'with' ? 0 : second];
  const opens = person && openPeople(teams, null) ? `?open=${encodeURIComponent(person.localId)}` : '';
  return `${opens}#${fieldId(`teams[${index}]`)}`;
}

/** Target competitions of an entry, and whose articles the move would delete. */
function moveQuestion(
  booking: Pick<BookingContext, 'catalog' | 'draft' | 'i18n' | 'now'>,
  teamIndex: number,
): MoveRequest | null {
  const { catalog, draft, i18n, now } = booking;
  const { teams } = draft.data;
  const team = teams[teamIndex];
  if (!team) return null;
  const { t } = i18n;
  const [first] = team.participants;
  const who = team.teamName.trim() || [first?.firstName, first?.lastName].join(' ').trim();
  const options = moveTargets(catalog.competitions, teams, team, now).map(({ id, title }) => ({
    value: String(id),
    label: title,
  }));
  const lost = articlesLost(catalog.articles, team);
  const intent = `move:${teamIndex}`;
  return {
    name: chosenName(intent),
    title: who ? t('people.move.titleNamed', { name: who }) : t('people.move.title'),
    label: t('people.move.label'),
    options,
    text: options.length === 0 ? t('people.move.nowhere') : lost.length > 0 ? t('people.move.text') : '',
    lines: (options.length > 0 ? lost : []).map(({ place, name, articles }) =>
      t('people.move.line', {
        name: name || t('orders.participants.member', { number: place }),
        articles: articles
          .map((article) => t(article.variant ? 'people.move.articleOf' : 'people.move.article', article))
          .join(', '),
      }),
    ),
    link: null,
    no: t('people.move.no'),
    answers: options.length > 0 ? [[intent, t(lost.length > 0 ? 'people.move.yesAndDelete' : 'people.move.yes')]] : [],
  };
}
