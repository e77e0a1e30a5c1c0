import { refuse } from '#src/kernel/problem.ts';
import { hours, type Instant } from '#src/kernel/time.ts';

/** In which role somebody works for an organizer. What each may stands in the table below, and nowhere else. */
export const organizerRoles = ['owner', 'manager', 'finance', 'desk', 'gate'] as const;
export type OrganizerRole = (typeof organizerRoles)[number];
/** Whose a record is, as a page's head says it. */
export const idsOf = (organizers: readonly { id: number }[]): number[] => organizers.map(({ id }) => id);
export type RoleAt = { organizerId: number; role: OrganizerRole };

const leading = ['owner', 'manager'] as const;
const withMoney = ['owner', 'manager', 'finance'] as const;
const withPeople = ['owner', 'manager', 'desk'] as const;
const office = ['owner', 'manager', 'finance', 'desk'] as const;

/**
 * Who may do what on whose record: the one table. A route names a line of it (`may`), the application guards the door by
 * it, and verbs ask `mayTouch` before they touch somebody's record. Tests walk every route by it as every kind of person.
 *
 * who    the least that somebody must be: any session (`login`), a proven mailbox, who works for an organizer in one of the
 *        roles that `roles` names (left out: owner and manager), a super admin
 * whose  `own`: of the person's account or, while the mailbox is not proven, of this very visit
 *        `events`: of an event that an organizer holds for which the person has such a role; a super admin's are all
 *        `organizers`: of such an organizer itself
 * fresh  a sensitive step: the login is at most two hours old
 * self   not while a super admin acts for somebody else
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
  /** What a browser says of its visit: a view of a page, what went wrong. It learns nothing by that. */
  'visit.tell': { who: 'guest', whose: 'any' },
  'session.begin': { who: 'guest', whose: 'any' },
  'session.end': { who: 'guest', whose: 'own' },
  /** By a signed link, which is the proof. */
  'document.open': { who: 'guest', whose: 'any' },
  /** Their own data, by the signed link that they were mailed. */
  'participant.change': { who: 'guest', whose: 'any' },
  /** That the mailbox is theirs, by the signed link of a mail that went there. */
  'mailbox.prove': { who: 'guest', whose: 'any' },
  /** Whether an organizer may send them news, by the signed link of a mail that went to the address. */
  'newsletter.answer': { who: 'guest', whose: 'any' },
  /** Onto the list of a sold-out competition; an address that nobody proved is asked by mail. */
  'waitlist.join': { who: 'guest', whose: 'any' },
  /** What they wait for and what they were offered, by the signed link of a mail that went to the address. */
  'waitlist.answer': { who: 'guest', whose: 'any' },
  /** Into the draw of a competition's places; an address that nobody proved is asked by mail. */
  'lottery.enter': { who: 'guest', whose: 'any' },
  /** What became of their lot, by the signed link of a mail that went to the address. */
  'lottery.answer': { who: 'guest', whose: 'any' },
  /** A place of a team that somebody opened, by the signed link of it or of an invitation: what it costs, and to take it. */
  'sharedTeam.join': { who: 'guest', whose: 'any' },
  /** A gift card of an organizer, ordered and paid to it; and what is left on one, by its code. */
  'giftCard.buy': { who: 'guest', whose: 'any' },
  /** A place that somebody offers, by its signed link: what it is and costs, and that one does not want it. */
  'transfer.answer': { who: 'guest', whose: 'any' },
  /** Where the money of their order goes back to, while nobody knows, by the signed link that they were mailed. */
  'refund.account': { who: 'guest', whose: 'any' },
  /** That somebody goes back on a contract: the law wants it open to everybody, and it tells nothing of any order. */
  'withdrawal.declare': { who: 'guest', whose: 'any' },
  /** By the secret of a device that an organizer handed out: what that one may at its own event, and nothing else. */
  'device.use': { who: 'guest', whose: 'any' },
  /** Status and price of an order, for the pages after a payment; what they show asks whose it is, or for its token. */
  'order.follow': { who: 'guest', whose: 'any' },

  'booking.make': { who: 'login', whose: 'own' },
  'order.read': { who: 'login', whose: 'own' },
  'order.change': { who: 'login', whose: 'own' },
  'order.pay': { who: 'login', whose: 'own' },
  /** Where the money of their order goes back to: entered while nobody knows; what is known is changed after a login. */
  'order.refundAccount': { who: 'login', whose: 'own', self: true },
  'order.refundAccountChange': { who: 'verified', whose: 'own', fresh: true, self: true },
  /** The papers that bill their order. Whoever may look at it for its organizer (`order.view`) gets them, too. */
  'order.invoice': { who: 'login', whose: 'own' },
  'order.list': { who: 'verified', whose: 'own' },
  /** A team whose members pay their own: its places are kept for whoever opened it. */
  'sharedTeam.open': { who: 'verified', whose: 'own' },
  /** Who is in it and who is missing, invitations, the order of the legs, and to pay for others. */
  'sharedTeam.lead': { who: 'verified', whose: 'own' },

  /** Their order goes on the account of a company that lets their mailbox; its orders and bills. */
  'company.use': { who: 'verified', whose: 'own' },

  'account.read': { who: 'verified', whose: 'own' },
  'account.change': { who: 'verified', whose: 'own' },
  /** Ends sessions; takes nothing from the person, so an old login may do it too. */
  'account.sessions': { who: 'verified', whose: 'own', self: true },
  'account.email': { who: 'verified', whose: 'own', fresh: true, self: true },
  'account.totp': { who: 'verified', whose: 'own', fresh: true, self: true },
  'account.export': { who: 'verified', whose: 'own', fresh: true, self: true },
  'account.delete': { who: 'verified', whose: 'own', fresh: true, self: true },

  /** What an event is and offers, and the list of one's events. */
  'event.read': { who: 'organizer', roles: office, whose: 'events' },
  /** Everything that makes an event: its offer, its vouchers, its texts, with the pages on which that is done. */
  'event.change': { who: 'organizer', roles: leading, whose: 'events' },
  /** The waiting room of an event: how it works, how fast, and its end. */
  'waitingRoom.manage': { who: 'organizer', roles: leading, whose: 'events' },
  /** Ends an event: its sale, its orders, their money. */
  'event.cancel': { who: 'organizer', roles: leading, whose: 'events', fresh: true },
  /** What the platform charges an organizer, and what it sells itself. */
  'event.platform': { who: 'superAdmin', whose: 'any' },
  /** What came in for an event and what is paid out of it. */
  'event.money': { who: 'organizer', roles: withMoney, whose: 'events' },
  /** Orders and participants as they are, with what was paid and written. */
  'order.view': { who: 'organizer', roles: office, whose: 'events' },
  /** Files of them: what leaves the house. */
  'order.export': { who: 'organizer', roles: withMoney, whose: 'events' },
  /** Data of participants, names of teams, a mail once more: what a counter does for whoever stands there. */
  'order.assist': { who: 'organizer', roles: withPeople, whose: 'events' },
  /** A note in the history. */
  'order.note': { who: 'organizer', roles: office, whose: 'events' },
  /** That its money is there, cash at the counter for example. */
  'order.settle': { who: 'organizer', roles: office, whose: 'events' },
  /** Whatever else changes an order: it is canceled, comes back, moves, has another buyer or address. */
  'order.manage': { who: 'organizer', roles: leading, whose: 'events' },
  'order.refund': { who: 'organizer', roles: withMoney, whose: 'events', fresh: true },
  /** Statements by which buyers go back on goods, and what was answered. */
  'withdrawal.read': { who: 'organizer', roles: office, whose: 'events' },
  /** Answers one: lines leave an order and their money goes back. */
  'withdrawal.decide': { who: 'organizer', roles: leading, whose: 'events', fresh: true },
  /** Offers by hand, more places into a list, who is taken off it, and whether it takes anybody in. */
  'waitlist.manage': { who: 'organizer', roles: leading, whose: 'events' },
  /** Which places are drawn among whom and when, and that a draw is called off. */
  'lottery.manage': { who: 'organizer', roles: leading, whose: 'events' },
  /** More days for a team, its end with all money back, and what holds for such teams. */
  'sharedTeam.manage': { who: 'organizer', roles: leading, whose: 'events' },
  /** Whether places may be passed on and at what price; each that waits for the organizer. */
  'transfer.manage': { who: 'organizer', roles: leading, whose: 'events' },
  'participant.write': { who: 'organizer', roles: leading, whose: 'events' },
  /** Start numbers as they are, with the papers that a counter hangs up or sticks on. */
  'bib.read': { who: 'organizer', roles: withPeople, whose: 'events' },
  /** Which numbers there are and who gets them, by hand, by rules or by a file; and the start list for a timing system. */
  'bib.manage': { who: 'organizer', roles: leading, whose: 'events' },
  /** All that somebody at the gate may do. */
  'ticket.scan': { who: 'organizer', roles: [...withPeople, 'gate'], whose: 'events' },
  /** Start numbers and what else is due, given out at the desk. */
  'ticket.handOut': { who: 'organizer', roles: withPeople, whose: 'events' },
  /** Signs somebody up at the desk and takes their cash, where the event allows it; and how much that was. */
  'desk.register': { who: 'organizer', roles: withPeople, whose: 'events' },
  /** Who is inside since when, and who was turned away. */
  'gate.watch': { who: 'organizer', roles: withPeople, whose: 'events' },
  /** Takes an admission back; hands out devices and ends them. */
  'gate.manage': { who: 'organizer', roles: leading, whose: 'events' },

  /** Times, ranks and start lists of an event, and whether everybody sees them. */
  'result.manage': { who: 'organizer', roles: leading, whose: 'events' },
  /** What became of the synchronization with RACE RESULT, of everybody. */
  'timing.read': { who: 'organizer', roles: office, whose: 'events' },
  /** How an event is known to RACE RESULT, what is sent there, and which of two values holds. */
  'timing.manage': { who: 'organizer', roles: leading, whose: 'events' },
  /** What RACE RESULT says of an event, by the secret identifier of its address. */
  'timing.tell': { who: 'guest', whose: 'any' },

  /** Figures of their own events, and files of them. */
  'statistics.read': { who: 'organizer', roles: withMoney, whose: 'events' },
  /** Figures of all events together. */
  'statistics.platform': { who: 'superAdmin', whose: 'any' },
  /** Files with what an event sold and who starts. */
  'export.make': { who: 'organizer', roles: withMoney, whose: 'events' },
  /** The same over all organizers. */
  'export.platform': { who: 'superAdmin', whose: 'any' },

  /** All organizers, what the platform agreed with each, and whose events are whose. */
  'organizer.manage': { who: 'superAdmin', whose: 'any' },
  /** How the invoices of an organizer look and are numbered. */
  'invoice.template': { who: 'superAdmin', whose: 'any' },
  /** An organizer's own page: who it is, how it looks, who works there. */
  'organizer.read': { who: 'organizer', roles: ['owner'], whose: 'organizers' },
  'organizer.change': { who: 'organizer', roles: ['owner'], whose: 'organizers' },
  'organizer.bank': { who: 'organizer', roles: ['owner'], whose: 'organizers', fresh: true },
  'organizer.users': { who: 'organizer', roles: ['owner'], whose: 'organizers', fresh: true },
  /** What it billed its customers. */
  'organizer.papers': { who: 'organizer', roles: withMoney, whose: 'organizers' },
  /** Companies that order on account: what was agreed with each, its bills, and that their money is here. */
  'company.manage': { who: 'organizer', roles: withMoney, whose: 'organizers' },
  /** Its gift cards: who bought them, what is left, that one is paid or lost; each is money that the organizer owes. */
  'giftCard.manage': { who: 'organizer', roles: withMoney, whose: 'organizers' },
  /** Makes a card that pays, as its money is said to be there: whoever stole a session must not make money. */
  'giftCard.issue': { who: 'organizer', roles: withMoney, whose: 'organizers', fresh: true },
  /** Whether it sells any, of which amounts, and for how long they are good. */
  'giftCard.settings': { who: 'organizer', roles: leading, whose: 'organizers' },
  /** An invitation to work for an organizer, by the link of the mail, for whoever has that very address. */
  'invitation.answer': { who: 'verified', whose: 'own', self: true },
  'user.read': { who: 'superAdmin', whose: 'any' },
  'user.change': { who: 'superAdmin', whose: 'any', fresh: true, self: true },
  'user.impersonate': { who: 'superAdmin', whose: 'any', fresh: true, self: true },
  /** The outbox: what waits, and what was given up. */
  'mail.read': { who: 'superAdmin', whose: 'any' },
  /** Sends a mail that was given up once more, to whom it was for. */
  'mail.resend': { who: 'superAdmin', whose: 'any' },
  /** What the platform billed organizers, what it pays out, and its books. */
  'payout.read': { who: 'superAdmin', whose: 'any' },
  'payout.make': { who: 'superAdmin', whose: 'any', fresh: true },
  'import.run': { who: 'superAdmin', whose: 'any', fresh: true },
} as const satisfies Record<string, Line>;

export type Permission = keyof typeof permissions;
export const lineOf = (permission: Permission): Line => permissions[permission];

/** What a record says of whose it is; a kind that the record does not have is left out. */
export type Ownership = { userId?: number; visitId?: string; organizerIds?: readonly number[] };
export type Person = {
  userId: number;
  visitId: string;
  level: 'unverified' | 'verified';
  isSuperAdmin: boolean;
  /** For which organizers the person works, and as what. */
  roles: readonly RoleAt[];
};
/** The person with what is known of the login. */
type LoggedIn = Person & { verifiedAt: Instant | null; impersonator: object | null };

/** In which roles at an organizer somebody may do this. */
export function rolesOf(permission: Permission): readonly OrganizerRole[] {
  const { who, roles = leading } = lineOf(permission);
  return who === 'organizer' ? roles : [];
}

/** The organizers for which somebody may do this at all. A role that this version does not know opens nothing. */
export function organizersFor(permission: Permission, person: Pick<Person, 'roles'>): number[] {
  const roles = rolesOf(permission);
  return person.roles.filter(({ role }) => roles.includes(role)).map(({ organizerId }) => organizerId);
}

/** The door: what somebody lacks to enter at all, whatever the record; null when nothing. */
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

/** Whether somebody may do this to that record. A `no` looks like a record that is not there. */
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

/** What a stolen or forgotten session must not do asks for a login that is at most this old. */
const freshForMs = hours(2);

export const isFreshLogin = ({ verifiedAt }: Pick<LoggedIn, 'verifiedAt'>, now: Instant): boolean =>
  verifiedAt !== null && now - verifiedAt <= freshForMs;

/**
 * The door of every route, and of what a route does only sometimes (a new IBAN among other fields).
 * @throws Problem UNAUTHORIZED without the session it needs, NO_PERMISSION without the role or while acting for somebody
 *   where only the person themselves may, INVALID_TOKEN with `details.reason = "sessionInvalid"` after an old login
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
