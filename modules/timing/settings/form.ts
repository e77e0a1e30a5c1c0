import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { choice, end, type Field, type FormSpec, flag, formOf, text } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import { addressFields, raceResultRecord, type Settings } from '../read-settings.ts';
import { nationFormats } from '../rules/nations.ts';
import { hookFields } from './shapes.ts';

const plain = { autoComplete: 'off', spellCheck: false } as const;
const address = (name: string): Field => ({ ...text(name), control: { ...plain, inputMode: 'url' } });

const contestField = (competitionId: number): string => `contests.c${competitionId}`;

export const settingsForm = ({ competitions }: Catalog, i18n: Translator): FormSpec =>
  formOf('timing', [
    { name: 'event', fields: [{ ...text('rrId'), control: { ...plain, maxLength: 20 } }, end('syncStopDate')] },
    { name: 'addresses', fields: addressFields.map(address) },
    {
      name: 'contests',
      fields: competitions.map(({ id, title }): Field => ({ name: contestField(id), kind: 'number', label: title })),
    },
    {
      name: 'sending',
      fields: [
        flag('useParticipantIdAsBib'),
        choice('nationFormat', nationFormats),
        { ...text('saveValueField', true), control: plain },
        { ...text('saveValueText'), control: plain, beside: true },
        { ...text('teamField'), control: plain },
        { ...text('waveField'), control: plain, beside: true },
      ],
    },
    {
      name: 'results',
      fields: [
        { ...text('resultTimeField'), control: plain },
        { ...text('resultSplits'), control: { ...plain, maxLength: 1000 } },
        flag('fetchesResults'),
      ],
    },
    {
      name: 'hook',
      fields: [
        {
          name: 'webhookFields',
          kind: 'choices',
          options: hookFields.map((field) => ({ value: field, label: i18n.t(`orders.field.${field}`) })),
        },
      ],
    },
  ]);

export function settingsRecord(settings: Settings, { competitions }: Catalog): FormRecord {
  const { competitions: _, hasWebhook: __, ...record } = raceResultRecord(settings);
  return {
    ...record,
    contests: Object.fromEntries(competitions.map(({ id }) => [`c${id}`, settings.contests.get(id) ?? null])),
  };
}
