import { dateIn, toIso, zonedInstant } from '#src/kernel/time.ts';
import { type Field, type FormSpec, flag, formOf, long, moment, text } from '#src/platform/forms/fields.ts';
import type { Option } from '#src/ui/field.tsx';
import type { Catalog } from '../rules/catalog.ts';

const offered = (competitions: Catalog['competitions']): readonly Option[] =>
  competitions.map(({ id, title }) => ({ value: String(id), label: title }));

/** What the page of an event tells. A time alone is one of the day on which the event begins. */
export function contentForm({ event, competitions }: Pick<Catalog, 'event' | 'competitions'>): FormSpec {
  const { startTimestamp, timeZone } = event;
  const when: Field = {
    ...moment('timestamp', true),
    read: (typed) => {
      const [, hour, minute] = /^(\d{1,2})[:.](\d{2})(?: ?Uhr)?$/.exec(typed.trim()) ?? [];
      if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
      const at = zonedInstant(dateIn(startTimestamp, timeZone), Number(hour), Number(minute), timeZone);
      return { value: toIso(at) };
    },
  };
  return formOf('eventPage', [
    {
      name: 'schedule',
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
    { name: 'included', fields: [{ name: 'included', kind: 'lines', height: 6 }] },
    {
      name: 'host',
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
    { name: 'soldOut', fields: [{ name: 'soldOutText', kind: 'long', height: 2 }] },
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
