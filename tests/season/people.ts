import { generate } from 'otplib';
import { book } from './booking.ts';
import type { Season } from './season.ts';
import { someOrder, tried } from './tried.ts';

/** What people do with their accounts: come back, move, guard them, leave, and are helped by a super admin. */

/** The newest code that was mailed to this address. */
async function codeFor({ shop }: Season, email: string): Promise<string> {
  await shop.settle();
  for (const { text } of await shop.mails(email)) {
    const code = /^\d{6}$/m.exec(text)?.[0];
    if (code) return code;
  }
  return '000000';
}

/** What an authenticator shows at the shop's moment, or a step later, as clocks differ. */
const shownBy = (season: Season, secret: string): Promise<string> => {
  const stepsAhead = season.dice.chance(0.3) ? 1 : 0;
  return generate({ secret, epoch: Math.floor(season.shop.clock() / 1000) + 30 * stepsAhead });
};

export async function logIn(season: Season, person: Season['people'][number]): Promise<boolean> {
  const { caller, email, secret } = person;
  await tried(season, 'ask for a code', caller, 'POST', '/api/auth/code/send-mail', { email });
  const code = await codeFor(season, email);
  const totpCode = secret === undefined ? undefined : await shownBy(season, secret);
  const login = { email, code, ...(totpCode === undefined ? {} : { totpCode }) };
  return (await tried(season, 'log in', caller, 'POST', '/api/auth/code/login', login)) !== null;
}

/**
 * Comes by Google, whom the shop believes a Gmail address alone: there and back through the built-in provider. Somebody
 * with another address is asked for a code, somebody with a second factor for that; both leave it at that here.
 */
export async function comeByProvider(season: Season): Promise<void> {
  const { dice, people } = season;
  const person = dice.pick(people);
  const { caller } = person;
  const email = dice.chance(0.5) ? `runner${dice.between(1, 9)}@gmail.com` : person.email;
  const begun = await caller.fetch('/auth/with/google?to=/orders');
  const there = new URL(begun.headers.get('location') ?? '');
  const answer = dice.pick(['allow', 'allow', 'allow', 'cancel', 'error']);
  const chosen = await caller.fetch(there.pathname, {
    method: 'POST',
    body: new URLSearchParams({
      ...Object.fromEntries(there.searchParams),
      email,
      share: 'email',
      fault: 'none',
      answer,
    }),
  });
  const back = new URL(chosen.headers.get('location') ?? '');
  const landed = await caller.fetch(back.pathname + back.search);
  if (landed.status >= 500) throw new Error(`come by provider: ${landed.status}`);
  const path = landed.headers.get('location') ?? String(landed.status);
  const outcome = `come by provider: ${path.replace(/[?&]to=[^&]*/, '')}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
  if (path === '/orders' && person.email !== email) {
    person.email = email;
    delete person.secret;
  }
  // Once used, a request leads nowhere.
  const again = await caller.fetch(back.pathname + back.search);
  if (again.headers.get('location') === '/orders') throw new Error('a request to a provider was used twice');
}

/** Turns the second factor on or off. */
export async function changeSecondFactor(season: Season): Promise<void> {
  const { dice, people } = season;
  const person = dice.pick(people);
  const { caller } = person;
  if (!(await logIn(season, person))) return;
  if (person.secret !== undefined) {
    const code = await shownBy(season, person.secret);
    if (await tried(season, 'disable totp', caller, 'POST', '/api/auth/totp/disable', { code })) delete person.secret;
    return;
  }
  const made = await tried(season, 'generate totp', caller, 'POST', '/api/auth/totp/generate', {});
  const secret = String(made?.secret ?? '');
  if (secret === '') return;
  const code = dice.chance(0.2) ? '000000' : await shownBy(season, secret);
  if (await tried(season, 'enable totp', caller, 'POST', '/api/auth/totp/enable', { code })) person.secret = secret;
}

/** The cookie is gone, and the mailbox is proven once more in the same browser. */
export const loseSession = (season: Season, person: Season['people'][number]): Promise<boolean> => {
  person.caller.cookies.delete('session');
  return logIn(season, person);
};

export async function logInAgain(season: Season): Promise<void> {
  await logIn(season, season.dice.pick(season.people));
}

/** A new address, sometimes one that somebody else has, sometimes with a wrong code. */
export async function changeEmail(season: Season): Promise<void> {
  const { dice, people } = season;
  const person = dice.pick(people);
  if (!(await logIn(season, person))) return;
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
  if (!(await logIn(season, person))) return;
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
  if (!(await logIn(season, admin))) return;
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
