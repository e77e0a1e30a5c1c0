import { accountsModule } from '#modules/accounts/index.ts';
import { bibsModule } from '#modules/bibs/index.ts';
import { bookingModule } from '#modules/booking/index.ts';
import { checkinModule } from '#modules/checkin/index.ts';
import { companiesModule } from '#modules/companies/index.ts';
import { companionsModule } from '#modules/companions/index.ts';
import { eventsModule } from '#modules/events/index.ts';
import { giftCardsModule } from '#modules/gift-cards/index.ts';
import { invoicingModule } from '#modules/invoicing/index.ts';
import { lotteryModule } from '#modules/lottery/index.ts';
import { mailingsModule } from '#modules/mailings/index.ts';
import { memberListsModule } from '#modules/member-lists/index.ts';
import { newsletterModule } from '#modules/newsletter/index.ts';
import { ordersModule } from '#modules/orders/index.ts';
import { organizersModule } from '#modules/organizers/index.ts';
import { participantImportsModule } from '#modules/participant-imports/index.ts';
import { paymentsModule } from '#modules/payments/index.ts';
import { reportsModule } from '#modules/reports/index.ts';
import { resultsModule } from '#modules/results/index.ts';
import { sharedTeamsModule } from '#modules/shared-teams/index.ts';
import { timingModule } from '#modules/timing/index.ts';
import { transfersModule } from '#modules/transfers/index.ts';
import { vouchersModule } from '#modules/vouchers/index.ts';
import { waitingRoomModule } from '#modules/waiting-room/index.ts';
import { waitlistModule } from '#modules/waitlist/index.ts';
import { withdrawalsModule } from '#modules/withdrawals/index.ts';
import { assert } from '#src/kernel/assert.ts';
import { generalProblems, type ProblemTable } from '#src/kernel/problem.ts';
import type { Deps, Slots } from '#src/runtime/deps.ts';
import type { DoctorCheck, ShopModule } from '#src/runtime/module.ts';

/** In rank order: each module may use those before it. */
const inRankOrder = [
  accountsModule,
  organizersModule,
  eventsModule,
  vouchersModule,
  memberListsModule,
  waitingRoomModule,
  ordersModule,
  newsletterModule,
  companionsModule,
  bookingModule,
  waitlistModule,
  lotteryModule,
  sharedTeamsModule,
  mailingsModule,
  giftCardsModule,
  paymentsModule,
  invoicingModule,
  companiesModule,
  checkinModule,
  bibsModule,
  transfersModule,
  withdrawalsModule,
  timingModule,
  resultsModule,
  participantImportsModule,
  reportsModule,
] as const satisfies readonly ShopModule[];

export const modules: readonly ShopModule[] = inRankOrder;

type Filled<M> = M extends { slots(deps: Deps): infer S } ? S : never;
type Intersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void ? I : never;
/** Slots that no module fills; the shop fills them. */
export type UnfilledSlots = Omit<Slots, keyof Intersection<Filled<(typeof inRankOrder)[number]>>>;

export type FilledSlots = Omit<Slots, keyof UnfilledSlots>;

/** The slots of all modules; array slots are concatenated in rank order. */
export function filledSlots(deps: Deps): FilledSlots {
  const filled: Record<string, unknown> = {};
  for (const module of modules)
    for (const [name, value] of Object.entries(module.slots?.(deps) ?? {})) {
      const before = filled[name];
      assert(before === undefined || Array.isArray(before), `two modules fill the slot ${name}`);
      filled[name] = Array.isArray(before) ? [...before, ...(value as unknown[])] : value;
    }
  return filled as FilledSlots;
}

/** The status of each refusal's code. */
export const problems: ProblemTable = Object.assign(
  { ...generalProblems },
  ...modules.map((module) => module.problems),
);

export const moduleChecks = (deps: Pick<Deps, 'config' | 'fetch'>): readonly DoctorCheck[] =>
  modules.flatMap((module) => module.doctorChecks?.(deps) ?? []);
