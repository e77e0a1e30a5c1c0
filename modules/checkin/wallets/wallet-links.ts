// The link is one signed token; Google's client would call its API for every ticket.
import { importPKCS8, SignJWT } from 'jose';
import { offsetIso } from '#modules/events/rules/structured-data.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { orderOf } from '#modules/orders/index.ts';
import type { GoogleWalletConfig } from '#src/config/wallets.ts';
import { hours, type Instant, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { WalletLinks } from '#src/ui/wallet-buttons.tsx';
import { nameOf, type Ticket, ticketAddresses, ticketsOf, ticketTranslator } from '../ticket.ts';
import { ticketColors } from './apple-pass.ts';

/** Browsers and link shorteners cut longer addresses. */
const longestToken = 1800;

const address = 'https://pay.google.com/gp/v/save/';

/** Optional parts, dropped in this order. */
const dispensable = ['color', 'address', 'end', 'type', 'venue', 'alternate'] as const;
type Dispensable = (typeof dispensable)[number];

/** Does not split characters. */
const cut = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
};

/** Claims of a save link: one class per competition, one object per ticket (Google Wallet event tickets). */
function savePayload(
  ticket: Ticket,
  issuerId: string,
  locale: Locale,
  { without = new Set<Dispensable>(), mostLetters: maxLetters = 200 } = {},
) {
  const { order, participant, competition, organizer } = ticket;
  const { event } = order;
  const i18n = ticketTranslator(ticket, locale);
  const has = (part: Dispensable) => !without.has(part);
  const inWords = (text: string) => ({ defaultValue: { language: i18n.htmlLang, value: cut(text, maxLetters) } });
  const classId = `${issuerId}.event-${event.id}-competition-${competition.id}`;
  // Google requires an address for a venue.
  const place = event.location !== '' && has('venue') ? event.location : null;
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: cut(whiteLabelOf(order)?.name ?? organizer?.name ?? i18n.t('ui.product.name'), maxLetters),
        reviewStatus: 'UNDER_REVIEW',
        eventName: inWords(i18n.t('checkin.calendar.summary', { competition: competition.title, event: event.title })),
        ...(place && has('address') ? { venue: { name: inWords(place), address: inWords(place) } } : {}),
        dateTime: { start: offsetIso(competition.timestamp, event.timeZone) },
        ...(has('color') ? { hexBackgroundColor: ticketColors(ticket).ground } : {}),
      },
    ],
    eventTicketObjects: [
      {
        // Google keeps the first version of a pass, so a replaced ticket needs another id.
        id: `${issuerId}.participant-${participant.id}${participant.ticketVersion === 0 ? '' : `-${participant.ticketVersion}`}`,
        classId,
        state: ticket.isValid ? 'ACTIVE' : 'EXPIRED',
        ticketHolderName: cut(nameOf(ticket), maxLetters),
        ...(participant.rrBib === null ? {} : { ticketNumber: participant.rrBib }),
        barcode: { type: 'QR_CODE', value: ticket.code, ...(has('alternate') ? { alternateText: ticket.code } : {}) },
        ...(has('type') ? { ticketType: inWords(competition.title) } : {}),
        ...(has('end')
          ? { validTimeInterval: { end: { date: offsetIso(instant(event.endTimestamp + hours(24)), event.timeZone) } } }
          : {}),
      },
    ],
  };
}

/** Google gets no data before the link is opened. Drops optional parts to stay below 1,800 characters. */
async function googleSaveLink(
  google: GoogleWalletConfig,
  ticket: Ticket,
  options: { locale: Locale; publicUrl: string; now: Instant },
): Promise<string> {
  const key = await importPKCS8(google.privateKey, 'RS256');
  const sign = (payload: object) =>
    new SignJWT({ typ: 'savetowallet', origins: [new URL(options.publicUrl).origin], payload: { ...payload } })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(google.email)
      .setAudience('google')
      .setIssuedAt(Math.floor(options.now / 1000))
      .sign(key);
  const attempts = [
    ...Array.from({ length: dispensable.length + 1 }, (_, count) => ({ count, mostLetters: 200 })),
    ...[60, 30, 15].map((maxLetters) => ({ count: dispensable.length, mostLetters: maxLetters })),
  ];
  let token = '';
  for (const { count, mostLetters: maxLetters } of attempts) {
    const without = new Set(dispensable.slice(0, count));
    token = await sign(savePayload(ticket, google.issuerId, options.locale, { without, mostLetters: maxLetters }));
    if (token.length < longestToken) break;
  }
  return `${address}${token}`;
}

type WalletDeps = Pick<Deps, 'config' | 'signer' | 'clock' | 'read'>;

export async function walletsOf(
  { config, signer, clock }: Omit<WalletDeps, 'read'>,
  ticket: Ticket,
  locale: Locale,
): Promise<WalletLinks> {
  const { appleWallet, googleWallet, publicUrl } = config;
  if (!ticket.isValid) return { apple: null, google: null };
  return {
    apple: appleWallet ? ticketAddresses(signer, ticket).applePass : null,
    google: googleWallet ? await googleSaveLink(googleWallet, ticket, { locale, publicUrl, now: clock() }) : null,
  };
}

export async function walletsOfOrder(
  deps: WalletDeps,
  orderId: number,
  locale: Locale,
): Promise<Map<number, WalletLinks>> {
  const links = new Map<number, WalletLinks>();
  if (!deps.config.appleWallet && !deps.config.googleWallet) return links;
  const order = await orderOf(deps.read, orderId);
  for (const ticket of order ? ticketsOf(order, deps.signer) : []) {
    links.set(ticket.participant.id, await walletsOf(deps, ticket, locale));
  }
  return links;
}
