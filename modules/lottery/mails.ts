import { catalogOf, mailStyle } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { entryOf, entryPath, positionOf } from '#modules/waitlist/index.ts';
import type { NewMail, Work } from '#src/data/work.ts';
import { type MailBlock, renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Locale, type Translator, translatorFor } from '#src/texts/locale.ts';
import { drawPath, lotLink } from './links.ts';
import { lotOf, lotteryOf } from './read-lotteries.ts';
import type { DrawCancellation } from './rules/lottery.ts';
import type { Lot } from './schema.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    LotteryProof: { lotId: number };
    LotteryEntered: { lotId: number };
    LotteryMoved: { lotId: number };
    LotteryRanked: { lotId: number };
    LotteryCalledOff: { lotId: number };
  }
}

type To = Pick<Lot, 'id' | 'email' | 'language'>;
const to = ({ email, language }: To): Pick<NewMail, 'recipient' | 'locale'> => ({ recipient: email, locale: language });

/** Asks the owner of an unproven address to confirm. Each attempt is a mail of its own; attempts are limited. */
export const postProof = (work: Work, lot: To): Promise<boolean> =>
  work.post({
    type: 'LotteryProof',
    uniqueKey: `LotteryProof|${lot.id}|${work.now}`,
    params: { lotId: lot.id },
    ...to(lot),
  });

/** Confirms the entry, once. `again`: an unproven visitor entered an address that is already in. */
export const postEntered = (work: Work, lot: To, which: 'first' | 'again'): Promise<boolean> =>
  work.post({
    type: 'LotteryEntered',
    uniqueKey: `LotteryEntered|${lot.id}|${which === 'first' ? '' : work.now}`,
    params: { lotId: lot.id },
    ...to(lot),
  });

export const postMoved = (work: Work, lot: To, drawsAt: number): Promise<boolean> =>
  work.post({
    type: 'LotteryMoved',
    uniqueKey: `LotteryMoved|${lot.id}|${drawsAt}|${work.now}`,
    params: { lotId: lot.id },
    ...to(lot),
  });

/** Tells the rank to entries without an offer; an offer mail contains the rank. */
export const postRanked = (work: Work, lot: To): Promise<boolean> =>
  work.post({ type: 'LotteryRanked', uniqueKey: `LotteryRanked|${lot.id}`, params: { lotId: lot.id }, ...to(lot) });

export const postCalledOff = (work: Work, lot: To): Promise<boolean> =>
  work.post({
    type: 'LotteryCalledOff',
    uniqueKey: `LotteryCalledOff|${lot.id}`,
    params: { lotId: lot.id },
    ...to(lot),
  });

type Making = Pick<Deps, 'signer' | 'config' | 'clock' | 'read'>;
type Kind = 'proof' | 'entered' | 'moved' | 'ranked' | `calledOff.${DrawCancellation}`;
type About = {
  lot: Pick<Lot, 'id' | 'email' | 'places' | 'rank'>;
  catalog: Catalog;
  competitionId: number;
  drawsAt: number;
  draw: { id: number; lots: number };
  position: number;
  leave: string | null;
  i18n: Translator;
};

function made(deps: Making, kind: Kind, about: About): MailContent {
  const { lot, catalog, competitionId, draw, i18n } = about;
  const { event, competitions } = catalog;
  const look = mailStyle(catalog, i18n);
  const values = {
    event: event.title,
    competition: competitions.find(({ id }) => id === competitionId)?.title ?? '',
    count: lot.places,
    at: i18n.weekdayDateTime(about.drawsAt),
    rank: lot.rank ?? 1,
    lots: draw.lots,
    position: about.position,
  };
  const isOver = kind.startsWith('calledOff.');
  const leave = about.leave ?? lotLink(deps, lot, '/leave');
  const text = (part: 'subject' | 'title' | 'text' | 'hint') => i18n.t(`lottery.mail.${kind}.${part}`, values);
  const button: MailBlock = isOver
    ? {
        kind: 'button',
        label: i18n.t('lottery.mail.button.event'),
        url: `${deps.config.publicUrl}/events/${event.id}`,
      }
    : { kind: 'button', label: i18n.t(`lottery.mail.button.${kind as 'proof'}`), url: lotLink(deps, lot) };
  const content = renderMail(text('subject'), {
    ...look,
    preheader: text('text'),
    blocks: [
      { kind: 'heading', text: text('title') },
      { kind: 'paragraph', text: text('text') },
      button,
      { kind: 'hint', text: text('hint') },
      ...(kind === 'ranked'
        ? [
            {
              kind: 'button' as const,
              label: i18n.t('lottery.mail.button.check'),
              url: deps.config.publicUrl + drawPath(event.id, draw.id),
            },
          ]
        : []),
      ...(isOver
        ? []
        : [
            {
              kind: 'button' as const,
              label: i18n.t(`lottery.mail.leave.${kind === 'ranked' ? 'line' : 'draw'}`),
              url: leave,
            },
          ]),
    ],
    footer: [i18n.t('lottery.mail.why', values), look.brand, deps.config.publicUrl],
  });
  return isOver ? content : { ...content, unsubscribe: leave };
}

const wordsOf = ({ event }: Catalog, locale: Locale): Translator =>
  translatorFor(locale, event.useAlternateTranslation ? 'packages' : 'standard', event.timeZone);

async function make(
  deps: Making,
  kind: 'proof' | 'entered' | 'moved' | 'ranked' | 'calledOff',
  lotId: number,
  locale: Locale,
): Promise<MailContent | null> {
  const lot = await lotOf(deps.read, lotId);
  const lottery = lot && (await lotteryOf(deps.read, lot.lotteryId));
  const catalog = lottery && (await catalogOf(deps.read, lottery.eventId));
  if (!lot || !lottery || !catalog) return null;
  const states = { proof: 'asked', entered: 'in', moved: 'in', ranked: 'drawn', calledOff: 'closed' };
  if (lot.state !== states[kind]) return null;
  const entry = kind === 'ranked' && lot.entryId !== null ? await entryOf(deps.read, lot.entryId) : null;
  const position = entry && (await positionOf(deps.read, entry));
  if (kind === 'ranked' && position === null) return null;
  return made(deps, kind === 'calledOff' ? `calledOff.${lottery.calledOff ?? 'organizer'}` : kind, {
    lot,
    catalog,
    competitionId: lottery.competitionId,
    drawsAt: lottery.drawsAt,
    draw: { id: lottery.id, lots: lottery.ranking?.length ?? 0 },
    position: position ?? 1,
    leave: entry && deps.config.publicUrl + entryPath(deps, entry, '/leave'),
    i18n: wordsOf(catalog, locale),
  });
}

async function sample(deps: Making, kind: Kind, eventId: number, locale: Locale): Promise<MailContent | null> {
  const catalog = await catalogOf(deps.read, eventId);
  if (!catalog) return null;
  return made(deps, kind, {
    lot: { id: 0, email: '', places: 2, rank: 57 },
    catalog,
    competitionId: catalog.competitions[0]?.id ?? 0,
    drawsAt: deps.clock(),
    draw: { id: 0, lots: 240 },
    position: 7,
    leave: null,
    i18n: wordsOf(catalog, locale),
  });
}

export const lotteryMailTypes = (deps: Deps): MailType[] => [
  mailType('LotteryProof', {
    audience: 'buyer',
    make: ({ lotId }, locale) => make(deps, 'proof', lotId, locale),
    sample: (eventId, locale) => sample(deps, 'proof', eventId, locale),
  }),
  mailType('LotteryEntered', {
    audience: 'buyer',
    make: ({ lotId }, locale) => make(deps, 'entered', lotId, locale),
    sample: (eventId, locale) => sample(deps, 'entered', eventId, locale),
  }),
  mailType('LotteryMoved', {
    audience: 'buyer',
    make: ({ lotId }, locale) => make(deps, 'moved', lotId, locale),
    sample: (eventId, locale) => sample(deps, 'moved', eventId, locale),
  }),
  mailType('LotteryRanked', {
    audience: 'buyer',
    make: ({ lotId }, locale) => make(deps, 'ranked', lotId, locale),
    sample: (eventId, locale) => sample(deps, 'ranked', eventId, locale),
  }),
  mailType('LotteryCalledOff', {
    audience: 'buyer',
    make: ({ lotId }, locale) => make(deps, 'calledOff', lotId, locale),
    sample: (eventId, locale) => sample(deps, 'calledOff.organizer', eventId, locale),
  }),
];
