import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { PricedBasket } from '#modules/orders/rules/pricing.ts';
import { foldCode, isValid, type Voucher } from '#modules/vouchers/rules/voucher.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { CodeOutcome } from './draft-price.ts';
import { maxCodes } from './voucher-intent.ts';

export const codeMessages = [
  'codeMissing',
  'codeInvalid',
  'tooManyCodes',
  'voucherCodeAlreadyEntered',
  'voucherNotValidForEvent',
  'voucherExpired',
  'voucherNotYetValid',
  'voucherAlreadyUsed',
  'voucherDeactivated',
  'voucherAlreadyAdded',
  'noArticlesSelectedForVoucher',
  'noCompetitionTeamsSelectedForVoucher',
  'noParticipantsAvailableForVoucher',
  'voucherNotValidForCompetitions',
  'voucherNotValidForPrice',
  'noGain',
  'waiting',
  'opensTicket',
] as const;
export type CodeMessage = (typeof codeMessages)[number];

/** Why a code is not saved; null: it is, even if it fits nothing yet. */
export function entryRefusal(
  input: string,
  codes: readonly string[],
  voucher: Voucher | undefined,
  eventId: number,
  now: Instant,
): CodeMessage | null {
  const folded = foldCode(input);
  if (folded === '') return 'codeMissing';
  if (codes.some((code) => foldCode(code) === folded)) return 'voucherCodeAlreadyEntered';
  return deadCode(voucher, eventId, now) ?? (codes.length >= maxCodes ? 'tooManyCodes' : null);
}

/** It can work with no basket. */
function deadCode(voucher: Voucher | undefined, eventId: number, now: Instant): CodeMessage | null {
  if (!voucher) return 'codeInvalid';
  if (voucher.eventId !== eventId) return 'voucherNotValidForEvent';
  if (!isValid(voucher, now)) {
    return voucher.validFrom !== null && now < voucher.validFrom ? 'voucherNotYetValid' : 'voucherExpired';
  }
  if (voucher.status === 'used') return 'voucherAlreadyUsed';
  return voucher.status === 'deactivated' ? 'voucherDeactivated' : null;
}

type Priced = {
  catalog: Pick<Catalog, 'competitions'> & { event: Pick<Catalog['event'], 'id'> };
  basket: Pick<PricedBasket, 'teams'>;
  vouchers: readonly Voucher[];
  now: Instant;
};

/** Null: the discount speaks for itself. */
export function codeMessage(outcome: CodeOutcome, { catalog, basket, vouchers, now }: Priced): CodeMessage | null {
  if (outcome.state === 'applied') return outcome.discount === 0 ? 'opensTicket' : null;
  if (outcome.state === 'waiting') return 'waiting';
  const voucher = vouchers.find(({ code }) => foldCode(code) === foldCode(outcome.code));
  const dead = deadCode(voucher, catalog.event.id, now);
  if (!voucher || dead) return dead;
  const chosen = basket.teams.filter(({ participants }) => participants.length > 0);
  if (chosen.length === 0) return 'noParticipantsAvailableForVoucher';
  switch (outcome.why) {
    case 'INVALID_VOUCHER_UNIT':
    case 'INVALID_VOUCHER_STATUS':
      return 'voucherAlreadyAdded';
    case 'INVALID_VOUCHER_SCOPE':
    case 'INVALID_VOUCHER_TARGET':
      return nothingFits(voucher, catalog, chosen);
    default:
      return 'noGain';
  }
}

function nothingFits(
  voucher: Voucher,
  { competitions }: Priced['catalog'],
  chosen: PricedBasket['teams'],
): CodeMessage {
  const { target, competitionId, competitionPriceId } = voucher;
  if (target === 'article') return 'noArticlesSelectedForVoucher';
  if (target === 'competitionPrice') {
    const owner = competitions.find(({ prices }) => prices.some(({ id }) => id === competitionPriceId));
    return chosen.some((team) => team.competitionId === owner?.id)
      ? 'voucherNotValidForPrice'
      : 'voucherNotValidForCompetitions';
  }
  const isTeam = (id: number) => competitions.find((competition) => competition.id === id)?.type === 'team';
  if (target === 'team' && !chosen.some((team) => isTeam(team.competitionId))) {
    return 'noCompetitionTeamsSelectedForVoucher';
  }
  return competitionId === null ? 'noParticipantsAvailableForVoucher' : 'voucherNotValidForCompetitions';
}

export type CodeView = { code: string; name: string; text: string; tone: 'good' | 'bad' | 'wait' };

export const codeViews = (
  codes: readonly CodeOutcome[],
  priced: Priced,
  messages: Record<string, string>,
  money: (cents: Cents) => string,
): CodeView[] =>
  codes.map((outcome) => {
    const message = codeMessage(outcome, priced);
    const { code, state } = outcome;
    const name = foldCode(outcome.name) === foldCode(code) ? '' : outcome.name;
    if (state === 'applied') {
      return { code, name, tone: 'good', text: message ? (messages[message] ?? '') : money(cents(-outcome.discount)) };
    }
    return { code, name, tone: state === 'waiting' ? 'wait' : 'bad', text: messages[message ?? 'noGain'] ?? '' };
  });
