import * as z from 'zod';
import { api, tagged } from '#src/platform/http.ts';
import { formFieldAnswer, formFieldShape } from '../answers.ts';
import { loadEvent } from '../event/load.ts';
import { onEvent, written } from '../event/manage.ts';
import { catalogOf } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { formFieldInput, newFormFieldInput } from '../shapes.ts';
import { createFormField, deleteFormField, updateFormField } from './keep-fields.ts';
import { sortFormFields } from './sort-fields.ts';

const fieldOf = (fieldId: number) => (catalog: Catalog) => catalog.formFields.find((field) => field.id === fieldId);

export const fieldsApi = tagged('Form fields (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/form-fields',
      may: 'event.read',
      summary: 'What participants are asked besides',
      load: loadEvent,
      answer: z.object({ rows: z.array(formFieldAnswer) }),
    },
    async ({ deps, params }) => {
      const catalog = (await catalogOf(deps.read, params.eventId)) ?? refuse('NOT_FOUND');
      return { rows: catalog.formFields.map(formFieldShape) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/form-fields',
      may: 'event.change',
      summary: 'Ask something more',
      load: loadEvent,
      body: newFormFieldInput,
      answer: z.object({ formField: formFieldAnswer }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        const fieldId = await createFormField(work, eventId, call.body);
        return { formField: formFieldShape(await written(work, eventId, fieldOf(fieldId))) };
      }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/events/{eventId}/form-fields/{fieldId}',
      may: 'event.change',
      summary: 'Change a field',
      load: loadEvent,
      body: formFieldInput,
      answer: z.object({ formField: formFieldAnswer }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        const { fieldId } = call.params;
        await updateFormField(work, eventId, fieldId, call.body);
        return { formField: formFieldShape(await written(work, eventId, fieldOf(fieldId))) };
      }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/events/{eventId}/form-fields/{fieldId}',
      may: 'event.change',
      summary: 'Ask it no longer',
      load: loadEvent,
    },
    async (call) => {
      await onEvent(call, call.params.eventId, (work, eventId) => deleteFormField(work, eventId, call.params.fieldId));
      return undefined;
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/events/{eventId}/form-fields/order',
      may: 'event.change',
      summary: 'Put all fields of an event in order',
      load: loadEvent,
      body: z.object({ fieldIds: z.array(z.int().positive()).max(1000) }),
      answer: z.object({ rows: z.array(formFieldAnswer) }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        await sortFormFields(work, eventId, call.body.fieldIds);
        return { rows: (await written(work, eventId, ({ formFields }) => formFields)).map(formFieldShape) };
      }),
  ),
]);
