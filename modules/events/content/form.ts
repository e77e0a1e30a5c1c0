import { dateIn, toIso, zonedInstant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { Option } from '#src/ui/field.tsx';
import { type Field, type FormInput, type FormSpec, flag, formOf, long, moment, text } from '#src/web/forms/fields.ts';
import { rowsIn } from '#src/web/forms/form-input.ts';
import type { Catalog } from '../rules/catalog.ts';

const offered = (competitions: Catalog['competitions']): readonly Option[] =>
  competitions.map(({ id, title }) => ({ value: String(id), label: title }));

type Summary = (input: FormInput, i18n: Translator) => string;

const rowCount =
  (name: 'schedule' | 'faqs'): Summary =>
  (input, i18n) =>
    i18n.t(`eventPage.told.${name}`, { count: rowsIn(input, name) });

const lineCount: Summary = ({ included = '' }, i18n) =>
  i18n.t('eventPage.told.included', { count: included.split('\n').filter((line) => line.trim() !== '').length });

const maxReported = 70;
const firstText =
  (...names: string[]): Summary =>
  (input, i18n) => {
    const first = names.map((name) => input[name]?.trim().replaceAll(/\s+/g, ' ')).find(Boolean);
    if (!first) return i18n.t('eventPage.told.nothing');
    return first.length > maxReported ? `${first.slice(0, maxReported).trimEnd()}…` : first;
  };

/** Each part is folded behind a summary. A time without a date belongs to the day on which the event begins. */
export function contentForm({ event, competitions }: Pick<Catalog, 'event' | 'competitions'>): FormSpec {
  const { startTimestamp, timeZone } = event;
  const when: Field = {
    ...moment('timestamp', true),
    read: (input) => {
      const [, hour, minute] = /^(\d{1,2})[:.](\d{2})(?: ?Uhr)?$/.exec(input.trim()) ?? [];
      if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
      const at = zonedInstant(dateIn(startTimestamp, timeZone), Number(hour), Number(minute), timeZone);
      return { value: toIso(at) };
    },
  };
  return formOf('eventPage', [
    {
      name: 'schedule',
      folded: true,
      told: rowCount('schedule'),
      fields: [
        {
          name: 'schedule',
          kind: 'rows',
          columns: [
            when,
            text('title', true),
            ...(competitions.length > 0
              ? [{ name: 'competitionId', kind: 'record', options: offered(competitions) } as const]
              : []),
          ],
        },
      ],
    },
    {
      name: 'included',
      folded: true,
      told: lineCount,
      fields: [{ name: 'included', kind: 'lines', height: 6 }],
    },
    {
      name: 'host',
      folded: true,
      told: firstText('host.name', 'host.about', 'host.email', 'host.phone', 'host.website'),
      fields: [
        text('host.name'),
        { ...long('host.about'), height: 4 },
        { name: 'host.email', kind: 'email' },
        { ...text('host.phone'), beside: true, control: { type: 'tel', inputMode: 'tel' } },
        { ...text('host.website'), control: { type: 'text', inputMode: 'url', spellCheck: false } },
      ],
    },
    {
      name: 'faqs',
      folded: true,
      told: rowCount('faqs'),
      fields: [
        {
          name: 'faqs',
          kind: 'rows',
          columns: [
            { name: 'question', kind: 'text', required: true },
            { name: 'answer', kind: 'long', required: true, height: 3 },
          ],
        },
      ],
    },
    {
      name: 'soldOut',
      folded: true,
      told: firstText('soldOutText'),
      fields: [{ name: 'soldOutText', kind: 'long', height: 2 }],
    },
  ]);
}

export const courseForm = (competitions: Catalog['competitions']): FormSpec =>
  formOf('eventPage.course', [
    {
      name: 'course',
      fields: [
        flag('visible'),
        text('title'),
        ...(competitions.length > 0
          ? [{ name: 'competitionId', kind: 'record', options: offered(competitions) } as const]
          : []),
        flag('gpxDownload'),
      ],
    },
  ]);
