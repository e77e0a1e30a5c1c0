import * as z from 'zod';
import type { Reader } from '#src/data/database.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { instant, type RecordOf } from '#src/web/answers.ts';
import { joinPath } from './links.ts';
import { legsOfEvent, settingsOf } from './read-teams.ts';
import { isLive, maxLegs, maxOpenTeams, shortRules, teamKinds, teamStates } from './rules/team-state.ts';
import { placeStates, type TeamView } from './view-team.ts';

export const openBody = z.object({
  competitionId: z.int(),
  name: z.string().overwrite(oneLine).max(200),
  captain: z.string().overwrite(oneLine).max(200).describe('Name of the captain, shown to invited people'),
  kind: z.enum(teamKinds).default('friends'),
  places: z.int().min(1).max(100),
});

/** No comma in a name: the organizer's page writes the legs in one line. */
const legs = z.array(
  z.object({
    competitionId: z.int(),
    names: z
      .array(
        z
          .string()
          .overwrite(oneLine)
          .min(1)
          .max(60)
          .regex(/^[^,]*$/),
      )
      .max(maxLegs),
  }),
);
export const settingsAnswer = z.object({
  mostOpen: z.int().describe('Maximum number of open teams per account'),
  shortRule: z.enum(shortRules).describe('What happens to a team with missing members when its time ends'),
  legs,
});
export const settingsBody = z.object({
  mostOpen: z.int().min(1).max(maxOpenTeams),
  shortRule: z.enum(shortRules),
  legs: legs.default([]),
});
export async function teamSettings(reader: Reader, eventId: number): Promise<RecordOf<typeof settingsAnswer>> {
  const known = await legsOfEvent(reader, eventId);
  return {
    ...(await settingsOf(reader, eventId)),
    legs: [...known].map(([competitionId, names]) => ({ competitionId, names })),
  };
}

const placeAnswer = z.object({
  id: z.int(),
  leg: z.string().nullable(),
  state: z.enum(placeStates),
  email: z.string().nullable().describe('Invited email address'),
  name: z.string().nullable(),
});
export const teamAnswer = z
  .object({
    id: z.int(),
    eventId: z.int(),
    competitionId: z.int(),
    name: z.string(),
    captain: z.string(),
    kind: z.enum(teamKinds),
    state: z.enum(teamStates),
    payBy: instant.describe('Deadline for members to pay'),
    until: instant.describe(
      'End of the team; if members are missing, the captain can pay the remaining places until then',
    ),
    paid: z.int(),
    missing: z.int(),
    link: z
      .string()
      .nullable()
      .describe('Link for members to join; null if the caller is not the captain or the team has ended'),
    places: z.array(placeAnswer).describe('Places in the order of the legs'),
  })
  .meta({ id: 'SharedTeam', description: 'Team whose members pay for their own places' });

export const teamRecord = (
  { team, places, ...view }: TeamView,
  deps: Pick<Deps, 'signer' | 'config'> | null,
): RecordOf<typeof teamAnswer> => ({
  ...team,
  ...view,
  link: deps && isLive(team.state) ? deps.config.publicUrl + joinPath(deps, team) : null,
  places: places.map(({ member, ...place }) => ({
    ...place,
    name: member && `${member.firstName} ${member.lastName}`,
  })),
});
