/** Logins and bookings of a crowd, and the organizer's preparations. */
import type { RunningServer } from './server.ts';

export type At = Pick<RunningServer, 'url' | 'mailbox'>;

export type Session = { cookie: string; csrf: string };
export type Place = {
  eventId: number;
  competitionId: number;
  /** In cents; default 25 euros. */
  price?: number;
  /** Articles per person. */
  articles?: readonly object[];
};
export type Called = { status: number; json: Record<string, unknown>; headers: Headers };

export async function call(
  at: At,
  method: string,
  path: string,
  body: unknown,
  session?: Session,
  language?: string,
): Promise<Called> {
  const response = await fetch(at.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(language ? { 'accept-language': language } : {}),
      ...(session ? { cookie: session.cookie, 'x-csrf-token': session.csrf } : {}),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    // A proxy's response is not JSON.
    json: text && isJson(response) ? (JSON.parse(text) as Record<string, unknown>) : {},
    headers: response.headers,
  };
}

const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.includes('json') ?? false;

export function sessionOf(headers: Headers): Session {
  const pairs = headers.getSetCookie().map((line) => line.split(';')[0] as string);
  const csrf = decodeURIComponent(
    pairs.find((pair) => pair.startsWith('csrf-token='))?.slice('csrf-token='.length) ?? '',
  );
  return { cookie: pairs.join('; '), csrf };
}

/** `language`: the browser's, which a new account gets. */
export async function loginByCode(at: At, email: string, language?: string): Promise<Session> {
  await call(at, 'POST', '/api/auth/code/send-mail', { email }, undefined, language);
  let code: string | undefined;
  for (let looked = 0; looked < 200 && !code; looked++) {
    const mail = (await at.mailbox(email)).find(({ text }) => /^\d{6}$/m.test(text));
    code = /^(\d{6})$/m.exec(mail?.text ?? '')?.[1];
  }
  const answer = await call(at, 'POST', '/api/auth/code/login', { email, code }, undefined, language);
  mustBe(200, answer);
  return sessionOf(answer.headers);
}

export async function guest(at: At, eventId: number, email = 'crowd@race.test'): Promise<Session> {
  const answer = await call(at, 'POST', '/api/auth/code/unauthenticated-login', { email, eventId });
  mustBe(200, answer);
  return sessionOf(answer.headers);
}

export async function newCompetition(
  at: At,
  as: Session,
  tickets: number,
  event: Record<string, unknown> = {},
): Promise<Place> {
  const in60Days = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const made = await call(
    at,
    'POST',
    '/api/admin/events',
    {
      title: `Race for ${tickets}`,
      startTimestamp: in60Days,
      endTimestamp: in60Days,
      freePlacesPerAccount: 10_000,
      ...event,
    },
    as,
  );
  mustBe(201, made);
  const eventId = Number(made.json.eventId);
  const competition = await call(
    at,
    'POST',
    `/api/admin/competitions/${eventId}`,
    { title: 'All at once', totalTicketCount: tickets, timestamp: in60Days },
    as,
  );
  const competitionId = (competition.json.competition as { id: number }).id;
  await call(at, 'POST', `/api/admin/competition-prices/${competitionId}`, { price: 2500, quantity: tickets }, as);
  await call(at, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, as);
  return { eventId, competitionId };
}

/**
 * One ticket for one person, optionally with a code. Without `birthDate` duplicates are not detected, so the body can be
 * repeated.
 */
export async function bookOne(
  at: At,
  as: Session,
  { eventId, competitionId, price = 2500, articles = [] }: Place,
  localId: string,
  code?: string,
) {
  const { status, json } = await call(
    at,
    'POST',
    `/api/events/${eventId}/book`,
    {
      teams: [
        {
          competitionId,
          participants: [
            { localId, firstName: 'Crowd', lastName: localId, birthDate: '1990-05-01', gender: 'female', articles },
          ],
        },
      ],
      ...(code === undefined ? { totalPrice: price } : { totalPrice: 2000, appliedVouchers: [{ code }] }),
      termsAccepted: true,
      eventConditionsAccepted: true,
    },
    as,
  );
  return { status, orderId: json.orderId, code: json.code };
}

/** Saves a person in the first step, like the page's script. */
export async function fillIn(at: At, as: Session, { eventId, competitionId }: Place): Promise<number> {
  const path = `/events/${eventId}/competitions`;
  const response = await fetch(at.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: as.cookie, origin: at.url, referer: at.url + path },
    body: new URLSearchParams({
      intent: 'keep',
      'csrf-token': as.csrf,
      'teams[0].competitionId': String(competitionId),
      'teams[0].localId': 'team',
      'teams[0].participants[0].localId': 'person',
      'teams[0].participants[0].firstName': 'Crowd',
    }),
  });
  return response.status;
}

export async function soldOf(at: At, { eventId, competitionId }: Place): Promise<number> {
  const response = await fetch(`${at.url}/api/events/${eventId}`);
  const { event } = (await response.json()) as {
    event: { competitions: { id: number; totalTicketCount: number; availableTicketCount: number }[] };
  };
  const competition = event.competitions.find(({ id }) => id === competitionId);
  return (competition?.totalTicketCount ?? 0) - (competition?.availableTicketCount ?? 0);
}

export function mustBe(status: number, answer: Called): void {
  if (answer.status !== status)
    throw new Error(`${answer.status} instead of ${status}: ${JSON.stringify(answer.json)}`);
}
