import { catalogOf, eventIdOf } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { measuringOf } from '#modules/events/rules/measuring.ts';
import { isPublic } from '#modules/events/rules/sale.ts';
import { hostNameOfEvent, whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { originUnder } from '#modules/organizers/index.ts';
import { idsOf, mayTouch } from '#src/access/permissions.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { PageCall, PageHead } from '#src/web/http.ts';
import { type CompetitionLists, competitionLists, eventLists } from '../read-results.ts';

export type PublicCall<Name extends string = never> = PageCall<'site.read', 'event' | Name>;
type AnyCall = Pick<PublicCall, 'deps' | 'viewer' | 'context'> & { params: { readonly event: string } };
export type Seen = { catalog: Catalog; isPreview: boolean };

async function eventFor(call: AnyCall): Promise<Seen & { isManaged: boolean }> {
  const { deps, params, viewer, context } = call;
  const catalog = await catalogOf(deps.read, await eventIdOf(deps.read, params.event));
  if (!catalog) return refuse('NOT_FOUND');
  const organizerIds = idsOf(catalog.organizers);
  const isManaged = viewer !== null && mayTouch('result.manage', viewer, { organizerIds });
  const { site } = context.var;
  // An organizer's own site shows only its events.
  const isHere = !site || organizerIds.includes(site.organizerId);
  if (!isHere || !(isPublic(catalog.event) || isManaged)) return refuse('NOT_FOUND');
  return { catalog, isManaged, isPreview: false };
}

/** @throws Problem NOT_FOUND unless the start list is visible to the viewer */
export async function eventWithStartList(call: PublicCall): Promise<Seen> {
  const { catalog, isManaged } = await eventFor(call);
  const { showsStartList } = await eventLists(call.deps.read, catalog.event.id);
  return showsStartList || isManaged ? { catalog, isPreview: !showsStartList } : refuse('NOT_FOUND');
}

export type SeenCompetition = Seen & { competition: CatalogCompetition; lists: CompetitionLists };

/** Published competitions; for organizers also unpublished ones. */
export async function competitionsWithResults(call: AnyCall): Promise<Seen & { open: SeenCompetition[] }> {
  const { catalog, isManaged } = await eventFor(call);
  const open: SeenCompetition[] = [];
  for (const competition of catalog.competitions) {
    const lists = await competitionLists(call.deps.read, competition);
    if (lists.publishedAt !== null || isManaged)
      open.push({ catalog, competition, lists, isPreview: lists.publishedAt === null });
  }
  return { catalog, open, isPreview: false };
}

/** Not indexed: searching for a person should not lead here years later. */
export function publicHead(call: AnyCall, { catalog, isPreview }: Seen, title: string, path: string): PageHead {
  const { config } = call.deps;
  const hostName = hostNameOfEvent(catalog);
  return {
    title: `${title} · ${catalog.event.title}`,
    noIndex: true,
    ownPath: path,
    origin: hostName === null ? config.publicUrl : originUnder(config.publicUrl, hostName),
    whiteLabel: whiteLabelOf(catalog),
    ...(isPublic(catalog.event) && !isPreview ? { measuring: measuringOf(catalog) } : {}),
  };
}
