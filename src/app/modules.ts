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
import type { ShopModule } from '#src/runtime/module.ts';

/** The modules in rank order: each may use those before it. */
export const modules: readonly ShopModule[] = [
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
  reportsModule,
];
