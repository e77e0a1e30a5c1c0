import { tagged } from '#src/web/http.ts';
import { protectionAnswer } from '../answers.ts';
import { recordCalls } from '../records/api.ts';
import { newProtectionInput, protectionInput } from '../shapes.ts';
import { createProtection, updateProtection } from './save-protections.ts';

export const protectionsApi = tagged(
  'Cancellation protections (management)',
  recordCalls({
    kind: 'protection',
    below: '/api/admin/cancellation-protections/{eventId}',
    one: '/api/admin/cancellation-protections/{cancellationProtectionId}',
    rows: ({ cancellationProtections }) => cancellationProtections,
    as: 'cancellationProtection',
    answer: protectionAnswer,
    shape: (protection) => protection,
    newInput: newProtectionInput,
    input: protectionInput,
    create: createProtection,
    update: updateProtection,
    summaries: {
      create: 'Offer a cancellation protection',
      update: 'Change a cancellation protection',
      remove: 'Delete a cancellation protection that nobody bought',
    },
  }),
);
