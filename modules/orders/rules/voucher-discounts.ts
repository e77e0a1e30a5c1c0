import { allocate, type BasisPoints, basisPointsOf, type Cents, cents, percentRoundedUp } from '#src/kernel/money.ts';
import type { AppliedVoucher, ChoiceLine, Slots, TicketLine, VoucherLines } from './voucher-lines.ts';

/** What is left of a line, and which voucher took how much of it at which rate. */
export type Discounts = {
  /** By ticket, in the order of the lines. */
  tickets: Cents[];
  /** By article choice, in the order of the lines. */
  choices: Cents[];
  /** Cents by voucher and rate. */
  taken: Map<AppliedVoucher, Map<BasisPoints, number>>;
};

type Part = { left: number; vat: BasisPoints };

/**
 * Lowers the lines by the vouchers that were put on them (rules.md, Vouchers 1, 3, 4 and 5): percentages first, rounded up
 * a unit; then fixed amounts, never below 0; participants and articles, then teams, then the order.
 */
export function discounts(lines: VoucherLines, ticketVat: BasisPoints): Discounts {
  const taken: Discounts['taken'] = new Map();
  const note = (applied: AppliedVoucher, vat: BasisPoints, amount: number) => {
    const byRate = taken.get(applied) ?? new Map<BasisPoints, number>();
    taken.set(applied, byRate);
    byRate.set(vat, (byRate.get(vat) ?? 0) + amount);
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
    tickets: lines.tickets.map((line) => cents(part(line).left)),
    choices: lines.choices.map((line) => cents(part(line).left)),
    taken,
  };
}

type Note = (applied: AppliedVoucher, vat: BasisPoints, amount: number) => void;

/** What a percentage takes off one unit. */
const percentOff = (unit: number, { voucher }: AppliedVoucher): number =>
  percentRoundedUp(cents(unit), basisPointsOf(voucher.amount));

/** The ticket by what is on it, else by what the participant has for all; answers what is left. */
function lowerTicket(ticket: TicketLine, vat: BasisPoints, note: Note): number {
  let left: number = ticket.unitPrice;
  const percentage = ticket.slots.percentage ?? ticket.eventSlots.percentage;
  if (percentage) {
    const off = percentOff(left, percentage);
    note(percentage, vat, off);
    left -= off;
  }
  const { fixed } = ticket.slots;
  if (fixed) {
    const off = Math.min(fixed.voucher.amount, left);
    note(fixed, vat, off);
    left -= off;
  }
  return left;
}

/** A participant's articles; then the fixed amount for ticket and articles, on the ticket first. */
function lowerChoices(ticket: TicketLine, partOf: Map<object, Part>, ticketVat: BasisPoints, note: Note): void {
  for (const choice of ticket.choices) partOf.set(choice, { left: lowerChoice(choice, ticket, note), vat: choice.vat });
  const fixed = ticket.eventSlots.fixed;
  if (!fixed) return;
  let amount = fixed.voucher.amount;
  const lines = [
    ...(ticket.slots.fixed ? [] : [{ line: ticket as object, vat: ticketVat }]),
    ...ticket.choices.filter((choice) => !choice.slots.fixed).map((line) => ({ line: line as object, vat: line.vat })),
  ];
  for (const { line, vat } of lines) {
    const part = partOf.get(line) as Part;
    const off = Math.min(amount, part.left);
    note(fixed, vat, off);
    part.left -= off;
    amount -= off;
  }
}

/** One choice of an article: a single voucher works on its first unit, a multiple one on each. */
function lowerChoice({ unitPrice, quantity, slots, vat }: ChoiceLine, ticket: TicketLine, note: Note): number {
  let first: number = unitPrice;
  let other: number = unitPrice;
  const others = quantity - 1;
  const { percentage: own, fixed } = slots;
  const isOwnForAll = own?.voucher.useType === 'multi';
  const ofFirst = own ?? ticket.eventSlots.percentage;
  const ofOthers = isOwnForAll ? own : ticket.eventSlots.percentage;
  if (ofFirst) {
    const off = percentOff(first, ofFirst);
    note(ofFirst, vat, off);
    first -= off;
  }
  if (ofOthers) {
    const off = percentOff(other, ofOthers);
    note(ofOthers, vat, off * others);
    other -= off;
  }
  if (fixed) {
    const off = Math.min(fixed.voucher.amount, first);
    note(fixed, vat, off);
    first -= off;
    if (fixed.voucher.useType === 'multi') {
      const offOther = Math.min(fixed.voucher.amount, other);
      note(fixed, vat, offOther * others);
      other -= offOther;
    }
  }
  return first + other * others;
}

/** A discount on several lines as one, spread over what is left of them. */
function lowerTogether(parts: readonly Part[], { percentage, fixed }: Slots, note: Note): void {
  for (const applied of [percentage, fixed]) {
    if (!applied) continue;
    const left = parts.map((part) => part.left);
    const whole = left.reduce((sum, each) => sum + each, 0);
    const { amount } = applied.voucher;
    const off = applied.voucher.unit === 'percentage' ? percentOff(whole, applied) : Math.min(amount, whole);
    for (const [index, share] of allocate(cents(off), left).entries()) {
      const part = parts[index] as Part;
      note(applied, part.vat, share);
      part.left -= share;
    }
  }
}
