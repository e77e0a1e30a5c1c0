import type { Outcome, Payment } from './books.ts';
import { cardsFor, filledIn, readCard } from './card-form.ts';
import type { Core } from './core.ts';
import { newToken } from './ids.ts';
import { familyOf, isWallet } from './methods.ts';
import { type Choice, finish, openPage } from './outcomes.ts';
import {
  type CardInput,
  cardPage,
  choicePage,
  debitPage,
  elsewherePage,
  endPage,
  securePage,
  stylePath,
  styleSheet,
  type View,
} from './page-views.tsx';
import { stateOf } from './payments.ts';
import { debitResultOf, ibanByAmount, ibanThatPays, resultOf } from './test-cards.ts';
import { type PageWords, translatorFor } from './words.ts';

/** The page redirects to another origin, so there is no `form-action`. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};
const html = (text: string, status = 200): Response => new Response(text, { status, headers });
const sentTo = (location: string): Response =>
  new Response(null, {
    status: 302,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });

const longestForm = 10_000;

/** `path` follows `/vt2`. */
export async function answerPage(
  core: Core,
  request: Request,
  path: string,
  query: URLSearchParams,
): Promise<Response> {
  const isRead = request.method === 'GET';
  if (isRead && path === stylePath) {
    const cached = 'public, max-age=31536000, immutable';
    return new Response(styleSheet, {
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': cached },
    });
  }
  const opening = /^\/api\/PaymentPage\/(\d+)\/(\d+)\/([a-z0-9]{32})$/.exec(path);
  const key = /^\/page\/([a-z0-9]{32})$/.exec(path)?.[1];
  if (opening && isRead) return open(core, request, opening[3] ?? '', [opening[1] ?? '', opening[2] ?? '']);
  const payment = key ? core.books.byPageKey(key) : null;
  if (!payment) return unknown(core, request);
  if (isRead) return show(core, request, payment, query);
  if (request.method !== 'POST') return new Response('Method Not Allowed', { status: 405 });
  const answer = act(core, request, payment, await formOf(request));
  await core.books.save();
  return answer;
}

const prefixOf = ({ baseUrl }: Core): string => new URL(baseUrl).pathname.replace(/\/$/, '');
const wordsOf = (request: Request, payment: Payment | null): PageWords =>
  translatorFor(payment?.language ?? null, request.headers.get('accept-language'));
const selfOf = (core: Core, payment: Payment): string => `${prefixOf(core)}/vt2/page/${payment.pageKey}`;

const viewOf = (core: Core, request: Request, payment: Payment): View => ({
  texts: wordsOf(request, payment),
  prefix: prefixOf(core),
  payment,
  self: selfOf(core, payment),
});

const unknown = (core: Core, request: Request): Response =>
  html(endPage(wordsOf(request, null), prefixOf(core), 'unknown'), 404);

/** The address of Initialize opens once; later visits are redirected to the failure address. */
async function open(core: Core, request: Request, token: string, [customer, terminal]: string[]): Promise<Response> {
  const payment = core.books.payments.get(token);
  if (!payment || payment.customerId !== customer || payment.terminalId !== terminal) return unknown(core, request);
  if (!openPage(core, payment, newToken())) return sentTo(payment.returnTo.fail);
  await core.books.save();
  // Steps have their own address, so that a reload is no second opening.
  return sentTo(selfOf(core, payment));
}

/** The pages are public, so bodies have a limit. */
async function formOf(request: Request): Promise<URLSearchParams> {
  const isLong = Number(request.headers.get('content-length') ?? 0) > longestForm;
  const text = isLong ? '' : await request.text();
  return new URLSearchParams(text.length > longestForm ? '' : text);
}

/** The page for an ended or expired payment; null: go on. */
function ended(core: Core, request: Request, payment: Payment): Response | null {
  const texts = wordsOf(request, payment);
  const { success, fail, abort } = payment.returnTo;
  if (payment.isClosed) return html(endPage(texts, prefixOf(core), 'closed'));
  const state = stateOf(core, payment, core.now());
  if (state === 'OPENED') return null;
  if (state === 'EXPIRED') return html(endPage(texts, prefixOf(core), 'expired', fail), 410);
  if (state === 'ABORTED') return sentTo(abort);
  return sentTo(state === 'DECLINED' || state === '3DS_FAILED' ? fail : success);
}

/** The chosen method, or the only one. */
function methodOf({ offer }: Payment, requested: string | null): string | null {
  const all = [...offer.methods, ...offer.wallets];
  if (all.length === 1) return all[0] ?? null;
  return all.find((name) => name === requested) ?? null;
}

function show(core: Core, request: Request, payment: Payment, query: URLSearchParams): Response {
  const end = ended(core, request, payment);
  if (end) return end;
  const view = viewOf(core, request, payment);
  if (payment.challenge) return html(securePage(view));
  const method = methodOf(payment, query.get('method'));
  if (!method) return html(choicePage(view));
  if (hasCardForm(method))
    return html(cardPage(view, method, cardsFor(method), filledIn(query.get('card'), core.now()), []));
  if (method === 'DIRECTDEBIT') {
    const picked = { pays: ibanThatPays, byAmount: ibanByAmount }[query.get('iban') ?? ''] ?? '';
    return html(debitPage(view, method, picked, false));
  }
  return html(elsewherePage(view, method, isWallet(method) ? 'wallet' : 'bank'));
}

const hasCardForm = (method: string): boolean => familyOf(method) === 'card' && !isWallet(method);

function act(core: Core, request: Request, payment: Payment, form: URLSearchParams): Response {
  const end = ended(core, request, payment);
  if (end) return end;
  payment.touchedAt = core.now();
  const said = form.get('do');
  const method = methodOf(payment, form.get('method'));
  const leave = (choice: Omit<Choice, 'method'>, by = method ?? 'VISA'): Response => {
    const location = finish(core, payment, { method: by, ...choice });
    return location ? sentTo(location) : html(endPage(wordsOf(request, payment), prefixOf(core), 'closed'));
  };
  const again: ShowAgain = (page) => html(page(viewOf(core, request, payment)), 422);
  const stay = sentTo(selfOf(core, payment));
  if (said === 'abort') return leave({ outcome: 'ABORTED' });
  if (payment.challenge) {
    const { card, brand, liability } = payment.challenge;
    if (said === 'confirm') return leave({ outcome: 'PAID', card, brand, liability }, brand);
    return said === 'refuse' ? leave({ outcome: '3DS_FAILED' }, brand) : stay;
  }
  if (!method || said === null) return stay;
  if (hasCardForm(method)) return payByCard(core, payment, method, form, leave, again) ?? stay;
  if (method === 'DIRECTDEBIT') return payByDebit(payment, method, form, leave, again);
  const outcomes: Record<string, Outcome> = {
    pay: 'PAID',
    decline: 'DECLINED',
    ...(isWallet(method) ? {} : { pending: 'PENDING', close: 'PAID_WITHOUT_RETURN' }),
  };
  const outcome = outcomes[said];
  return outcome ? leave({ outcome }) : stay;
}

/** The page again with an error. */
type ShowAgain = (problemPage: (view: View) => string) => Response;
type Leave = (choice: Omit<Choice, 'method'>) => Response;

function payByCard(
  core: Core,
  payment: Payment,
  method: string,
  form: URLSearchParams,
  leave: Leave,
  again: ShowAgain,
) {
  const cardInput: CardInput = {
    number: form.get('number') ?? '',
    expiry: form.get('expiry') ?? '',
    cvc: form.get('cvc') ?? '',
    holder: form.get('holder') ?? '',
  };
  const { card, shown, problems } = readCard(cardInput, method, core.now());
  if (!card) return again((view) => cardPage(view, method, cardsFor(method), { ...cardInput, cvc: '' }, problems));
  const result = resultOf(card.rule, payment.amount.value);
  if ('decline' in result)
    return leave({ outcome: card.rule === 'failed3ds' ? '3DS_FAILED' : result.decline, brand: card.brand });
  const { liability } = result;
  if (card.rule !== 'challenge' && card.rule !== 'attempted')
    return leave({ outcome: 'PAID', card: shown, brand: card.brand, liability });
  payment.challenge = { card: shown, brand: card.brand, liability };
  return null;
}

function payByDebit(payment: Payment, method: string, form: URLSearchParams, leave: Leave, again: ShowAgain) {
  const cardInput = form.get('iban') ?? '';
  const iban = cardInput.replace(/\s/g, '').toUpperCase();
  if (iban !== ibanThatPays && iban !== ibanByAmount) return again((view) => debitPage(view, method, cardInput, true));
  const declined = debitResultOf(iban, payment.amount.value);
  return leave(declined ? { outcome: declined.decline } : { outcome: 'PAID', iban });
}
