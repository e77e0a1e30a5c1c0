import { allocate } from '#src/kernel/allocate.ts';
import { type BasisPoints, basisPointsOf, type Cents, cents, minCents, sumCents } from '#src/kernel/money.ts';
import { percentRoundedUp } from '#src/kernel/rounding.ts';
import type { AppliedVoucher, ChoiceLine, Slots, TicketLine, VoucherLines } from './voucher-lines.ts';

/** Remaining cents per line, and the discount by voucher and rate. */
export type Discounts = {
  /** By ticket, in line order. */
  tickets: Cents[];
  /** By article choice, in line order. */
  choices: Cents[];
  /** Cents by voucher and tax rate. */
  taken: Map<AppliedVoucher, Map<BasisPoints, Cents>>;
};

type Part = { left: Cents; vat: BasisPoints };

/**
 * Applies vouchers to lines (rules.md, Vouchers 1, 3, 4 and 5): percentages first, rounded up per unit, then fixed
 * amounts, never below 0; participants and articles, then teams, then the order.
 */
export function discounts(lines: VoucherLines, ticketVat: BasisPoints): Discounts {
  const taken: Discounts['taken'] = new Map();
  const note = (applied: AppliedVoucher, vat: BasisPoints, amount: Cents) => {
    const byRate = taken.get(applied) ?? new Map<BasisPoints, Cents>();
    taken.set(applied, byRate);
    byRate.set(vat, cents((byRate.get(vat) ?? 0) + amount));
  };
  const partOf = new Map<TicketLine | ChoiceLine, Part>();
  for (const ticket of lines.tickets) {
    partOf.set(ticket, { left: lowerTicket(ticket, ticketVat, note), vat: ticketVat });
  }
  for (const ticket of lines.tickets) lowerChoices(ticket, partOf, ticketVat, note);
  const part = (line: TicketLine | ChoiceLine) => partOf.get(line) as Part;
  for (const { tickets, slots } of lines.teams) lowerTogether(tickets.map(part), slots, note);
  lowerTogether(
    lines.tickets.flatMap((ticket) => [part(ticket), ...ticket.choices.map(part)]),
    lines.slots,
    note,
  );
  return {
    tickets: lines.tickets.map((line) => part(line).left),
    choices: lines.choices.map((line) => part(line).left),
    taken,
  };
}

type Note = (applied: AppliedVoucher, vat: BasisPoints, amount: Cents) => void;

const percentOff = (unit: Cents, { voucher }: AppliedVoucher): Cents =>
  percentRoundedUp(unit, basisPointsOf(voucher.amount));

const fixedOff = (whole: Cents, { voucher }: AppliedVoucher): Cents => minCents(cents(voucher.amount), whole);

/** The ticket's own voucher wins over the participant's; returns the rest. */
function lowerTicket(ticket: TicketLine, vat: BasisPoints, note: Note): Cents {
  let left = ticket.unitPrice;
  const percentage = ticket.slots.percentage ?? ticket.eventSlots.percentage;
  if (percentage) {
    const off = percentOff(left, percentage);
    note(percentage, vat, off);
    left = cents(left - off);
  }
  const { fixed } = ticket.slots;
  if (fixed) {
    const off = fixedOff(left, fixed);
    note(fixed, vat, off);
    left = cents(left - off);
  }
  return left;
}

/** Articles of a participant, then the fixed amount for ticket and articles, ticket first. */
function lowerChoices(ticket: TicketLine, partOf: Map<object, Part>, ticketVat: BasisPoints, note: Note): void {
  for (const choice of ticket.choices) partOf.set(choice, { left: lowerChoice(choice, ticket, note), vat: choice.vat });
  const fixed = ticket.eventSlots.fixed;
  if (!fixed) return;
  let amount = cents(fixed.voucher.amount);
  const lines = [
    ...(ticket.slots.fixed ? [] : [{ line: ticket as object, vat: ticketVat }]),
    ...ticket.choices.filter((choice) => !choice.slots.fixed).map((line) => ({ line: line as object, vat: line.vat })),
  ];
  for (const { line, vat } of lines) {
    const part = partOf.get(line) as Part;
    const off = minCents(amount, part.left);
    note(fixed, vat, off);
    part.left = cents(part.left - off);
    amount = cents(amount - off);
  }
}

/** A single-use voucher lowers the first unit, a reusable one each unit. */
function lowerChoice({ unitPrice, quantity, slots, vat }: ChoiceLine, ticket: TicketLine, note: Note): Cents {
  let first = unitPrice;
  let other = unitPrice;
  const others = quantity - 1;
  const { percentage: own, fixed } = slots;
  const isOwnForAll = own?.voucher.useType === 'multi';
  const ofFirst = own ?? ticket.eventSlots.percentage;
  const ofOthers = isOwnForAll ? own : ticket.eventSlots.percentage;
  if (ofFirst) {
    const off = percentOff(first, ofFirst);
    note(ofFirst, vat, off);
    first = cents(first - off);
  }
  if (ofOthers) {
    const off = percentOff(other, ofOthers);
    note(ofOthers, vat, cents(off * others));
    other = cents(other - off);
  }
  if (fixed) {
    const off = fixedOff(first, fixed);
    note(fixed, vat, off);
    first = cents(first - off);
    if (fixed.voucher.useType === 'multi') {
      const offOther = fixedOff(other, fixed);
      note(fixed, vat, cents(offOther * others));
      other = cents(other - offOther);
    }
  }
  return cents(first + other * others);
}

/** Spreads one discount over several lines by their rest. */
function lowerTogether(parts: readonly Part[], { percentage, fixed }: Slots, note: Note): void {
  for (const applied of [percentage, fixed]) {
    if (!applied) continue;
    const left = parts.map((part) => part.left);
    const whole = sumCents(left);
    const off = applied.voucher.unit === 'percentage' ? percentOff(whole, applied) : fixedOff(whole, applied);
    for (const [index, share] of allocate(off, left).entries()) {
      const part = parts[index] as Part;
      note(applied, part.vat, share);
      part.left = cents(part.left - share);
    }
  }
}
