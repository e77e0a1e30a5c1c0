import * as z from 'zod';
import { api } from '#src/platform/http.ts';
import { competitionAnswer, competitionShape, priceAnswer, priceShape, protectionAnswer } from './answers.ts';
import { requireEventRole } from './event-role.ts';
import {
  createCompetition,
  createPrice,
  deleteCompetition,
  deletePrice,
  updateCompetition,
  updatePrice,
} from './keep-competitions.ts';
import { createProtection, deleteProtection, updateProtection } from './keep-extras.ts';
import { onEvent, onRecord, written } from './manage.ts';
import { catalogOf } from './read-catalog.ts';
import { eventIdOfRecord } from './read-list.ts';
import type { Catalog } from './rules/catalog.ts';
import { refuse } from './rules/problems.ts';
import { competitionInput, newCompetitionInput, newProtectionInput, priceInput, protectionInput } from './shapes.ts';

const tag = 'Competitions (management)';
const id = z.coerce.number().int().positive();
const eventParams = z.object({ eventId: id });
const competitionParams = z.object({ competitionId: id });
const priceParams = z.object({ competitionPriceId: id });
const protectionParams = z.object({ cancellationProtectionId: id });

const competitionOf = (competitionId: number) => (catalog: Catalog) =>
  catalog.competitions.find((competition) => competition.id === competitionId);
const priceOf = (priceId: number) => (catalog: Catalog) =>
  catalog.competitions.flatMap(({ prices }) => prices).find((price) => price.id === priceId);
const protectionOf = (protectionId: number) => (catalog: Catalog) =>
  catalog.cancellationProtections.find((protection) => protection.id === protectionId);

/** The calls that manage competitions, their prices, and cancellation protections. */
export const competitionsApi = [
  api(
    {
      method: 'post',
      path: '/api/admin/competitions/{eventId}',
      may: 'event.change',
      tag,
      summary: 'Make a competition',
      params: eventParams,
      body: newCompetitionInput,
      answer: z.object({ competition: competitionAnswer }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        const competitionId = await createCompetition(work, eventId, call.body);
        return { competition: competitionShape(await written(work, eventId, competitionOf(competitionId)), call.now) };
      }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/competitions/{competitionId}',
      may: 'event.read',
      tag,
      summary: 'One competition',
      params: competitionParams,
      answer: z.object({ competition: competitionAnswer }),
    },
    async ({ deps, viewer, params, now }) => {
      const eventId = await eventIdOfRecord(deps.read, 'competition', params.competitionId);
      await requireEventRole(deps.read, viewer, eventId);
      const catalog = (await catalogOf(deps.read, eventId)) ?? refuse('NOT_FOUND');
      const competition = competitionOf(params.competitionId)(catalog) ?? refuse('NOT_FOUND');
      return { competition: competitionShape(competition, now) };
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/competitions/{competitionId}',
      may: 'event.change',
      tag,
      summary: 'Change a competition',
      params: competitionParams,
      body: competitionInput,
      answer: z.object({ competition: competitionAnswer }),
    },
    (call) =>
      onRecord(call, 'competition', call.params.competitionId, async (work, eventId) => {
        const { competitionId } = call.params;
        await updateCompetition(work, competitionId, call.body);
        return { competition: competitionShape(await written(work, eventId, competitionOf(competitionId)), call.now) };
      }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/competitions/{competitionId}',
      may: 'event.change',
      tag,
      summary: 'Delete a competition that nobody entered',
      params: competitionParams,
    },
    async (call) => {
      const { competitionId } = call.params;
      await onRecord(call, 'competition', competitionId, (work) => deleteCompetition(work, competitionId));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/competition-prices/{competitionId}',
      may: 'event.change',
      tag,
      summary: 'Make a price',
      params: competitionParams,
      body: priceInput,
      answer: z.object({ competitionPrice: priceAnswer }),
    },
    (call) =>
      onRecord(call, 'competition', call.params.competitionId, async (work, eventId) => {
        const priceId = await createPrice(work, call.params.competitionId, call.body);
        return { competitionPrice: priceShape(await written(work, eventId, priceOf(priceId))) };
      }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/competition-prices/{competitionPriceId}',
      may: 'event.change',
      tag,
      summary: 'Change a price; quantity is what is still to be sold',
      params: priceParams,
      body: priceInput,
      answer: z.object({ competitionPrice: priceAnswer }),
    },
    (call) =>
      onRecord(call, 'price', call.params.competitionPriceId, async (work, eventId) => {
        const { competitionPriceId } = call.params;
        await updatePrice(work, competitionPriceId, call.body);
        return { competitionPrice: priceShape(await written(work, eventId, priceOf(competitionPriceId))) };
      }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/competition-prices/{competitionPriceId}',
      may: 'event.change',
      tag,
      summary: 'Delete a price at which nobody bought',
      params: priceParams,
    },
    async (call) => {
      const { competitionPriceId } = call.params;
      await onRecord(call, 'price', competitionPriceId, (work) => deletePrice(work, competitionPriceId));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/cancellation-protections/{eventId}',
      may: 'event.change',
      tag,
      summary: 'Offer a cancellation protection',
      params: eventParams,
      body: newProtectionInput,
      answer: z.object({ cancellationProtection: protectionAnswer }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        const protectionId = await createProtection(work, eventId, call.body);
        return { cancellationProtection: await written(work, eventId, protectionOf(protectionId)) };
      }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/cancellation-protections/{cancellationProtectionId}',
      may: 'event.change',
      tag,
      summary: 'Change a cancellation protection',
      params: protectionParams,
      body: protectionInput,
      answer: z.object({ cancellationProtection: protectionAnswer }),
    },
    (call) =>
      onRecord(call, 'protection', call.params.cancellationProtectionId, async (work, eventId) => {
        const protectionId = call.params.cancellationProtectionId;
        await updateProtection(work, protectionId, call.body);
        return { cancellationProtection: await written(work, eventId, protectionOf(protectionId)) };
      }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/cancellation-protections/{cancellationProtectionId}',
      may: 'event.change',
      tag,
      summary: 'Delete a cancellation protection that nobody bought',
      params: protectionParams,
    },
    async (call) => {
      const protectionId = call.params.cancellationProtectionId;
      await onRecord(call, 'protection', protectionId, (work) => deleteProtection(work, protectionId));
      return undefined;
    },
  ),
];
