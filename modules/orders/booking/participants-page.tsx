import ParticipantsStep from '#islands/ParticipantsStep.tsx';
import type { CompetitionTexts, StepTexts } from '#islands/participants/texts.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { teamPrice } from '#modules/events/rules/offer.ts';
import {
  availableTickets,
  currentPrice,
  fewLeftAt,
  isCompetitionOver,
  isForVoucherHolders,
  nextPrice,
  whyNoSale,
} from '#modules/events/rules/sale.ts';
import type { Instant } from '#src/kernel/time.ts';
import { Island } from '#src/platform/island.tsx';
import type { Words } from '#src/platform/locale.ts';
import { datePlaceholder } from '#src/ui/format.ts';
import { usePage } from '#src/ui/page.tsx';
import type { DraftTeam } from '../rules/draft.ts';
import type { KnownPerson } from '../rules/draft-form.ts';
import { type BookingContext, BookingHead, eventPath, itemNames, stepPath, summaryTexts } from './booking-frame.tsx';
import { Refusal, type RefusedCode } from './step-form.tsx';
import { voucherBoxTexts, voucherMessages } from './voucher-texts.ts';

export function ParticipantsPage(props: {
  booking: BookingContext;
  teams: DraftTeam[];
  showFaults: boolean;
  now: Instant;
  /** What the visitor's own account knows. */
  me: KnownPerson | null;
  refused: RefusedCode | null;
}) {
  const { booking, teams, showFaults, now, me, refused } = props;
  const { words, catalog, eventRef, draft } = booking;
  const { csrfToken } = usePage();
  return (
    <div className="stack">
      <BookingHead booking={booking} step="competitions" />
      {booking.problem && teams.length === 0 ? (
        <Refusal booking={booking} problem={booking.problem} step="competitions" />
      ) : null}
      <Island
        name="ParticipantsStep"
        of={ParticipantsStep}
        props={{
          catalog: leanCatalog(catalog),
          teams,
          protectionIds: draft.data.protectionIds,
          voucherCodes: draft.data.voucherCodes,
          vouchers: booking.vouchers,
          typedCode: draft.data.typedCode,
          refused,
          shippingCountry: booking.basket.contactAddress?.countryCode ?? null,
          showFaults,
          me,
          locale: words.locale,
          now,
          csrfToken,
          action: stepPath(eventRef, 'competitions'),
          backHref: eventPath(eventRef),
          countries: words.countries().map((country) => ({ value: country.code, label: country.name })),
          texts: stepTexts(words),
          competitionTexts: Object.fromEntries(
            catalog.competitions.map((competition) => [competition.id, competitionTexts(competition, words, now)]),
          ),
        }}
      />
    </div>
  );
}

/** What pricing and checking need; long texts stay on the server. */
function leanCatalog(catalog: Catalog): Catalog {
  return {
    ...catalog,
    event: { ...catalog.event, description: '', conditions: '', additionalConditions: '', pdfDescription: '' },
    competitions: catalog.competitions.map((competition) => ({ ...competition, description: '' })),
    cancellationProtections: catalog.cancellationProtections.map((entry) => ({ ...entry, description: '' })),
    organizers: [],
  };
}

const problemCodes = [
  'UNKNOWN',
  'EVENT_CANCELED',
  'EVENT_SOLD_OUT',
  'EVENT_IS_OVER',
  'COMPETITION_IS_OVER',
  'TICKETS_IN_FUTURE',
  'TICKET_DOES_NOT_EXIST',
  'TICKET_NOT_AVAILABLE',
  'TICKET_COMPETITION_PRICE_SOLD_OUT',
  'NOT_ENOUGH_TICKETS',
  'RESERVING_ARTICLES_FAILED',
  'ORDERED_NOT_ENOUGH_ARTICLES',
  'ORDERED_TOO_MANY_ARTICLES',
] as const;

function stepTexts(words: Words): StepTexts {
  const t = words.t;
  const place = { number: '{number}' };
  return {
    next: t('ui.form.next'),
    back: t('ui.form.back'),
    details: t('ui.summary.details'),
    empty: t('orders.summary.empty'),
    noPrice: t('orders.summary.noPrice'),
    requiredNote: t('ui.form.required'),
    optional: t('ui.form.optional'),
    errorsTitle: t('orders.participants.errorsTitle'),
    person: t('orders.participants.person', place),
    member: t('orders.participants.member', place),
    teamNumber: t('orders.participants.team', place),
    teamName: t('orders.participants.teamName'),
    teamNameHint: t('orders.participants.teamNameHint'),
    remove: t('ui.form.remove'),
    removePerson: t('ui.form.remove'),
    removeTeam: t('orders.participants.removeTeam'),
    addMember: t('orders.participants.addMember'),
    copy: t('orders.participants.copy'),
    me: t('orders.participants.me'),
    firstName: t('orders.field.firstName'),
    lastName: t('orders.field.lastName'),
    birthDate: t('orders.field.birthDate'),
    datePlaceholder: datePlaceholder(words.locale),
    gender: t('orders.field.gender'),
    genders: (['female', 'male', 'diverse'] as const).map((value) => ({ value, label: t(`ui.gender.${value}`) })),
    choose: t('ui.form.choose'),
    nationality: t('orders.field.nationality'),
    email: t('orders.field.email'),
    emailHint: t('orders.participants.emailHint'),
    summary: summaryTexts(words),
    itemNames: itemNames(words),
    fewLeft: Array.from({ length: fewLeftAt }, (_, index) => t('events.competition.fewLeft', { count: index + 1 })),
    noMore: t('orders.competition.noMore'),
    vouchers: {
      box: voucherBoxTexts(words),
      messages: voucherMessages(words),
      onlyWithVoucher: t('voucherBox.onlyWithVoucher', { name: '{name}' }),
      onlyWithVoucherNameless: t('voucherBox.onlyWithVoucherNameless'),
      toBox: t('voucherBox.toBox'),
    },
    faults: {
      required: t('ui.form.missing'),
      number: t('orders.fault.number'),
      date: t('ui.form.invalidDate'),
      option: t('orders.fault.option'),
      checkbox: t('orders.fault.option'),
      tooLong: t('orders.fault.tooLong'),
      email: t('ui.form.invalidEmail'),
      birthDate: t('ui.form.invalidDate'),
      birthDateMissing: t('orders.fault.birthDateMissing'),
      birthDateInvalid: t('orders.fault.birthDateInvalid'),
      age: t('problem.REGISTERING_INVALID_AGES'),
      gender: t('problem.REGISTERING_INVALID_GENDERS'),
      teamSize: t('problem.REGISTERING_INVALID_TEAMSIZE'),
      noCompetition: t('people.fault.noCompetition'),
    },
    problems: Object.fromEntries(problemCodes.map((code) => [code, t(`problem.${code}`)])),
  };
}

function competitionTexts(competition: CatalogCompetition, words: Words, now: Instant): CompetitionTexts {
  const price = currentPrice(competition, now);
  const next = nextPrice(competition, now);
  const isTeam = competition.type === 'team';
  const facts = [
    words.dateTime(competition.timestamp),
    ageText(competition, words),
    competition.gender === 'both'
      ? ''
      : words.t('orders.competition.gender', { gender: words.t(`ui.gender.${competition.gender}`) }),
    isTeam ? teamSizeText(competition, words) : '',
  ];
  const left = availableTickets(competition, now);
  const team = price ? teamPrice(competition, price.price) : null;
  return {
    facts: facts.filter(Boolean).join(' · '),
    price: price
      ? words.t(isTeam ? 'orders.competition.pricePerPerson' : 'orders.competition.price', {
          price: words.money(price.price),
        })
      : '',
    notes: [
      ...(team === null ? [] : [words.t('events.price.perTeam', { price: words.money(team) })]),
      ...(isForVoucherHolders(competition, now) ? [words.t('events.price.voucherOnly')] : []),
    ],
    add: words.t(isTeam ? 'orders.participants.addTeam' : 'orders.participants.add'),
    addAnother: words.t(isTeam ? 'orders.participants.addAnotherTeam' : 'orders.participants.addAnother'),
    none: isCompetitionOver(competition, now)
      ? words.t('problem.COMPETITION_IS_OVER')
      : left < 0 && next?.availableFrom
        ? words.t('orders.competition.opens', { at: words.dateTime(next.availableFrom) })
        : words.t(
            left <= 0 && whyNoSale(competition) === 'soldOut'
              ? 'orders.competition.soldOut'
              : 'orders.competition.none',
          ),
    faults: {
      age: words.t('orders.fault.age', { limits: ageText(competition, words) || '–' }),
      gender: words.t('orders.fault.gender', {
        gender: competition.gender === 'both' ? '' : words.t(`ui.gender.${competition.gender}`),
      }),
      teamSize: words.t('orders.fault.teamSize', { size: teamSizeText(competition, words) }),
    },
  };
}

function ageText(competition: CatalogCompetition, words: Words): string {
  const { minAge: min, maxAge: max } = competition;
  if (competition.disableAgeCheck || (min === 0 && max === 0)) return '';
  if (max === 0) return words.t('orders.competition.ageFrom', { min });
  return min === 0
    ? words.t('orders.competition.ageTo', { max })
    : words.t('orders.competition.ageBetween', { min, max });
}

const teamSizeText = ({ minTeamSize: min, maxTeamSize: max }: CatalogCompetition, words: Words): string =>
  min === max
    ? words.t('orders.competition.teamOf', { size: min })
    : words.t('orders.competition.teamBetween', { min, max });
