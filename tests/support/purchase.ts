/** A purchase through the API: book, choose the transfer, pay, fetch documents. */
import { call, type Place, type Session } from './crowd.ts';
import type { RunningServer } from './server.ts';

export type Purchase = { orderId: number; status: string; papers: { type: string | null; head: string }[] };

/** One starter at 25,00 €; `papers` are the PDFs of order and ticket. */
export async function purchase(
  at: RunningServer,
  admin: Session,
  buyer: Session,
  { eventId, competitionId }: Place,
): Promise<Purchase> {
  const booking = {
    teams: [
      {
        competitionId,
        participants: [
          {
            localId: 'a',
            firstName: 'Zoë',
            lastName: 'Łukasik-Weiß',
            birthDate: '1991-02-28',
            gender: 'female',
            email: 'zoe@purchase.example',
          },
        ],
      },
    ],
    totalPrice: 2500,
    termsAccepted: true,
    eventConditionsAccepted: true,
  };
  const { orderId } = await answered(201, at, 'POST', `/api/events/${eventId}/book`, booking, buyer);
  const transfer = await answered(200, at, 'POST', `/api/orders/${orderId}/payment-in-advance`, {}, buyer);
  if (transfer.totalPrice !== 2500) throw new Error(`asked for ${transfer.totalPrice} instead of 2500`);
  await answered(200, at, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, admin);
  const { order } = await get(at, `/api/orders/${orderId}`, buyer);
  const { status, competitions } = order as {
    status: string;
    competitions: { teams: { participants: { id: number }[] }[] }[];
  };
  const participantId = competitions[0]?.teams[0]?.participants[0]?.id;
  const papers: Purchase['papers'] = [];
  for (const paper of ['confirmation', `participant-confirmation/${participantId}`]) {
    const { downloadLink } = await get(at, `/api/orders/${orderId}/${paper}`, buyer);
    const answer = await fetch(new URL(String(downloadLink), at.url));
    const head = new TextDecoder('latin1').decode((await answer.arrayBuffer()).slice(0, 5));
    papers.push({ type: answer.headers.get('content-type'), head });
  }
  return { orderId: Number(orderId), status, papers };
}

async function answered(
  status: number,
  at: RunningServer,
  method: string,
  path: string,
  body: unknown,
  as: Session,
): Promise<Record<string, unknown>> {
  const answer = await call(at, method, path, body, as);
  if (answer.status !== status) {
    throw new Error(`${method} ${path}: ${answer.status} instead of ${status}: ${JSON.stringify(answer.json)}`);
  }
  return answer.json;
}

async function get(at: RunningServer, path: string, as: Session): Promise<Record<string, unknown>> {
  const answer = await fetch(at.url + path, { headers: { cookie: as.cookie } });
  if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
