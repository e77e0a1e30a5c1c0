import { catalogOf, mailStyle } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOver } from '#modules/events/rules/sale.ts';
import type { Work } from '#src/data/work.ts';
import { days, instant, plus } from '#src/kernel/time.ts';
import { type MailBlock, renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Locale, translatorFor } from '#src/texts/locale.ts';
import { invitedPath, joinPath, teamPath } from './links.ts';
import { buyersOf, membersOf, placesOf, seatsOf, settingsOf, teamOf } from './read-teams.ts';
import { type EndState, isLive, type ShortRule } from './rules/team-state.ts';
import type { SharedTeam, TeamPlace } from './schema.ts';

type CaptainMail = 'opened' | 'missing' | 'grace' | EndState;

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    SharedTeamInvitation: { teamId: number; placeId: number };
    SharedTeamCaptain: { teamId: number; kind: CaptainMail };
    SharedTeamPassed: { teamId: number; participantId: number };
    /** To invited people without a place when the team ends. */
    SharedTeamInvitationOver: { teamId: number };
    /** To buyers of places of a team that does not start. */
    SharedTeamOff: { teamId: number };
  }
}

/** Sends nothing if the captain's account is deleted. */
export async function postToCaptain(work: Work, team: SharedTeam, kind: CaptainMail): Promise<void> {
  if (team.userId === null) return;
  await work.post({
    type: 'SharedTeamCaptain',
    // The deadline is part of the key, so that an extended team is reminded again.
    uniqueKey: `SharedTeamCaptain|${team.id}|${kind}|${team.payBy}`,
    recipient: team.email,
    locale: team.language,
    params: { teamId: team.id, kind },
  });
}

/** Order `orderId` passed a place of the team on to another person, who starts on its leg. */
export async function postPassed(
  work: Work,
  { id: teamId, userId, email, language }: SharedTeam,
  { participantId, orderId }: { participantId: number; orderId: number },
): Promise<void> {
  if (userId === null) return;
  await work.post({
    ...{ type: 'SharedTeamPassed', uniqueKey: `SharedTeamPassed|${orderId}`, recipient: email, locale: language },
    params: { teamId, participantId },
  });
}

export const postInvitation = (
  work: Work,
  { id: teamId, language }: SharedTeam,
  { id: placeId, email }: TeamPlace,
): Promise<boolean> =>
  work.post({
    type: 'SharedTeamInvitation',
    uniqueKey: `SharedTeamInvitation|${placeId}|${work.now}`,
    recipient: email ?? '',
    locale: language,
    params: { teamId, placeId },
  });

export async function postToInvited(
  work: Work,
  { id: teamId, language }: SharedTeam,
  places: readonly TeamPlace[],
): Promise<void> {
  for (const { id, email, participantId } of places)
    if (email !== null && participantId === null)
      await work.post({
        type: 'SharedTeamInvitationOver',
        uniqueKey: `SharedTeamInvitationOver|${id}`,
        recipient: email,
        locale: language,
        params: { teamId },
      });
}

/** Explains the cancellation; sent before the orders are canceled. */
export async function postToMembers(work: Work, { id }: SharedTeam, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  for (const { orderId, ...to } of await buyersOf(work.tx, orderIds))
    await work.post({
      type: 'SharedTeamOff',
      uniqueKey: `SharedTeamOff|${id}|${orderId}`,
      params: { teamId: id },
      orderId,
      ...to,
    });
}

type Making = Pick<Deps, 'signer' | 'config' | 'clock' | 'read'>;
type Kind = 'invitation' | 'over' | 'off' | 'captain.passed' | `captain.${CaptainMail}`;
type About = {
  team: SharedTeam;
  catalog: Catalog;
  place?: TeamPlace;
  missing: number;
  paid: number;
  rule: ShortRule;
  passed?: { name: string; leg: string | null };
};

function made(
  deps: Making,
  kind: Kind,
  { team, catalog, place, missing, paid, rule, passed }: About,
  locale: Locale,
): MailContent {
  const { event, competitions } = catalog;
  const i18n = translatorFor(locale, event.useAlternateTranslation ? 'packages' : 'standard', event.timeZone);
  const look = mailStyle(catalog, i18n);
  const values = {
    event: event.title,
    team: team.name,
    captain: team.captain,
    competition: competitions.find(({ id }) => id === team.competitionId)?.title ?? '',
    payBy: i18n.weekdayDateTime(team.payBy),
    until: i18n.weekdayDateTime(team.until),
    missing,
    paid,
    rule,
    name: passed?.name ?? '',
    leg: passed?.leg ?? '',
    hasLeg: passed?.leg ? 'yes' : 'no',
  };
  const to = (path: string): string => deps.config.publicUrl + path;
  const isCaptain = kind.startsWith('captain.');
  const button: MailBlock =
    kind === 'invitation' && place
      ? { kind: 'button', label: i18n.t('sharedTeams.mail.button.take'), url: to(invitedPath(deps, place)) }
      : isCaptain
        ? { kind: 'button', label: i18n.t('sharedTeams.mail.button.team'), url: to(teamPath(team)) }
        : { kind: 'button', label: i18n.t('sharedTeams.mail.button.event'), url: to(`/events/${event.id}`) };
  const forward: MailBlock[] =
    kind === 'captain.opened'
      ? [
          { kind: 'paragraph', text: i18n.t('sharedTeams.mail.forward') },
          { kind: 'hint', text: to(joinPath(deps, team)) },
        ]
      : [];
  return renderMail(i18n.t(`sharedTeams.mail.${kind}.subject`, values), {
    ...look,
    preheader: i18n.t(`sharedTeams.mail.${kind}.text`, values),
    blocks: [
      { kind: 'heading', text: i18n.t(`sharedTeams.mail.${kind}.title`, values) },
      { kind: 'paragraph', text: i18n.t(`sharedTeams.mail.${kind}.text`, values) },
      button,
      ...forward,
      { kind: 'hint', text: i18n.t(`sharedTeams.mail.${kind}.hint`, values) },
    ],
    footer: [
      i18n.t(`sharedTeams.mail.why.${isCaptain ? 'captain' : kind === 'off' ? 'off' : 'invitation'}`, values),
    ].concat(look.brand, deps.config.publicUrl),
  });
}

async function make(
  deps: Making,
  kind: Kind,
  teamId: number,
  locale: Locale,
  {
    placeId,
    passedId,
    isTrue = () => true,
    whileEventIsToCome = false,
  }: {
    placeId?: number;
    passedId?: number;
    isTrue?: (team: SharedTeam, place?: TeamPlace) => boolean;
    whileEventIsToCome?: boolean;
  } = {},
): Promise<MailContent | null> {
  const team = await teamOf(deps.read, teamId);
  const places = await placesOf(deps.read, teamId);
  const place = places.find(({ id }) => id === placeId);
  const catalog = isTrue(team, place) ? await catalogOf(deps.read, team.eventId) : null;
  if (!catalog || (whileEventIsToCome && isOver(catalog.event, deps.clock()))) return null;
  const members = await membersOf(deps.read, team);
  const paid = members.filter(({ isPaid }) => isPaid).length;
  const { shortRule: rule } = await settingsOf(deps.read, team.eventId);
  const counted = { team, catalog, missing: Math.max(0, places.length - paid), paid, rule };
  if (passedId !== undefined) {
    const member = members.find(({ id }) => id === passedId);
    const leg = (await seatsOf(deps.read, [passedId])).get(passedId)?.leg ?? null;
    // The member may have left meanwhile.
    if (!member) return null;
    return made(deps, kind, { ...counted, passed: { name: `${member.firstName} ${member.lastName}`, leg } }, locale);
  }
  const about = counted;
  return made(deps, kind, place ? { ...about, place } : about, locale);
}

async function sample(deps: Making, kind: Kind, eventId: number, locale: Locale): Promise<MailContent | null> {
  const catalog = await catalogOf(deps.read, eventId);
  if (!catalog) return null;
  const now = instant(deps.clock());
  const i18n = translatorFor(locale);
  const team: SharedTeam = {
    id: 0,
    eventId,
    competitionId: (catalog.competitions.find(({ type }) => type === 'team') ?? catalog.competitions[0])?.id ?? 0,
    userId: null,
    email: '',
    language: locale,
    captain: i18n.t('sharedTeams.sample.captain'),
    name: i18n.t('sharedTeams.sample.name'),
    kind: 'friends',
    state: 'open',
    priceId: 0,
    createdAt: now,
    payBy: plus(now, days(catalog.event.teamDays ?? 7)),
    until: plus(now, days((catalog.event.teamDays ?? 7) + 2)),
    remindedAt: null,
    dueAt: null,
    linkVersion: 0,
    endedAt: null,
  };
  const place: TeamPlace = {
    ...{ id: 0, teamId: 0, position: 1, email: 'x', toldAt: null, claimedBy: null, claimedUntil: null },
    participantId: null,
  };
  const passed = { name: team.captain, leg: null };
  return made(deps, kind, { team, catalog, place, missing: 1, paid: 3, rule: 'dissolve', passed }, locale);
}

export const sharedTeamMailTypes = (deps: Deps): MailType[] => [
  mailType('SharedTeamInvitation', {
    audience: 'buyer',
    make: ({ teamId, placeId }, locale) =>
      make(deps, 'invitation', teamId, locale, {
        placeId,
        isTrue: ({ state }, place) => isLive(state) && !!place && place.email !== null && place.participantId === null,
      }),
    sample: (eventId, locale) => sample(deps, 'invitation', eventId, locale),
  }),
  mailType('SharedTeamInvitationOver', {
    audience: 'buyer',
    make: ({ teamId }, locale) => make(deps, 'over', teamId, locale, { whileEventIsToCome: true }),
    sample: (eventId, locale) => sample(deps, 'over', eventId, locale),
  }),
  mailType('SharedTeamCaptain', {
    audience: 'buyer',
    make: ({ teamId, kind }, locale) =>
      make(deps, `captain.${kind}`, teamId, locale, {
        // The missing members may have paid meanwhile.
        isTrue: ({ state }) => (kind === 'opened' || kind === 'missing' ? isLive(state) : state === kind),
      }),
    sample: (eventId, locale) => sample(deps, 'captain.missing', eventId, locale),
  }),
  mailType('SharedTeamPassed', {
    audience: 'buyer',
    make: ({ teamId, participantId }, locale) =>
      make(deps, 'captain.passed', teamId, locale, { passedId: participantId }),
    sample: (eventId, locale) => sample(deps, 'captain.passed', eventId, locale),
  }),
  mailType('SharedTeamOff', {
    audience: 'buyer',
    make: ({ teamId }, locale) => make(deps, 'off', teamId, locale),
    sample: (eventId, locale) => sample(deps, 'off', eventId, locale),
  }),
];
