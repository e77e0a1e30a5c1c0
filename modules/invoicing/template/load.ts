import { type Organizer, organizerById } from '#modules/organizers/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Template, templateOf } from '../read-template.ts';
import { refuse } from '../rules/problems.ts';

export type LoadedTemplate = { organizer: Organizer; template: Template };

/** @throws Problem TEMPLATE_NOT_FOUND */
export async function loadTemplate({
  deps: { read },
  params: { organizerId },
}: {
  deps: Pick<Deps, 'read'>;
  params: { organizerId: number };
}): Promise<LoadedTemplate> {
  const organizer = (await organizerById(read, organizerId)) ?? refuse('TEMPLATE_NOT_FOUND');
  return { organizer, template: (await templateOf(read, organizerId)) ?? refuse('TEMPLATE_NOT_FOUND') };
}
