import { maskIban } from '#src/kernel/iban.ts';
import { refuse } from '#src/kernel/problem.ts';
import { hours, type Instant } from '#src/kernel/time.ts';

/** The roles within an organizer. The table below says what each role may do. */
export const organizerRoles = ['owner', 'manager', 'finance', 'desk', 'gate'] as const;
export type OrganizerRole = (typeof organizerRoles)[number];
export const idsOf = (organizers: readonly { id: number }[]): number[] => organizers.map(({ id }) => id);
export type RoleAt = { organizerId: number; role: OrganizerRole };

const leading = ['owner', 'manager'] as const;
const withMoney = ['owner', 'manager', 'finance'] as const;
const withPeople = ['owner', 'manager', 'desk'] as const;
const office = ['owner', 'manager', 'finance', 'desk'] as const;

/**
 * Who may do what on which record. A route names a line of this table (`may`); the application checks it before the handler, and
 * verbs call `mayTouch` before they touch a record. Tests walk every route as every kind of person. `who` is the least that is
 * needed: any session, a login, a verified mailbox, a role at an organizer (`roles`, by default owner and manager) or a super
 * admin. `whose` limits the records: `own` are those of the account or, before the mailbox is verified, of this visit; `events`
 * and `organizers` are those for which the person has such a role. `fresh` needs a login of the last two hours, `self` refuses a
 * super admin who acts for another person.
 */
type Line = {
  who: 'guest' | 'login' | 'verified' | 'organizer' | 'superAdmin';
  roles?: readonly OrganizerRole[];
  whose: 'any' | 'own' | 'events' | 'organizers';
  fresh?: true;
  self?: true;
};

export const permissions = {
  'site.read': { who: 'guest', whose: 'any' },
  /** Page views and errors that a browser reports. */
  'visit.tell': { who: 'guest', whose: 'any' },
  'session.begin': { who: 'guest', whose: 'any' },
  'session.end': { who: 'guest', whose: 'own' },
  'document.open': { who: 'guest', whose: 'any' },
  'participant.change': { who: 'guest', whose: 'any' },
  'mailbox.prove': { who: 'guest', whose: 'any' },
  'newsletter.answer': { who: 'guest', whose: 'any' },
  /** Joins the waitlist of a sold-out competition; an unverified address is confirmed by mail. */
  'waitlist.join': { who: 'guest', whose: 'any' },
  'waitlist.answer': { who: 'guest', whose: 'any' },
  /** Enters a draw for places; an unverified address is confirmed by mail. */
  'lottery.enter': { who: 'guest', whose: 'any' },
  'lottery.answer': { who: 'guest', whose: 'any' },
  'sharedTeam.join': { who: 'guest', whose: 'any' },
  /** Orders a gift card, and shows the balance of one by its code. */
  'giftCard.buy': { who: 'guest', whose: 'any' },
  'transfer.answer': { who: 'guest', whose: 'any' },
  'refund.account': { who: 'guest', whose: 'any' },
  /** The law requires the withdrawal form to be open to everybody; it reveals nothing about an order. */
  'withdrawal.declare': { who: 'guest', whose: 'any' },
  /** By the secret of a device, for the event of that device only. */
  'device.use': { who: 'guest', whose: 'any' },
  /** Status and price for the pages after a payment; the handler checks the owner or the order's token. */
  'order.follow': { who: 'guest', whose: 'any' },

  'booking.make': { who: 'login', whose: 'own' },
  'order.read': { who: 'login', whose: 'own' },
  'order.change': { who: 'login', whose: 'own' },
  'order.pay': { who: 'login', whose: 'own' },
  /** Entering the bank account of a refund; changing a known one needs a fresh login. */
  'order.refundAccount': { who: 'login', whose: 'own', self: true },
  'order.refundAccountChange': { who: 'verified', whose: 'own', fresh: true, self: true },
  /** The organizer's staff read the same documents by `order.view`. */
  'order.invoice': { who: 'login', whose: 'own' },
  'order.list': { who: 'verified', whose: 'own' },
  'sharedTeam.open': { who: 'verified', whose: 'own' },
  'sharedTeam.lead': { who: 'verified', whose: 'own' },

  'company.use': { who: 'verified', whose: 'own' },
  /** Registers many people from a list, where the event offers that. */
  'group.register': { who: 'verified', whose: 'own' },

  'account.read': { who: 'verified', whose: 'own' },
  'account.change': { who: 'verified', whose: 'own' },
  /** Only ends sessions, so an old login is enough. */
  'account.sessions': { who: 'verified', whose: 'own', self: true },
  'account.email': { who: 'verified', whose: 'own', fresh: true, self: true },
  'account.totp': { who: 'verified', whose: 'own', fresh: true, self: true },
  'account.export': { who: 'verified', whose: 'own', fresh: true, self: true },
  'account.delete': { who: 'verified', whose: 'own', fresh: true, self: true },

  'event.read': { who: 'organizer', roles: office, whose: 'events' },
  /** Offer, vouchers and texts of an event. */
  'event.change': { who: 'organizer', roles: leading, whose: 'events' },
  'waitingRoom.manage': { who: 'organizer', roles: leading, whose: 'events' },
  'event.cancel': { who: 'organizer', roles: leading, whose: 'events', fresh: true },
  /** The platform's charges and what the platform sells itself. */
  'event.platform': { who: 'superAdmin', whose: 'any' },
  'event.money': { who: 'organizer', roles: withMoney, whose: 'events' },
  'order.view': { who: 'organizer', roles: office, whose: 'events' },
  'order.export': { who: 'organizer', roles: withMoney, whose: 'events' },
  /** Corrections at a desk: participant data, team names, sending a mail again. */
  'order.assist': { who: 'organizer', roles: withPeople, whose: 'events' },
  'order.note': { who: 'organizer', roles: office, whose: 'events' },
  /** Confirms a payment, such as cash. */
  'order.settle': { who: 'organizer', roles: office, whose: 'events' },
  /** Cancels, restores, moves or reassigns an order. */
  'order.manage': { who: 'organizer', roles: leading, whose: 'events' },
  'order.refund': { who: 'organizer', roles: withMoney, whose: 'events', fresh: true },
  /** Bank accounts of buyers in full; everybody else sees their first and last characters. */
  'order.bankAccount': { who: 'organizer', roles: withMoney, whose: 'events' },
  'withdrawal.read': { who: 'organizer', roles: office, whose: 'events' },
  'withdrawal.decide': { who: 'organizer', roles: leading, whose: 'events', fresh: true },
  'waitlist.manage': { who: 'organizer', roles: leading, whose: 'events' },
  'lottery.manage': { who: 'organizer', roles: leading, whose: 'events' },
  'sharedTeam.manage': { who: 'organizer', roles: leading, whose: 'events' },
  'transfer.manage': { who: 'organizer', roles: leading, whose: 'events' },
  /** Registers many people from a list, also for others and free of charge. */
  'participant.import': { who: 'organizer', roles: leading, whose: 'events' },
  'participant.write': { who: 'organizer', roles: leading, whose: 'events' },
  'bib.read': { who: 'organizer', roles: withPeople, whose: 'events' },
  'bib.manage': { who: 'organizer', roles: leading, whose: 'events' },
  'ticket.scan': { who: 'organizer', roles: [...withPeople, 'gate'], whose: 'events' },
  'ticket.handOut': { who: 'organizer', roles: withPeople, whose: 'events' },
  /** Registers a participant at the desk and takes cash, where the event allows it. */
  'desk.register': { who: 'organizer', roles: withPeople, whose: 'events' },
  'gate.watch': { who: 'organizer', roles: withPeople, whose: 'events' },
  'gate.manage': { who: 'organizer', roles: leading, whose: 'events' },

  'result.manage': { who: 'organizer', roles: leading, whose: 'events' },
  'timing.read': { who: 'organizer', roles: office, whose: 'events' },
  'timing.manage': { who: 'organizer', roles: leading, whose: 'events' },
  /** By the secret identifier in the webhook's address. */
  'timing.tell': { who: 'guest', whose: 'any' },

  'statistics.read': { who: 'organizer', roles: withMoney, whose: 'events' },
  'statistics.platform': { who: 'superAdmin', whose: 'any' },
  'export.make': { who: 'organizer', roles: withMoney, whose: 'events' },
  'export.platform': { who: 'superAdmin', whose: 'any' },

  'organizer.manage': { who: 'superAdmin', whose: 'any' },
  'invoice.template': { who: 'superAdmin', whose: 'any' },
  'organizer.read': { who: 'organizer', roles: ['owner'], whose: 'organizers' },
  'organizer.change': { who: 'organizer', roles: ['owner'], whose: 'organizers' },
  'organizer.bank': { who: 'organizer', roles: ['owner'], whose: 'organizers', fresh: true },
  'organizer.users': { who: 'organizer', roles: ['owner'], whose: 'organizers', fresh: true },
  'organizer.papers': { who: 'organizer', roles: withMoney, whose: 'organizers' },
  /** Companies that order on account, and their bills. */
  'company.manage': { who: 'organizer', roles: withMoney, whose: 'organizers' },
  'giftCard.manage': { who: 'organizer', roles: withMoney, whose: 'organizers' },
  /** Confirms the payment of a gift card; needs a fresh login, because a stolen session must not create money. */
  'giftCard.issue': { who: 'organizer', roles: withMoney, whose: 'organizers', fresh: true },
  'giftCard.settings': { who: 'organizer', roles: leading, whose: 'organizers' },
  /** Accepts a team invitation, for the invited mailbox only. */
  'invitation.answer': { who: 'verified', whose: 'own', self: true },
  'user.read': { who: 'superAdmin', whose: 'any' },
  'user.change': { who: 'superAdmin', whose: 'any', fresh: true, self: true },
  'user.impersonate': { who: 'superAdmin', whose: 'any', fresh: true, self: true },
  'mail.read': { who: 'superAdmin', whose: 'any' },
  'mail.resend': { who: 'superAdmin', whose: 'any' },
  'payout.read': { who: 'superAdmin', whose: 'any' },
  'payout.make': { who: 'superAdmin', whose: 'any', fresh: true },
  'import.run': { who: 'superAdmin', whose: 'any', fresh: true },
} as const satisfies Record<string, Line>;

export type Permission = keyof typeof permissions;
export const lineOf = (permission: Permission): Line => permissions[permission];

/** The owners of a record; kinds that the record does not have are left out. */
export type Ownership = { userId?: number; visitId?: string; organizerIds?: readonly number[] };
export type Person = {
  userId: number;
  visitId: string;
  level: 'unverified' | 'verified';
  isSuperAdmin: boolean;
  roles: readonly RoleAt[];
};
type LoggedIn = Person & { verifiedAt: Instant | null; impersonator: object | null };

export function rolesOf(permission: Permission): readonly OrganizerRole[] {
  const { who, roles = leading } = lineOf(permission);
  return who === 'organizer' ? roles : [];
}

/** The organizers at which a person has this permission. Unknown roles grant nothing. */
export function organizersFor(permission: Permission, person: Pick<Person, 'roles'>): number[] {
  const roles = rolesOf(permission);
  return person.roles.filter(({ role }) => roles.includes(role)).map(({ organizerId }) => organizerId);
}

/** What the person lacks for this permission, regardless of the record; null when nothing. */
export function lacking(
  permission: Permission,
  person: Person | null,
): 'session' | 'verification' | 'organizer' | 'superAdmin' | null {
  const { who } = lineOf(permission);
  if (who === 'guest') return null;
  if (!person) return 'session';
  if (who === 'login') return null;
  if (person.level !== 'verified') return 'verification';
  if (who === 'verified' || person.isSuperAdmin) return null;
  if (who === 'superAdmin') return who;
  return organizersFor(permission, person).length > 0 ? null : 'organizer';
}

/** Whether the person may touch the record. Callers answer a `no` like a missing record. */
export function mayTouch(permission: Permission, person: Person, record: Ownership): boolean {
  if (lacking(permission, person) !== null) return false;
  const { whose } = lineOf(permission);
  if (whose === 'any') return true;
  if (whose === 'own') {
    return record.userId === person.userId && (person.level === 'verified' || record.visitId === person.visitId);
  }
  return (
    person.isSuperAdmin || (record.organizerIds ?? []).some((id) => organizersFor(permission, person).includes(id))
  );
}

/** A buyer's bank account as this person may see it. Every place that shows one to staff asks here. */
export const visibleIban = (person: Person, record: Ownership, iban: string): string =>
  mayTouch('order.bankAccount', person, record) ? iban : maskIban(iban);

/** Age limit of a login for sensitive steps. */
const freshForMs = hours(2);

export const isFreshLogin = ({ verifiedAt }: Pick<LoggedIn, 'verifiedAt'>, now: Instant): boolean =>
  verifiedAt !== null && now - verifiedAt <= freshForMs;

/**
 * Checks a permission before a route runs, or inside it for what it does only sometimes.
 * @throws Problem UNAUTHORIZED without the session it needs, NO_PERMISSION without the role or while a super admin acts for
 * another person where `self` is set, INVALID_TOKEN with `details.reason = "sessionInvalid"` after an old login
 */
export function requirePermission(permission: Permission, person: LoggedIn | null, now: Instant): void {
  const missing = lacking(permission, person);
  if (missing === 'session') refuse('UNAUTHORIZED');
  if (missing === 'verification') refuse('UNAUTHORIZED', { reason: 'notVerified' });
  if (missing !== null) refuse('NO_PERMISSION');
  const { fresh, self } = lineOf(permission);
  if (self && person?.impersonator) refuse('NO_PERMISSION', { reason: 'impersonating' });
  if (fresh && !(person && isFreshLogin(person, now))) refuse('INVALID_TOKEN', { reason: 'sessionInvalid' });
}
