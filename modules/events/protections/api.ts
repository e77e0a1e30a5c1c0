import * as z from 'zod';
import { api, tagged } from '#src/platform/http.ts';
import { protectionAnswer } from '../answers.ts';
import { loadEvent, loadEventOf } from '../event/load.ts';
import { onEvent, onRecord, written } from '../event/manage.ts';
import type { Catalog } from '../rules/catalog.ts';
import { newProtectionInput, protectionInput } from '../shapes.ts';
import { createProtection, deleteProtection, updateProtection } from './keep-protections.ts';

const protectionOf = (protectionId: number) => (catalog: Catalog) =>
  catalog.cancellationProtections.find((protection) => protection.id === protectionId);

export const protectionsApi = tagged('Cancellation protections (management)', [
  api(
    {
      method: 'post',
      path: '/api/admin/cancellation-protections/{eventId}',
      may: 'event.change',
      summary: 'Offer a cancellation protection',
      load: loadEvent,
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
      summary: 'Change a cancellation protection',
      load: loadEventOf('protection', 'cancellationProtectionId'),
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
      summary: 'Delete a cancellation protection that nobody bought',
      load: loadEventOf('protection', 'cancellationProtectionId'),
    },
    async (call) => {
      const protectionId = call.params.cancellationProtectionId;
      await onRecord(call, 'protection', protectionId, (work) => deleteProtection(work, protectionId));
      return undefined;
    },
  ),
]);
