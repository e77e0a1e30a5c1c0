import ParticipantsStep from '#islands/ParticipantsStep.tsx';
import type { AskedMove } from '#islands/participants/move-question.tsx';
import type { StepTexts } from '#islands/participants/texts.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { fewLeftAt } from '#modules/events/rules/sale.ts';
import type { Instant } from '#src/kernel/time.ts';
import { Island } from '#src/platform/island.tsx';
import type { Words } from '#src/platform/locale.ts';
import { datePlaceholder } from '#src/ui/format.ts';
import { usePage } from '#src/ui/page.tsx';
import type { DraftTeam } from '../rules/draft.ts';
import type { KnownPerson } from '../rules/draft-form.ts';
import type { OrderedPerson } from '../rules/known-people.ts';
import { type BookingContext, BookingHead, eventPath, itemNames, stepPath, summaryTexts } from './booking-frame.tsx';
import { competitionTexts, peopleTexts } from './people-texts.ts';
import { Refusal, type RefusedCode } from './step-form.tsx';
import { voucherBoxTexts, voucherMessages } from './voucher-texts.ts';

export function ParticipantsPage(props: {
  booking: BookingContext;
  teams: DraftTeam[];
  showFaults: boolean;
  now: Instant;
  /** What the visitor's own account knows. */
  me: KnownPerson | null;
  /** Of the visitor's own earlier orders. */
  people: OrderedPerson[];
  /** A move that is asked about before it is made. */
  asked: AskedMove | null;
  refused: RefusedCode | null;
}) {
  const { booking, teams, showFaults, now, me, people, asked, refused } = props;
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
          people,
          asked,
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
