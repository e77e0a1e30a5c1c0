import * as z from 'zod';
import { api, tagged } from '#src/web/http.ts';
import { loadEvent } from '../access/load.ts';
import { formFieldAnswer, formFieldShape } from '../answers.ts';
import { existingCatalog } from '../read-catalog.ts';
import { recordCalls } from '../records/api.ts';
import { formFieldInput, newFormFieldInput } from '../shapes.ts';
import { createFormField, updateFormField } from './save-fields.ts';

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
    async ({ deps, record }) => ({
      rows: (await existingCatalog(deps.read, record)).formFields.map(formFieldShape),
    }),
  ),
  ...recordCalls({
    kind: 'field',
    below: '/api/admin/events/{eventId}/form-fields',
    one: '/api/admin/events/{eventId}/form-fields/{fieldId}',
    as: 'formField',
    answer: formFieldAnswer,
    shape: formFieldShape,
    rows: ({ formFields }) => formFields,
    newInput: newFormFieldInput,
    input: formFieldInput,
    create: createFormField,
    update: updateFormField,
    summaries: {
      create: 'Ask something more',
      update: 'Change a field',
      remove: 'Ask it no longer',
      sort: 'Put all fields of an event in order',
    },
  }),
]);
