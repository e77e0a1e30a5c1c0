import { foldCode, isValid, type Voucher, type VoucherUnit } from '#modules/vouchers/rules/voucher.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { ArticleLine } from './article-lines.ts';
import type { Basket } from './booking.ts';
import { refuse } from './problems.ts';

/** Assigns vouchers to lines (rules.md, Vouchers: targets, rules 2 and 6). */
export type SentVoucher = Basket['appliedVouchers'][number];
/** A sent voucher with its target. */
export type AppliedVoucher = {
  voucher: Voucher;
  participantLocalId: string | null;
  articleUniqueLocalId: string | null;
};
/** At most one voucher per unit. */
export type Slots = Record<VoucherUnit, AppliedVoucher | null>;

export type TicketLine = {
  participantLocalId: string;
  competitionId: number;
  competitionPriceId: number;
  unitPrice: Cents;
  slots: Slots;
  eventSlots: Slots;
  choices: ChoiceLine[];
};
export type ChoiceLine = ArticleLine & { slots: Slots };
export type TeamLine = { tickets: TicketLine[]; isTeam: boolean; competitionId: number; slots: Slots };
export type VoucherLines = { teams: TeamLine[]; tickets: TicketLine[]; choices: ChoiceLine[]; slots: Slots };

export const noSlots = (): Slots => ({ fixed: null, percentage: null });

/** Order of `voucherTargets`: more specific first. */
const rankOf = {
  article: 0,
  competitionPrice: 1,
  competition: 2,
  participant: 3,
  event: 4,
  team: 5,
  order: 6,
} as const;

/**
 * Assigns the sent vouchers and returns them in the order sent. More specific vouchers choose first, then those that
 * name their line.
 * @throws Problem INVALID_VOUCHER_* with `details.code`
 */
export function applyVouchers(
  lines: VoucherLines,
  sent: readonly SentVoucher[],
  known: readonly Voucher[],
  eventId: number,
  now: Instant,
): AppliedVoucher[] {
  const applied = readCodes(sent, known, eventId, now);
  const named = applied.filter(isNamed);
  const inTurn = [...applied].sort(
    (a, b) => rankOf[a.voucher.target] - rankOf[b.voucher.target] || Number(isNamed(b)) - Number(isNamed(a)),
  );
  // Lines named by a voucher are the last choice for others.
  const wanted = {
    fixed: wantedLines(lines, named, 'fixed'),
    percentage: wantedLines(lines, named, 'percentage'),
  };
  for (const each of inTurn) put(lines, each, wanted[each.voucher.unit]);
  return applied;
}

const isNamed = ({ participantLocalId, articleUniqueLocalId }: AppliedVoucher): boolean =>
  participantLocalId !== null || articleUniqueLocalId !== null;

const wantedLines = (lines: VoucherLines, named: readonly AppliedVoucher[], unit: VoucherUnit): ReadonlySet<Slots> =>
  new Set(
    named
      .filter(({ voucher }) => voucher.unit === unit)
      .flatMap((each) => placesOf(lines, each).find(({ isTarget }) => isTarget)?.slots ?? []),
  );

function readCodes(
  sent: readonly SentVoucher[],
  known: readonly Voucher[],
  eventId: number,
  now: Instant,
): AppliedVoucher[] {
  const byCode = new Map(known.map((voucher) => [foldCode(voucher.code), voucher]));
  const seen = new Set<number>();
  return sent.map(({ code, participantLocalId, articleUniqueLocalId }) => {
    const voucher = byCode.get(foldCode(code)) ?? refuse('INVALID_VOUCHER_CODE', { code });
    if (voucher.eventId !== eventId) refuse('INVALID_VOUCHER_EVENT', { code });
    if (!isValid(voucher, now)) refuse('INVALID_VOUCHER_EXPIRED', { code });
    const isAgain = voucher.useType === 'single' && seen.has(voucher.id);
    if (voucher.status !== 'ready') refuse('INVALID_VOUCHER_STATUS', { code, reason: voucher.status });
    if (isAgain) refuse('INVALID_VOUCHER_STATUS', { code, reason: 'sentTwice' });
    seen.add(voucher.id);
    return {
      voucher,
      participantLocalId: participantLocalId ?? null,
      articleUniqueLocalId: articleUniqueLocalId ?? null,
    };
  });
}

/** A possible target of a voucher. */
type Place = {
  slots: Slots;
  /** Named by the sent voucher. */
  isTarget: boolean;
  /** Its ids in the answer. */
  at: Pick<AppliedVoucher, 'participantLocalId' | 'articleUniqueLocalId'>;
  take: (applied: AppliedVoucher) => void;
  /** Some part is not covered by a more specific voucher of the same unit. */
  hasRoom: () => boolean;
};

function put(lines: VoucherLines, applied: AppliedVoucher, wanted: ReadonlySet<Slots>): void {
  const { voucher } = applied;
  const { code, unit, useType } = voucher;
  const places = placesOf(lines, applied);
  if (places.length === 0) refuse('INVALID_VOUCHER_SCOPE', { code });
  const isFree = ({ slots }: Place) => slots[unit] === null;
  if (isNamed(applied)) {
    const place = places.find(({ isTarget }) => isTarget) ?? refuse('INVALID_VOUCHER_TARGET', { code });
    if (!isFree(place) || !place.hasRoom()) refuse('INVALID_VOUCHER_UNIT', { code });
    place.take(applied);
    return;
  }
  const chosen = useType === 'multi' ? places.filter(isFree) : firstOf(places, isFree, wanted);
  // A voucher blocked only by more specific ones has no effect; one blocked by the same target is refused.
  const isBesideEqual = places.some(({ slots }) => slots[unit]?.voucher.target === voucher.target);
  if (chosen.length === 0 && isBesideEqual) refuse('INVALID_VOUCHER_UNIT', { code });
  for (const place of chosen) place.take(applied);
  const [only] = chosen;
  if (only && chosen.length === 1 && (useType === 'single' || places.length === 1)) Object.assign(applied, only.at);
}

function firstOf(places: readonly Place[], isFree: (place: Place) => boolean, wanted: ReadonlySet<Slots>): Place[] {
  const open = places.filter((place) => isFree(place) && place.hasRoom());
  return (open.some(({ slots }) => !wanted.has(slots)) ? open.filter(({ slots }) => !wanted.has(slots)) : open).slice(
    0,
    1,
  );
}

function placesOf(lines: VoucherLines, applied: AppliedVoucher): Place[] {
  const { voucher } = applied;
  const { unit } = voucher;
  const always = () => true;
  const fill = (slots: Slots) => (each: AppliedVoucher) => {
    slots[unit] = each;
  };
  const namesPerson = applied.articleUniqueLocalId === null;
  const isMeant = (ticket: TicketLine) => namesPerson && ticket.participantLocalId === applied.participantLocalId;
  switch (voucher.target) {
    case 'article':
      return lines.choices
        .filter((choice) => choice.articleId === voucher.articleId)
        .map((choice) => ({
          slots: choice.slots,
          isTarget:
            choice.uniqueLocalId === applied.articleUniqueLocalId &&
            (applied.participantLocalId === null || applied.participantLocalId === choice.participantLocalId),
          at: { participantLocalId: choice.participantLocalId, articleUniqueLocalId: choice.uniqueLocalId },
          take: fill(choice.slots),
          hasRoom: always,
        }));
    case 'competition':
    case 'competitionPrice':
    case 'participant':
      return lines.tickets
        .filter((ticket) => fitsTicket(voucher, ticket))
        .map((ticket) => ({
          slots: ticket.slots,
          isTarget: isMeant(ticket),
          at: person(ticket),
          take: fill(ticket.slots),
          hasRoom: always,
        }));
    case 'event':
      return lines.tickets.map((ticket) => ({
        slots: ticket.eventSlots,
        isTarget: isMeant(ticket),
        at: person(ticket),
        take: fill(ticket.eventSlots),
        hasRoom: () => ticket.slots[unit] === null || ticket.choices.some((choice) => leavesRoom(choice, unit)),
      }));
    case 'team':
      return lines.teams
        .filter(
          (team) => team.isTeam && (voucher.competitionId === null || voucher.competitionId === team.competitionId),
        )
        .map((team) => ({
          slots: team.slots,
          isTarget: team.tickets.some(isMeant),
          at: { participantLocalId: team.tickets[0]?.participantLocalId ?? null, articleUniqueLocalId: null },
          take: fill(team.slots),
          hasRoom: always,
        }));
    case 'order':
      return [
        {
          slots: lines.slots,
          isTarget: false,
          at: { participantLocalId: null, articleUniqueLocalId: null },
          take: fill(lines.slots),
          hasRoom: always,
        },
      ];
  }
}

const person = ({ participantLocalId }: TicketLine) => ({ participantLocalId, articleUniqueLocalId: null });

/** A single-use percentage leaves the other units; a fixed amount takes the line. */
const leavesRoom = ({ slots, quantity }: ChoiceLine, unit: VoucherUnit): boolean =>
  slots[unit] === null || (unit === 'percentage' && slots[unit].voucher.useType === 'single' && quantity > 1);

function fitsTicket(voucher: Voucher, ticket: TicketLine): boolean {
  if (voucher.target === 'competitionPrice') return voucher.competitionPriceId === ticket.competitionPriceId;
  if (voucher.target === 'competition') return voucher.competitionId === ticket.competitionId;
  return voucher.competitionId === null || voucher.competitionId === ticket.competitionId;
}

/** Whether a voucher covers this participant or team; prices for voucher holders require it. */
export const holdsVoucher = (ticket: TicketLine, team: TeamLine): boolean =>
  [ticket.slots, ticket.eventSlots, team.slots].some(({ fixed, percentage }) => fixed !== null || percentage !== null);
