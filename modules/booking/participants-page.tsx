import type { AskedMove } from '#islands/participants/move-question.tsx';
import type { StepTexts } from '#islands/participants/texts.ts';
import { fewLeftAt } from '#modules/events/rules/sale.ts';
import { competitionTexts, errorTexts, personTexts } from '#modules/orders/index.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/platform/locale.ts';
import { usePage } from '#src/ui/page.tsx';
import type { BookingContext } from './booking-frame.tsx';
import { peopleTexts } from './people-texts.ts';
import { Refusal, type RefusedCode } from './refusal.tsx';
import type { KnownPerson } from './rules/draft-form.ts';
import type { OrderedPerson } from './rules/known-people.ts';
import { StepPage } from './step-page.tsx';
import { stepProps } from './step-props.ts';

export function ParticipantsPage(props: {
  booking: BookingContext;
  teams: DraftTeam[];
  showErrors: boolean;
  now: Instant;
  /** What the visitor's own account knows. */
  me: KnownPerson | null;
  /** Of the visitor's own earlier orders. */
  people: OrderedPerson[];
  /** A move that is asked about before it is made. */
  asked: AskedMove | null;
  refused: RefusedCode | null;
}) {
  const { booking, showErrors, now, me, people, asked, refused } = props;
  const { words, catalog } = booking;
  const { csrfToken } = usePage();
  return (
    <StepPage
      booking={booking}
      above={
        booking.problem && props.teams.length === 0 ? (
          <Refusal booking={booking} problem={booking.problem} step="competitions" />
        ) : null
      }
      props={{
        ...stepProps(booking, 'competitions', { csrfToken, refused, teams: props.teams }),
        showErrors,
        me,
        people,
        asked,
        own: stepTexts(words),
        competitionTexts: Object.fromEntries(
          catalog.competitions.map((competition) => [competition.id, competitionTexts(competition, words, now)]),
        ),
      }}
    />
  );
}

export function stepTexts(words: Translator): StepTexts {
  const t = words.t;
  const place = { number: '{number}' };
  return {
    ...personTexts(words),
    ...peopleTexts(words),
    person: t('orders.participants.person', place),
    member: t('orders.participants.member', place),
    teamNumber: t('orders.participants.team', place),
    teamName: t('orders.participants.teamName'),
    teamNameHint: t('orders.participants.teamNameHint'),
    remove: t('ui.form.remove'),
    removeTeam: t('orders.participants.removeTeam'),
    addMember: t('orders.participants.addMember'),
    copy: t('orders.participants.copy'),
    me: t('orders.participants.me'),
    emailHint: t('orders.participants.emailHint'),
    fewLeft: Array.from({ length: fewLeftAt }, (_, index) => t('events.competition.fewLeft', { count: index + 1 })),
    noMore: t('orders.competition.noMore'),
    errors: errorTexts(words),
  };
}
