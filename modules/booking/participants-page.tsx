import type { MoveRequest } from '#islands/participants/move-question.tsx';
import { stepKeys } from '#islands/participants/texts.ts';
import type { OrderedPerson } from '#modules/companions/rules/known-people.ts';
import { fewLeftAt } from '#modules/events/rules/sale.ts';
import { competitionTexts, errorTexts, personTexts } from '#modules/orders/index.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { countPeople, isTooLarge, maxPeople } from '#modules/orders/rules/entry-check.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import { memoize } from '#src/kernel/memoize.ts';
import type { Instant } from '#src/kernel/time.ts';
import { cacheJson, perTranslator } from '#src/texts/per-translator.ts';
import { Alert } from '#src/ui/display.tsx';
import { textsOf } from '#src/web/island-texts.ts';
import { useArticleTexts } from './articles-page.tsx';
import { type BookingContext, readDateIn } from './booking-frame.tsx';
import { protectionTexts } from './protection-page.tsx';
import { Refusal, type RefusedCode } from './refusal.tsx';
import type { KnownPerson } from './rules/draft-form.ts';
import { finishedIn, openPeople } from './rules/folded-people.ts';
import { StepPage, useStepProps } from './step-page.tsx';
import { namesWithAddress } from './twin-question.ts';

const counted = (text: (count: number) => string) => Array.from({ length: fewLeftAt }, (_, at) => text(at + 1));

const ownTexts = perTranslator((i18n) => {
  const { options, ...others } = personTexts(i18n);
  const same = {
    ...others,
    ...textsOf(i18n, stepKeys),
    // Cached: the list of countries is most of this page.
    options: cacheJson(options),
    fewLeft: counted((count) => i18n.t('events.competition.fewLeft', { count })),
    fewLeftAtPrice: counted((count) => i18n.t('events.competition.fewLeftAtPrice', { count })),
    errors: cacheJson(errorTexts(i18n)),
  };
  /** Cached by the largest number of people per order. */
  return memoize((most) =>
    cacheJson({ ...same, mostPeople: Number(most), tooMany: i18n.t('people.error.tooMany', { most: Number(most) }) }),
  );
});

export function ParticipantsPage(props: {
  booking: BookingContext;
  teams: DraftTeam[];
  showErrors: boolean;
  now: Instant;
  me: KnownPerson | null;
  people: OrderedPerson[];
  asked: MoveRequest | null;
  /** Local id of the person to unfold among many. */
  open: string | null;
  refused: RefusedCode | null;
  isAnswer: boolean;
}) {
  const { booking, showErrors, now, me, people, asked: question, refused, teams, isAnswer } = props;
  const open = openPeople(teams, props.open);
  const { i18n, catalog } = booking;
  const articles = useArticleTexts(booking);
  const has = (step: BookingStep) => booking.steps.includes(step);
  const addresses = showErrors ? namesWithAddress(teams) : [];
  const most = maxPeople(catalog.competitions);
  const own = ownTexts(i18n)(String(most));
  return (
    <StepPage
      booking={booking}
      props={{
        ...useStepProps(booking, 'competitions', { refused, teams }),
        showErrors,
        me,
        people,
        asked: question,
        open,
        finished:
          countPeople(teams) > 1 && !showErrors ? finishedIn(catalog, teams, readDateIn(i18n), booking.now) : [],
        card: open
          ? null
          : {
              articles: has('articles') ? articles : null,
              protection: has('cancellation-protection') ? protectionTexts(booking) : null,
            },
        own,
        competitionTexts: Object.fromEntries(
          catalog.competitions.map((competition) => [competition.id, competitionTexts(competition, i18n, now)]),
        ),
      }}
    >
      {booking.problem && teams.length === 0 ? (
        <Refusal booking={booking} problem={booking.problem} step="competitions" />
      ) : null}
      {addresses.length > 0 ? (
        <Alert tone="bad" urgent focused={isAnswer} title={i18n.t('booking.webAddress.title')}>
          <p>{i18n.t('booking.webAddress.text', { names: addresses.join(', ') })}</p>
        </Alert>
      ) : null}
      {isTooLarge(catalog.competitions, teams) ? (
        <Alert tone="bad" urgent title={own.tooMany} />
      ) : open ? (
        <p className="soft">{i18n.t('people.longNote', { most })}</p>
      ) : null}
    </StepPage>
  );
}
