import type { CompetitionTexts } from '#islands/participants/texts.ts';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { ageLimit, placesLeft } from '#modules/events/rules/offer.ts';
import { availableTickets, isCompetitionOver, nextPrice, whyNoSale } from '#modules/events/rules/sale.ts';
import { dateIn, dateParts, type Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { cacheJson } from '#src/texts/per-translator.ts';

const kept = new WeakMap<CatalogCompetition, Map<Translator, CompetitionTexts>>();

/** What is said of a competition; the same object as long as it says the same. */
export function competitionTexts(competition: CatalogCompetition, i18n: Translator, now: Instant): CompetitionTexts {
  const none = noneText(competition, i18n, now);
  const inWords = kept.get(competition) ?? new Map<Translator, CompetitionTexts>();
  const known = inWords.get(i18n);
  const { atThisPrice } = placesLeft(competition, now);
  if (known?.none === none && known.atThisPrice === atThisPrice) return known;
  const texts = cacheJson(makeTexts(competition, i18n, { none, atThisPrice }));
  kept.set(competition, inWords.set(i18n, texts));
  return texts;
}

function makeTexts(
  competition: CatalogCompetition,
  i18n: Translator,
  sale: Pick<CompetitionTexts, 'none' | 'atThisPrice'>,
): CompetitionTexts {
  const isTeam = competition.type === 'team';
  const limits = ageText(competition, i18n);
  const facts = [
    i18n.dateTime(competition.timestamp),
    limits,
    competition.gender === 'both' ? '' : i18n.t(`events.limit.gender.${competition.gender}`),
    isTeam && !competition.sharedTeam ? teamSizeText(competition, i18n) : '',
  ];
  return {
    facts: facts.filter(Boolean).join(' · '),
    price: i18n.t(isTeam ? 'orders.competition.pricePerPerson' : 'orders.competition.price', { price: '{price}' }),
    pricePerTeam: i18n.t('events.price.perTeam', { price: '{price}' }),
    add: i18n.t(isTeam ? 'orders.participants.addTeam' : 'orders.participants.add'),
    addAnother: i18n.t(isTeam ? 'orders.participants.addAnotherTeam' : 'orders.participants.addAnother'),
    ...sale,
    errors: {
      age: i18n.t('orders.error.age', { limits: limits || '–' }),
      gender: i18n.t('orders.error.gender', {
        gender: competition.gender === 'both' ? '' : i18n.t(`ui.gender.${competition.gender}`),
      }),
      teamSize: teamSizeError(competition, i18n),
    },
  };
}

/** Why nobody can be entered, where that is so. */
function noneText(competition: CatalogCompetition, i18n: Translator, now: Instant): string {
  if (isCompetitionOver(competition, now)) return i18n.t('problem.COMPETITION_IS_OVER');
  const left = availableTickets(competition, now);
  const opensAt = nextPrice(competition, now)?.availableFrom;
  if (left < 0 && opensAt) return i18n.t('orders.competition.opens', { at: i18n.dateTime(opensAt) });
  if (left <= 0 && competition.heldTill)
    return i18n.t('orders.competition.held', { at: i18n.time(competition.heldTill) });
  if (left > 0) return i18n.t('orders.competition.none');
  const why = whyNoSale(competition);
  return i18n.t(`orders.competition.${why === 'soldOut' || why === 'drawn' ? why : 'none'}`);
}

/** Who may start by age, and, where it is not the day of the start, on which day the age is counted. */
function ageText(competition: CatalogCompetition, i18n: Translator): string {
  const limit = ageLimit(competition, i18n.timeZone);
  if (!limit) return '';
  const [from, to] = [String(limit.from), String(limit.to)];
  const limits =
    limit.from === limit.to
      ? i18n.t(`events.limit.${limit.by}.one`, { year: from })
      : limit.from === null
        ? i18n.t(`events.limit.${limit.by}.to`, { to })
        : limit.to === null
          ? i18n.t(`events.limit.${limit.by}.from`, { from })
          : i18n.t(`events.limit.${limit.by}.between`, { from, to });
  const day = countingDay(competition, i18n.timeZone);
  return day ? i18n.t('people.age.countedOn', { limits, date: i18n.calendarDate(day) }) : limits;
}

/** `YYYY-MM-DD`; null where the age on the day of the start counts, as everybody expects, or the year of birth alone. */
function countingDay({ ageCheckMode, ageCheckDate, timestamp }: CatalogCompetition, timeZone: string): string | null {
  const { year } = dateParts(dateIn(timestamp, timeZone));
  if (ageCheckMode === 'givenDate') return ageCheckDate;
  if (ageCheckMode === 'yearEndBefore') return `${year - 1}-12-31`;
  return ageCheckMode === 'yearEndAfter' ? `${year}-12-31` : null;
}

const teamSizeText = ({ minTeamSize: min, maxTeamSize: max }: CatalogCompetition, i18n: Translator): string =>
  min === max
    ? i18n.t('orders.competition.teamOf', { size: min })
    : i18n.t('orders.competition.teamBetween', { min, max });

/** With `{count}`, how many there are now. */
function teamSizeError({ type, minTeamSize, maxTeamSize }: CatalogCompetition, i18n: Translator): string {
  const [min, max] = type === 'single' ? [1, 1] : [Math.max(1, minTeamSize), maxTeamSize];
  const count = '{count}';
  if (min === max) return i18n.t('people.error.teamSizeExact', { min, count });
  return max === 0
    ? i18n.t('people.error.teamSizeFrom', { min, count })
    : i18n.t('people.error.teamSizeBetween', { min, max, count });
}
