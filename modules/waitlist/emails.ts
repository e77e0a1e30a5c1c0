import { catalogOf, mailStyle } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { signedOrderLink } from '#modules/orders/index.ts';
import type { NewMail, Work } from '#src/data/work.ts';
import { zeroCents } from '#src/kernel/money.ts';
import { hours, type Instant, instant, plus } from '#src/kernel/time.ts';
import { type MailBlock, renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Locale, type Translator, translatorFor } from '#src/texts/locale.ts';
import { entryLink } from './links.ts';
import { entryOf, positionOf } from './read-entries.ts';
import { type Closing, isLive } from './rules/entry-state.ts';
import type { Entry } from './schema.ts';
import { describeWish, type SizeSummary, sizeSummary, sizeTranslator } from './wish-text.ts';

export type EndReason = Closing | 'lapsed' | 'removed';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    WaitlistProof: { entryId: number };
    WaitlistJoined: { entryId: number };
    /** `offer`: counts the offers of an entry. */
    WaitlistOffer: { entryId: number; offer: number };
    WaitlistTakenBack: { entryId: number };
    WaitlistEnd: { entryId: number; reason: EndReason };
  }
}

type To = Pick<Entry, 'id' | 'email' | 'language'>;
const to = ({ email, language }: To): Pick<NewMail, 'recipient' | 'locale'> => ({ recipient: email, locale: language });

/** Asks the owner of an unproven address to confirm. Each attempt is a mail of its own; attempts are limited. */
export const postProof = (work: Work, entry: To): Promise<boolean> =>
  work.post({
    type: 'WaitlistProof',
    uniqueKey: `WaitlistProof|${entry.id}|${work.now}`,
    params: { entryId: entry.id },
    ...to(entry),
  });

/** Confirms the entry, once. `again`: an unproven visitor entered an address that is already on the list. */
export const postJoined = (work: Work, entry: To, which: 'first' | 'again'): Promise<boolean> =>
  work.post({
    type: 'WaitlistJoined',
    uniqueKey: `WaitlistJoined|${entry.id}|${which === 'first' ? '' : work.now}`,
    params: { entryId: entry.id },
    ...to(entry),
  });

export const postOffer = (work: Work, entry: Entry): Promise<boolean> =>
  work.post({
    type: 'WaitlistOffer',
    uniqueKey: `WaitlistOffer|${entry.id}|${entry.offers}`,
    params: { entryId: entry.id, offer: entry.offers },
    priority: 2,
    ...(entry.offerUntil === null ? {} : { expiresAt: entry.offerUntil }),
    ...to(entry),
  });

export const postTakenBack = (work: Work, entry: Entry): Promise<boolean> =>
  work.post({
    type: 'WaitlistTakenBack',
    uniqueKey: `WaitlistTakenBack|${entry.id}|${entry.offers}`,
    params: { entryId: entry.id },
    ...to(entry),
  });

export const postEnd = (work: Work, entry: To, reason: EndReason): Promise<boolean> =>
  work.post({
    type: 'WaitlistEnd',
    uniqueKey: `WaitlistEnd|${entry.id}`,
    params: { entryId: entry.id, reason },
    ...to(entry),
  });

type Making = Pick<Deps, 'signer' | 'config' | 'clock' | 'read'>;
type Kind = 'proof' | 'joined' | 'offer' | 'drawn' | 'takenBack' | `end.${EndReason}`;
type About = { entry: Entry; catalog: Catalog; position: number | null; i18n: Translator; size: SizeSummary | null };

function made(deps: Making, kind: Kind, { entry, catalog, position, i18n, size }: About): MailContent {
  const { event } = catalog;
  const look = mailStyle(catalog, i18n);
  const competition = describeWish(catalog, entry, i18n);
  const until = i18n.weekdayDateTime(entry.offerUntil ?? deps.clock());
  const rank = entry.drawnRank ?? 1;
  const say = sizeTranslator(entry, i18n);
  const isFree = kind === 'offer' && size?.price === 0;
  const values = {
    ...{ event: event.title, competition, count: entry.places, until, position: position ?? 1, rank },
    ...{ name: size?.name ?? '', price: i18n.money(size?.price ?? zeroCents) },
  };
  const text = isFree ? i18n.t('waitlist.size.mail.offer.textFree', values) : say(`waitlist.mail.${kind}.text`, values);
  const link = entryLink(deps, entry);
  const leave = entryLink(deps, entry, '/leave');
  const button = (key: 'confirm' | 'status' | 'offer' | 'event' | 'order', url: string): MailBlock => ({
    kind: 'button',
    label: i18n.t(`waitlist.mail.button.${key}`),
    url,
  });
  const isOffer = kind === 'offer' || kind === 'drawn';
  const isEnd = kind.startsWith('end.');
  const main_: MailBlock =
    kind === 'proof'
      ? button('confirm', link)
      : isOffer
        ? button('offer', link)
        : isEnd
          ? size && kind !== 'end.canceled'
            ? button('order', deps.config.publicUrl + signedOrderLink(deps, size.order))
            : button('event', `${deps.config.publicUrl}/events/${event.id}`)
          : button('status', link);
  const content = renderMail(say(`waitlist.mail.${kind}.subject`, values), {
    ...look,
    preheader: text,
    blocks: [
      { kind: 'heading', text: say(`waitlist.mail.${kind}.title`, values) },
      { kind: 'paragraph', text },
      main_,
      { kind: 'hint', text: say(`waitlist.mail.${kind}.hint`, values) },
      ...(isEnd
        ? []
        : [
            {
              kind: 'button' as const,
              label: i18n.t(`waitlist.mail.leave.${isOffer ? 'offer' : 'list'}`),
              url: leave,
            },
          ]),
    ],
    footer: [i18n.t('waitlist.mail.why', values), look.brand, deps.config.publicUrl],
  });
  return isEnd ? content : { ...content, unsubscribe: leave };
}

async function make(
  deps: Making,
  kind: Kind,
  entryId: number,
  locale: Locale,
  isTrue: (entry: Entry) => boolean,
): Promise<MailContent | null> {
  const entry = await entryOf(deps.read, entryId);
  const catalog = entry && isTrue(entry) ? await catalogOf(deps.read, entry.eventId) : null;
  if (!entry || !catalog) return null;
  // A drawn entry with an immediate offer gets one mail for both.
  const isDrawn = kind === 'offer' && entry.drawnRank !== null && entry.offeredAt === entry.waitingSince;
  return made(deps, isDrawn ? 'drawn' : kind, {
    entry,
    catalog,
    position: await positionOf(deps.read, entry),
    size: await sizeSummary(deps.read, catalog, entry),
    i18n: wordsOf(catalog, locale),
  });
}

const wordsOf = ({ event }: Catalog, locale: Locale): Translator =>
  translatorFor(locale, event.useAlternateTranslation ? 'packages' : 'standard', event.timeZone);

async function sample(deps: Making, kind: Kind, eventId: number, locale: Locale): Promise<MailContent | null> {
  const catalog = await catalogOf(deps.read, eventId);
  if (!catalog) return null;
  const now: Instant = instant(deps.clock());
  const entry: Entry = {
    id: 0,
    eventId,
    competitionId: catalog.competitions[0]?.id ?? 0,
    ...{ priceId: null, variantId: null, participantId: null, orderId: null, offerPriceId: null },
    userId: null,
    email: '',
    language: locale,
    places: 1,
    state: 'offered',
    askedAt: now,
    waitingSince: now,
    offeredAt: now,
    offerUntil: plus(now, hours(catalog.event.offerHours ?? 24)),
    offers: 1,
    endedAt: null,
    drawnRank: null,
  };
  return made(deps, kind, { entry, catalog, position: 3, i18n: wordsOf(catalog, locale), size: null });
}

export const waitlistMailTypes = (deps: Deps): MailType[] => [
  mailType('WaitlistProof', {
    audience: 'buyer',
    make: ({ entryId }, locale) => make(deps, 'proof', entryId, locale, ({ state }) => state === 'asked'),
    sample: (eventId, locale) => sample(deps, 'proof', eventId, locale),
  }),
  mailType('WaitlistJoined', {
    audience: 'buyer',
    make: ({ entryId }, locale) => make(deps, 'joined', entryId, locale, ({ state }) => isLive(state)),
    sample: (eventId, locale) => sample(deps, 'joined', eventId, locale),
  }),
  mailType('WaitlistOffer', {
    audience: 'buyer',
    make: ({ entryId, offer }, locale) =>
      make(deps, 'offer', entryId, locale, ({ state, offers }) => state === 'offered' && offers === offer),
    sample: (eventId, locale) => sample(deps, 'offer', eventId, locale),
  }),
  mailType('WaitlistTakenBack', {
    audience: 'buyer',
    make: ({ entryId }, locale) => make(deps, 'takenBack', entryId, locale, ({ state }) => state === 'waiting'),
    sample: (eventId, locale) => sample(deps, 'takenBack', eventId, locale),
  }),
  mailType('WaitlistEnd', {
    audience: 'buyer',
    make: ({ entryId, reason }, locale) => make(deps, `end.${reason}`, entryId, locale, ({ state }) => !isLive(state)),
    sample: (eventId, locale) => sample(deps, 'end.lapsed', eventId, locale),
  }),
];
