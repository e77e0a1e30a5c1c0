import * as z from 'zod';
import { api } from '#src/platform/http.ts';
import { formFieldAnswer, formFieldShape } from '../answers.ts';
import { requireEventRole } from '../event/event-role.ts';
import { onEvent, written } from '../event/manage.ts';
import { catalogOf } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { formFieldInput, newFormFieldInput, recordId } from '../shapes.ts';
import { createFormField, deleteFormField, updateFormField } from './keep-fields.ts';
import { sortFormFields } from './sort-fields.ts';

const tag = 'Form fields (management)';
const eventParams = z.object({ eventId: recordId });

const fieldOf = (fieldId: number) => (catalog: Catalog) => catalog.formFields.find((field) => field.id === fieldId);

export const fieldsApi = [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/form-fields',
      may: 'event.read',
      tag,
      summary: 'What participants are asked besides',
      params: eventParams,
      answer: z.object({ rows: z.array(formFieldAnswer) }),
    },
    async ({ deps, viewer, params }) => {
      await requireEventRole(deps.read, viewer, params.eventId);
      const catalog = (await catalogOf(deps.read, params.eventId)) ?? refuse('NOT_FOUND');
      return { rows: catalog.formFields.map(formFieldShape) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/form-fields',
      may: 'event.change',
      tag,
      summary: 'Ask something more',
      params: eventParams,
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
      tag,
      summary: 'Change a field',
      params: eventParams.extend({ fieldId: recordId }),
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
      tag,
      summary: 'Ask it no longer',
      params: eventParams.extend({ fieldId: recordId }),
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
      tag,
      summary: 'Put all fields of an event in order',
      params: eventParams,
      body: z.object({ fieldIds: z.array(z.int().positive()).max(1000) }),
      answer: z.object({ rows: z.array(formFieldAnswer) }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        await sortFormFields(work, eventId, call.body.fieldIds);
        return { rows: (await written(work, eventId, ({ formFields }) => formFields)).map(formFieldShape) };
      }),
  ),
];
