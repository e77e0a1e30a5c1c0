import { requireOwnOrder } from '#modules/orders/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { idIn, type PageCall, page, type Route } from '#src/platform/http.ts';
import type { MailAttachment } from '#src/platform/mail/message.ts';
import { qrDataUrl } from '#src/platform/qr.ts';
import { TicketPage } from './pages/ticket-page.tsx';
import { nameOf, type Ticket, ticketAddresses, ticketOf, ticketWords } from './ticket.ts';
import { ticketCalendar, ticketPdf } from './ticket-paper.tsx';
import { applePass, applePassType } from './wallets/apple-pass.ts';
import { walletsOf } from './wallets/wallet-links.ts';

/** Who has the signed address has the ticket, as with the paper. */
async function signedTicket(call: PageCall<'document.open'>): Promise<Ticket> {
  const { deps, params, context, query, now } = call;
  if (!deps.signer.isSigned(context.req.path, query, now)) return refuse('NOT_FOUND');
  const participantId = Number(params.participantId);
  if (!Number.isSafeInteger(participantId)) return refuse('NOT_FOUND');
  return (await ticketOf(deps.read, deps.signer, participantId)) ?? refuse('NOT_FOUND');
}

/** From the order to the ticket of one of its people, who may have no address of their own. */
const ticketOfOrder = page(
  { method: 'get', path: '/orders/{orderId}/tickets/{participantId}', may: 'order.read' },
  async ({ deps, viewer, params, redirect }) => {
    const { id } = await requireOwnOrder(deps.read, viewer, idIn(params.orderId));
    const ticket = await ticketOf(deps.read, deps.signer, idIn(params.participantId));
    return ticket?.order.id === id ? redirect(ticketAddresses(deps.signer, ticket).page) : refuse('NOT_FOUND');
  },
);

const showTicket = page({ method: 'get', path: '/tickets/{participantId}', may: 'document.open' }, async (call) => {
  const ticket = await signedTicket(call);
  const { organizer } = ticket;
  return call.render(
    <TicketPage
      ticket={ticket}
      addresses={ticketAddresses(call.deps.signer, ticket)}
      wallets={await walletsOf(call.deps, ticket, call.words.locale)}
      qrCode={ticket.isValid ? await qrDataUrl(ticket.code, { width: 640 }) : null}
    />,
    {
      title: ticketWords(ticket, call.words.locale).t('checkin.ticket.title', { name: nameOf(ticket) }),
      noIndex: true,
      whiteLabel: organizer?.whiteLabel ? { name: organizer.whiteLabel, accent: organizer.accentColor } : null,
    },
    ticket.isValid ? 200 : 410,
  );
});

const downloadPdf = page(
  { method: 'get', path: '/tickets/{participantId}/pdf', may: 'document.open' },
  async (call) => {
    const ticket = await signedTicket(call);
    if (!ticket.isValid) return refuse('NOT_FOUND');
    return file(call, await ticketPdf(call.deps, ticket, call.words.locale));
  },
);

const downloadCalendar = page(
  { method: 'get', path: '/tickets/{participantId}/calendar', may: 'document.open' },
  async (call) => file(call, ticketCalendar(call.deps, await signedTicket(call), call.words.locale)),
);

/** A canceled ticket is still a pass, marked as void, so that one fetched again does not look good for ever. */
const downloadPass = page(
  { method: 'get', path: '/tickets/{participantId}/wallet.pkpass', may: 'document.open' },
  async (call) => {
    const { deps } = call;
    const ticket = await signedTicket(call);
    const { appleWallet } = deps.config;
    if (!appleWallet || ticket.order.status === 'pending') return refuse('NOT_FOUND');
    return new Response(await applePass(deps, appleWallet, ticket), {
      headers: {
        'content-type': applePassType,
        'content-disposition': `attachment; filename="ticket-${ticket.participant.id}.pkpass"`,
        'cache-control': 'private, no-store',
      },
    });
  },
);

function file(call: PageCall<'document.open'>, { name, type, bytes }: MailAttachment): Response {
  return call.context.body(new Uint8Array(bytes), 200, {
    'content-type': type,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  });
}

export const ticketPages: Route[] = [ticketOfOrder, showTicket, downloadPdf, downloadCalendar, downloadPass];
