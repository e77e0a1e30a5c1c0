import type { Caller } from '#tests/support/shop.ts';
import { book } from './booking.ts';
import type { Season } from './season.ts';
import { someOrder, tried } from './tried.ts';

/** What people do with their accounts in a season: come back, move, leave, and are helped by a super admin. */

/** The newest code that was mailed to this address. */
async function codeFor({ shop }: Season, email: string): Promise<string> {
  await shop.settle();
  for (const { text } of await shop.mails(email)) {
    const code = /^\d{6}$/m.exec(text)?.[0];
    if (code) return code;
  }
  return '000000';
}

async function logIn(season: Season, caller: Caller, email: string): Promise<boolean> {
  await tried(season, 'ask for a code', caller, 'POST', '/api/auth/code/send-mail', { email });
  const code = await codeFor(season, email);
  return (await tried(season, 'log in', caller, 'POST', '/api/auth/code/login', { email, code })) !== null;
}

export async function logInAgain(season: Season): Promise<void> {
  const { caller, email } = season.dice.pick(season.people);
  await logIn(season, caller, email);
}

/** A new address, sometimes one that somebody else has, sometimes with a wrong code. */
export async function changeEmail(season: Season): Promise<void> {
  const { dice, people } = season;
  const person = dice.pick(people);
  if (!(await logIn(season, person.caller, person.email))) return;
  const newEmail = dice.chance(0.2) ? dice.pick(people).email : `moved${dice.between(1, 9999)}@season.test`;
  if (!(await tried(season, 'ask to move', person.caller, 'POST', '/api/users/change-email', { newEmail }))) return;
  const code = dice.chance(0.2) ? '123456' : await codeFor(season, newEmail);
  const path = '/api/users/change-email/confirm';
  const moved = await tried(season, 'change email', person.caller, 'POST', path, { code });
  if (moved) person.email = newEmail;
}

/** Takes the data along, and sometimes goes. Somebody new takes the place. */
export async function leave(season: Season): Promise<void> {
  const { dice, people, buyers, shop } = season;
  const person = dice.pick(people);
  if (!(await logIn(season, person.caller, person.email))) return;
  await tried(season, 'export', person.caller, 'GET', '/api/settings/export');
  if (dice.chance(0.5)) return;
  if (!(await tried(season, 'delete account', person.caller, 'DELETE', '/api/settings'))) return;
  const caller = shop.visitor({ address: `10.8.0.${dice.between(1, 250)}` });
  const email = `new${dice.between(1, 99_999)}@season.test`;
  await tried(season, 'come unproven', caller, 'POST', '/api/auth/code/unauthenticated-login', {
    email,
    eventId: season.eventId,
  });
  buyers[buyers.indexOf(person.caller)] = caller;
  people[people.indexOf(person)] = { caller, email };
}

/** A super admin acts for somebody, books or cancels for them, and comes back, unless they forget to. */
export async function actForSomebody(season: Season): Promise<void> {
  const { dice, admin, people } = season;
  if (!(await logIn(season, admin.caller, admin.email))) return;
  const { email } = dice.pick(people);
  const found = await tried(
    season,
    'find user',
    admin.caller,
    'GET',
    `/api/admin/users?q=${encodeURIComponent(email)}`,
  );
  const [user] = (found?.rows ?? []) as { id: number }[];
  if (!user) return;
  const path = `/api/admin/users/${user.id}/impersonate`;
  if (!(await tried(season, 'act for', admin.caller, 'POST', path, { reason: 'Anruf' }))) return;
  if (dice.chance(0.5)) await book(season, admin.caller);
  else await tried(season, 'cancel for', admin.caller, 'PATCH', `/api/orders/${someOrder(season)}/cancel`);
  if (dice.chance(0.8)) await tried(season, 'stop acting', admin.caller, 'POST', '/api/auth/impersonation/end');
}
