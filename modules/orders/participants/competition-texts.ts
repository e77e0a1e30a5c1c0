import type { CompetitionTexts } from '#islands/participants/texts.ts';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { ageLimit, placesLeft } from '#modules/events/rules/offer.ts';
import { availableTickets, isCompetitionOver, nextPrice, whyNoSale } from '#modules/events/rules/sale.ts';
import { dateIn, dateParts, type Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { keepJson } from '#src/texts/per-locale.ts';

const kept = new WeakMap<CatalogCompetition, Map<Translator, CompetitionTexts>>();

/** What is said of a competition; the same object as long as it says the same. */
export function competitionTexts(competition: CatalogCompetition, words: Translator, now: Instant): CompetitionTexts {
  const none = noneText(competition, words, now);
  const inWords = kept.get(competition) ?? new Map<Translator, CompetitionTexts>();
  const known = inWords.get(words);
  const { atThisPrice } = placesLeft(competition, now);
  if (known?.none === none && known.atThisPrice === atThisPrice) return known;
  const texts = keepJson(makeTexts(competition, words, { none, atThisPrice }));
  kept.set(competition, inWords.set(words, texts));
  return texts;
}

function makeTexts(
  competition: CatalogCompetition,
  words: Translator,
  sale: Pick<CompetitionTexts, 'none' | 'atThisPrice'>,
): CompetitionTexts {
  const isTeam = competition.type === 'team';
  const limits = ageText(competition, words);
  const facts = [
    words.dateTime(competition.timestamp),
    limits,
    competition.gender === 'both' ? '' : words.t(`events.limit.gender.${competition.gender}`),
    isTeam && !competition.sharedTeam ? teamSizeText(competition, words) : '',
  ];
  return {
    facts: facts.filter(Boolean).join(' · '),
    price: words.t(isTeam ? 'orders.competition.pricePerPerson' : 'orders.competition.price', { price: '{price}' }),
    pricePerTeam: words.t('events.price.perTeam', { price: '{price}' }),
    add: words.t(isTeam ? 'orders.participants.addTeam' : 'orders.participants.add'),
    addAnother: words.t(isTeam ? 'orders.participants.addAnotherTeam' : 'orders.participants.addAnother'),
    ...sale,
    errors: {
      age: words.t('orders.error.age', { limits: limits || '–' }),
      gender: words.t('orders.error.gender', {
        gender: competition.gender === 'both' ? '' : words.t(`ui.gender.${competition.gender}`),
      }),
      teamSize: teamSizeError(competition, words),
    },
  };
}

/** Why nobody can be entered, where that is so. */
function noneText(competition: CatalogCompetition, words: Translator, now: Instant): string {
  if (isCompetitionOver(competition, now)) return words.t('problem.COMPETITION_IS_OVER');
  const left = availableTickets(competition, now);
  const opensAt = nextPrice(competition, now)?.availableFrom;
  if (left < 0 && opensAt) return words.t('orders.competition.opens', { at: words.dateTime(opensAt) });
  if (left <= 0 && competition.heldTill)
    return words.t('orders.competition.held', { at: words.time(competition.heldTill) });
  if (left > 0) return words.t('orders.competition.none');
  const why = whyNoSale(competition);
  return words.t(`orders.competition.${why === 'soldOut' || why === 'drawn' ? why : 'none'}`);
}

/** Who may start by age, and, where it is not the day of the start, on which day the age is counted. */
function ageText(competition: CatalogCompetition, words: Translator): string {
  const limit = ageLimit(competition, words.timeZone);
  if (!limit) return '';
  const [from, to] = [String(limit.from), String(limit.to)];
  const limits =
    limit.from === limit.to
      ? words.t(`events.limit.${limit.by}.one`, { year: from })
      : limit.from === null
        ? words.t(`events.limit.${limit.by}.to`, { to })
        : limit.to === null
          ? words.t(`events.limit.${limit.by}.from`, { from })
          : words.t(`events.limit.${limit.by}.between`, { from, to });
  const day = countingDay(competition, words.timeZone);
  return day ? words.t('people.age.countedOn', { limits, date: words.calendarDate(day) }) : limits;
}

/** `YYYY-MM-DD`; null where the age on the day of the start counts, as everybody expects, or the year of birth alone. */
function countingDay({ ageCheckMode, ageCheckDate, timestamp }: CatalogCompetition, timeZone: string): string | null {
  const { year } = dateParts(dateIn(timestamp, timeZone));
  if (ageCheckMode === 'givenDate') return ageCheckDate;
  if (ageCheckMode === 'yearEndBefore') return `${year - 1}-12-31`;
  return ageCheckMode === 'yearEndAfter' ? `${year}-12-31` : null;
}

const teamSizeText = ({ minTeamSize: min, maxTeamSize: max }: CatalogCompetition, words: Translator): string =>
  min === max
    ? words.t('orders.competition.teamOf', { size: min })
    : words.t('orders.competition.teamBetween', { min, max });

/** With `{count}`, how many there are now. */
function teamSizeError({ type, minTeamSize, maxTeamSize }: CatalogCompetition, words: Translator): string {
  const [min, max] = type === 'single' ? [1, 1] : [Math.max(1, minTeamSize), maxTeamSize];
  const count = '{count}';
  if (min === max) return words.t('people.error.teamSizeExact', { min, count });
  return max === 0
    ? words.t('people.error.teamSizeFrom', { min, count })
    : words.t('people.error.teamSizeBetween', { min, max, count });
}
