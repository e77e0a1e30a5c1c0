import { create as contentDisposition } from 'content-disposition';
import { mayChangePerson, OwnPersonPage, personPlace, readsOwnOrder, savePerson } from '#modules/orders/index.ts';
import { qrDataUrl } from '#src/documents/qr.ts';
import { refuse } from '#src/kernel/problem.ts';
import { instant, minutes } from '#src/kernel/time.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { byOwnLink, fileOf, headOfTicket } from './own-access.tsx';
import { TicketPage } from './pages/ticket-page.tsx';
import {
  mayChangeByLink,
  nameOf,
  opensUntil,
  ownSubPath,
  type Ticket,
  ticketAddresses,
  ticketDownload,
  ticketOf,
  ticketTranslator,
} from './ticket.ts';
import { ticketCalendar } from './ticket-calendar.ts';
import { ticketPdf } from './ticket-pdf.ts';
import { applePass, applePassType } from './wallets/apple-pass.ts';
import { walletsOf } from './wallets/wallet-links.ts';

const path = '/tickets/{participantId}/change';
type Call = PageCall<'participant.change', 'participantId'>;

/** An event may leave changes to the timing system, or allow none. */
const placeOf = ({ deps }: Call, { order, participant }: Ticket) =>
  order.event.noChangelink ? refuse('NOT_FOUND') : personPlace(deps.read, order, participant.id);

async function show(call: Call, ticket: Ticket, state?: FormState): Promise<Response> {
  const place = await placeOf(call, ticket);
  const i18n = ticketTranslator(ticket, call.i18n.locale);
  const addresses = ticketAddresses(call.deps.signer, ticket);
  const title = i18n.t('ownPage.change.title');
  const { id: participantId } = place.person;
  const isTransfer = await call.deps.needsTransfer(call.deps.read, { orderId: place.order.id, participantId });
  return call.render(
    <OwnPersonPage
      {...{ place, state, title, i18n }}
      may={mayChangePerson(ticket.order, call.now).may}
      above={ticket.order.event.title}
      below={place.competition.title}
      back={{ href: addresses.page, label: i18n.t('ownPage.back') }}
      action={addresses.change}
      needsEmail
      transferHref={isTransfer ? addresses.page : null}
      emailHint={i18n.t('ownPage.change.emailHint')}
    />,
    headOfTicket(ticket, title),
    formStatus(state),
  );
}

/** The signed link is the authorization. */
const changeRoutes: Route[] = [
  page(
    { method: 'get', path, may: 'participant.change' },
    byOwnLink((call: Call, ticket) => show(call, ticket)),
  ),
  page(
    { method: 'post', path, may: 'participant.change' },
    byOwnLink(async (call: Call, ticket) => {
      const saved = await savePerson(call, await placeOf(call, ticket), {
        by: 'participant',
        editorId: null,
        needsEmail: true,
        // A new address replaces this link; its page confirms the change.
        to: `${ticketAddresses(call.deps.signer, ticket).page}&saved`,
      });
      return 'to' in saved ? call.redirect(saved.to) : show(call, ticket, saved.state);
    }),
  ),
];

/** After the page has closed, only the PDF is left to the owner of the order. */
const fromOrder = (path: `/orders/{orderId}/tickets/{participantId}${'' | '/pdf'}`) =>
  page({ method: 'get', path, ...readsOwnOrder }, async ({ deps, record: order, params, redirect, now }) => {
    const ticket = await ticketOf(deps.read, deps.signer, params.participantId);
    if (ticket?.order.id !== order.id) return refuse('NOT_FOUND');
    if (!path.endsWith('/pdf') && now < opensUntil(ticket)) return redirect(ticketAddresses(deps.signer, ticket).page);
    return ticket.isValid
      ? redirect(ticketDownload(deps.signer, ticket.participant, instant(now + minutes(15))))
      : refuse('NOT_FOUND');
  });

const ticketOfOrder = fromOrder('/orders/{orderId}/tickets/{participantId}');
const pdfOfOrder = fromOrder('/orders/{orderId}/tickets/{participantId}/pdf');

const showTicket = page(
  { method: 'get', path: '/tickets/{participantId}', may: 'document.open' },
  byOwnLink(async (call, ticket) => {
    const { deps, i18n, query, now } = call;
    const ticketI18n = ticketTranslator(ticket, i18n.locale);
    const own = {
      order: ticket.order,
      person: ticket.participant,
      sign: (below: string) => ownSubPath(deps.signer, ticket, below),
    };
    return call.render(
      <TicketPage
        ticket={ticket}
        addresses={ticketAddresses(deps.signer, ticket)}
        wallets={await walletsOf(deps, ticket, i18n.locale)}
        qrCode={ticket.isValid ? await qrDataUrl(ticket.code, { width: 640 }) : null}
        mayChange={mayChangeByLink(ticket, now)}
        isSaved={query.has('saved')}
        wave={await deps.startWave(deps.read, ticket.participant.id)}
        waveChange={ticket.isValid ? await deps.ownWavePart(own, ticketI18n) : null}
        result={await deps.ownResultPart(own, ticketI18n)}
        transfer={ticket.isValid ? await deps.ownTransferPart(own, ticketI18n) : null}
        i18n={ticketI18n}
      />,
      headOfTicket(ticket, ticketI18n.t('checkin.ticket.title', { name: nameOf(ticket) })),
      // Gone for a canceled place; an unpaid one may still become a ticket.
      ticket.isCanceled ? 410 : 200,
    );
  }),
);

const downloadPdf = page(
  { method: 'get', path: '/tickets/{participantId}/pdf', may: 'document.open' },
  byOwnLink(async (call, ticket) =>
    ticket.isValid
      ? fileOf(call, await ticketPdf(call.deps, ticket, call.viewer?.visitId ?? `order ${ticket.order.id}`))
      : refuse('NOT_FOUND'),
  ),
);

const downloadCalendar = page(
  { method: 'get', path: '/tickets/{participantId}/calendar', may: 'document.open' },
  byOwnLink(async (call, ticket) => fileOf(call, await ticketCalendar(call.deps, [ticket], call.i18n.locale))),
);

/** A canceled ticket stays a pass marked as void, so that an update invalidates the old one. */
const downloadPass = page(
  { method: 'get', path: '/tickets/{participantId}/wallet.pkpass', may: 'document.open' },
  byOwnLink(async ({ deps }, ticket) => {
    const { appleWallet } = deps.config;
    if (!appleWallet || ticket.order.status === 'pending') return refuse('NOT_FOUND');
    return new Response(await applePass(deps, appleWallet, ticket), {
      headers: {
        'content-type': applePassType,
        'content-disposition': contentDisposition(`ticket-${ticket.participant.id}.pkpass`),
        'cache-control': 'private, no-store',
      },
    });
  }),
);

export const ticketPages: Route[] = [
  ticketOfOrder,
  pdfOfOrder,
  showTicket,
  ...changeRoutes,
  downloadPdf,
  downloadCalendar,
  downloadPass,
];
