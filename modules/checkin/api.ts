import * as z from 'zod';
import { actOnOrder, loadManagedParticipant, loadOwnParticipant } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import { instant, minutes } from '#src/kernel/time.ts';
import { api, page, tagged } from '#src/web/http.ts';
import { resendTicket } from './handlers.ts';
import { sampleApi } from './sample-ticket.ts';
import { ticketDownload } from './ticket.ts';

const participantConfirmation = api(
  {
    method: 'get',
    path: '/api/orders/{orderId}/participant-confirmation/{participantId}',
    may: 'order.read',
    summary: 'Returns a download link for a participant’s ticket (PDF), valid for 15 minutes',
    load: loadOwnParticipant,
    answer: z.object({ downloadLink: z.string() }),
  },
  async ({ deps, record: { order, person }, now }) => {
    if (!isPaidStatus(order.status)) return refuse('NOT_FOUND');
    const path = ticketDownload(deps.signer, person, instant(now + minutes(15)));
    return { downloadLink: `${deps.config.publicUrl}${path}` };
  },
);

const resendParticipantEmail = api(
  {
    method: 'patch',
    path: '/api/admin/orders/{orderId}/resend-participant-email/{participantId}',
    may: 'order.assist',
    refuses: ['MAIL_ALREADY_SENT'],
    summary: 'Sends a participant the ticket again',
    load: loadManagedParticipant,
  },
  async ({ deps, params: { orderId, participantId } }) => {
    await deps.write((work) => resendTicket(work, orderId, participantId));
    return undefined;
  },
);

const resendTicketPage = page(
  {
    method: 'post',
    path: '/admin/orders/{orderId}/resend-participant-email/{participantId}',
    may: 'order.assist',
    load: loadManagedParticipant,
  },
  (call) => {
    const { order, person } = call.record;
    const resend = (work: Work) => resendTicket(work, order.id, person.id);
    return actOnOrder({ ...call, record: order }, 'mailResent', resend, `/participants/${person.id}`);
  },
);

export const checkinApi = tagged('Check-in', [
  participantConfirmation,
  resendParticipantEmail,
  resendTicketPage,
  sampleApi,
]);
