import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { api, tagged } from '#src/web/http.ts';
import { doubleReasons } from '../rules/likely-doubles.ts';
import { doublesOf, maxDoubles } from './read-doubles.ts';
import { tellApart } from './tell-apart.ts';

const doubleAnswer = z
  .object({
    reason: z
      .enum(doubleReasons)
      .describe(
        'samePerson: name and birth date are equal; sameMail: mailbox and birth date; nearName: the birth date, and names that differ by a spelling or are swapped; sameName: the name, and a birth date is missing',
      ),
    people: z.array(
      z.object({
        id: z.int().describe('Participant'),
        orderId: z.int(),
        competitionId: z.int(),
        firstName: z.string(),
        lastName: z.string(),
        birthDate: z.string().nullable(),
        email: z.string().nullable(),
        rrBib: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'LikelyDouble', description: 'Two entries that are likely of one person' });

const path = '/api/admin/events/{eventId}/duplicates';
const id = z.int().positive();

export const duplicateApi = tagged('Participants', [
  api(
    {
      method: 'get',
      path,
      may: 'order.view',
      load: loadEvent,
      summary: `Lists pairs of participants who are likely one person, the surest first, up to ${maxDoubles}`,
      answer: z.object({ count: z.int(), rows: z.array(doubleAnswer) }),
    },
    ({ deps, params: { eventId } }) => doublesOf(deps.read, eventId),
  ),
  api(
    {
      method: 'post',
      path: `${path}/dismiss`,
      may: 'order.manage',
      load: loadEvent,
      summary: 'Remembers that two participants are not duplicates, so that they are not listed again',
      body: z.object({ participantId: id, otherParticipantId: id }),
    },
    async ({ deps, viewer, params: { eventId }, body }) => {
      await deps.write((work) => tellApart(work, { eventId, editorId: viewer.userId, ...body }));
      return undefined;
    },
  ),
]);
