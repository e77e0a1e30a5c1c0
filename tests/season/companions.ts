import type { Invariant } from './invariants.ts';
import { logIn } from './people.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

const path = '/api/settings/people';

/** Keeps somebody for the next orders, says anew what is kept of them, or lets them go. */
async function savePeople(season: Season): Promise<void> {
  const { dice, people } = season;
  const person = dice.pick(people);
  if (!(await logIn(season, person))) return;
  const found = await tried(season, 'read kept people', person.caller, 'GET', path);
  const rows = (found?.rows ?? []) as { id: number }[];
  const input = {
    firstName: dice.pick(['Eva', 'EVA', 'Tim', 'Jo']),
    lastName: dice.pick(['Maier', 'Berg']),
    birthDate: `${dice.between(1970, 2024)}-05-0${dice.between(1, 2)}`,
    ...(dice.chance(0.6) ? { guardiansAgree: true } : {}),
    ...(dice.chance(0.3) ? { club: 'LC Linz' } : {}),
  };
  if (rows.length === 0 || dice.chance(0.5)) {
    await tried(season, 'keep somebody', person.caller, 'POST', path, input);
    return;
  }
  const { id } = dice.pick(rows);
  if (dice.chance(0.5)) await tried(season, 'change somebody kept', person.caller, 'PUT', `${path}/${id}`, input);
  else await tried(season, 'forget somebody kept', person.caller, 'DELETE', `${path}/${id}`);
}

export const companionVerbs = [[2, savePeople]] as const;

export const companionInvariants: readonly Invariant[] = [
  {
    sentence: 'nobody is kept twice, more than a hundred or by an account that is gone',
    breaches: `select user_id from companions group by user_id, lower(trim(first_name)), lower(trim(last_name)), birth_date
        having count(*) > 1
      union all select user_id from companions group by user_id having count(*) > 100
      union all select c.user_id from companions c join users u on u.id = c.user_id where u.deleted_at is not null
      union all select n.user_id from unoffered_participants n join users u on u.id = n.user_id
        where u.deleted_at is not null`,
  },
  {
    sentence: 'of somebody who was a child when they were kept it is known in which words their guardians agreed',
    breaches: `select id from companions where (consent_at is null) <> (consent_text is null)
      or (consent_at is null and date(updated_at / 1000, 'unixepoch', '-18 years') < date(birth_date, '-1 day'))`,
  },
];
