import type { ShopModule } from '#src/runtime/module.ts';
import { admittedAt, isAdmitted } from './admission.ts';
import { admissionPages } from './admissions/admission-pages.tsx';
import { checkinApi } from './api.ts';
import { appPages } from './app-manifest.tsx';
import { devicePages } from './devices/device-pages.tsx';
import { ownDevicePages } from './devices/own-pages.tsx';
import { gateApi } from './gate-api.ts';
import { checkinFactHandlers } from './handlers.ts';
import { lateApi } from './late-registration/api.ts';
import { latePages } from './late-registration/late-pages.tsx';
import { takeCashPages } from './late-registration/take-cash.tsx';
import { checkinMailTypes } from './mails.ts';
import { manageApi } from './manage-api.ts';
import { checkinProblems } from './rules/problems.ts';
import { scanPages } from './scan-routes.tsx';
import { ownPagePath } from './ticket.ts';
import { cancellationCalendars } from './ticket-calendar.ts';
import { ticketFilesOf } from './ticket-pdf.ts';
import { ticketPages } from './ticket-routes.tsx';
import { walletsOfOrder } from './wallets/wallet-links.ts';

export const checkinModule = {
  name: 'checkin',
  problems: checkinProblems,
  routes: [
    ...checkinApi,
    ...gateApi,
    ...manageApi,
    ...lateApi,
    ...scanPages,
    ...appPages,
    ...devicePages,
    ...ownDevicePages,
    ...latePages,
    ...takeCashPages,
    ...admissionPages,
    ...ticketPages,
  ],
  factHandlers: checkinFactHandlers,
  mailTypes: checkinMailTypes,
  slots: (deps) => ({
    admission: { admittedAt: (ids) => admittedAt(deps.read, ids), isAdmitted },
    ownPage: (person, end) => `${deps.config.publicUrl}${ownPagePath(deps.signer, person, end)}`,
    ticketFiles: (order, participantIds) => ticketFilesOf(deps, order, participantIds),
    canceledCalendars: (order, address, locale) => cancellationCalendars(deps, order, address, locale),
    wallets: (orderId, locale) => walletsOfOrder(deps, orderId, locale),
  }),
} satisfies ShopModule;
