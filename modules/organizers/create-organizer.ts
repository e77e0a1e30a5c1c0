import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { columnsOf } from './columns.ts';
import { refuseTakenHost } from './refuse-taken-host.ts';
import { organizers } from './schema.ts';
import type { OrganizerInput } from './shapes.ts';

/** Makes an organizer from the fields of the API and answers its id. Rates that are not named are 0. @throws Problem VALIDATION_FAILED for a host name that is taken */
export async function createOrganizer({ tx, now }: Work, input: OrganizerInput): Promise<number> {
  const columns = columnsOf(input, input.name);
  await refuseTakenHost(tx, columns.hostName, 0);
  const [made] = await tx
    .insert(organizers)
    .values({ ...columns, name: input.name.trim(), createdAt: now })
    .returning({ id: organizers.id });
  return present(made, 'an insert returns its row').id;
}
