import type { ReactElement } from 'react';
import * as z from 'zod';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { defaultTimeZone, type Translator } from '#src/texts/locale.ts';
import { type FormErrors, useSavedInput } from '#src/ui/form.tsx';
import { type FormInput, formOf } from '#src/web/forms/fields.ts';
import { FormFields, OneField } from '#src/web/forms/form-fields.tsx';
import { inputOf } from '#src/web/forms/form-input.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { withPicked } from '#src/web/forms/pickers.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { addEventAudits } from '../changes/on-event.ts';
import { createCompetition } from '../competitions/save-competitions.ts';
import { createPrice } from '../prices/save-prices.ts';
import { beginningsAt, followStart, type StartAndFollowers, shownAs, startAndFollowers } from '../rules/beginnings.ts';
import { withPercent } from '../rules/catalog.ts';
import { askSettings, eachFlag } from '../rules/event-flags.ts';
import { firstPrices, pricePer, stepErrors, teamErrors, teamOf } from '../rules/first-prices.ts';
import { competitionInput, newCompetitionInput, newEventInput, priceInput } from '../shapes.ts';
import { createEvent } from './change-event.ts';
import { firstCompetitionFields, maxFirstCompetitions, newEventForm, newEventHoldDays } from './form.ts';
import { organizerDefaults, organizerFor } from './organizers.ts';

const moment = priceInput.shape.availableFrom.unwrap();
const money = priceInput.shape.price.unwrap().nullable();
const teamSize = competitionInput.shape.minTeamSize.unwrap().nullable();
const firstCompetition = z
  .object({
    title: newCompetitionInput.shape.title.nullable(),
    type: competitionInput.shape.type,
    totalTicketCount: z.int().min(1).max(1_000_000).nullable(),
    timestamp: moment,
    firstTeamSize: teamSize,
    firstTeamSizeMax: teamSize,
    pricePer: z.enum(pricePer),
    price: money,
    firstUntil: moment,
    secondPrice: money,
    secondUntil: moment,
    thirdPrice: money,
  })
  // Checked here as well, so that all errors appear at once.
  .superRefine((row, context) => {
    const missing = (['title', 'totalTicketCount'] as const).filter((name) => row[name] === null);
    const errors: Record<string, string> = { ...stepErrors(row, { from: null, to: null }), ...teamErrors(row) };
    for (const name of missing) errors[name] = 'ui.form.missing';
    for (const [name, message] of Object.entries(errors))
      context.addIssue({ code: 'custom', path: [name], message, input: row });
  })
  .transform(({ title, totalTicketCount, ...row }) => ({
    ...row,
    title: title ?? '',
    totalTicketCount: totalTicketCount ?? 1,
  }));
const firstEventInput = newEventInput
  .extend({
    startTimestamp: newEventInput.shape.startTimestamp.unwrap(),
    endTimestamp: moment,
    // Empty: the organizer's rate.
    vat: newEventInput.shape.vat.unwrap().nullable(),
    saleFrom: moment,
    saleTo: moment,
    competitions: z.array(firstCompetition).max(maxFirstCompetitions),
  })
  .superRefine(({ saleFrom, saleTo, competitions }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message, input: path });
    if (saleFrom !== null && saleTo !== null && saleTo <= saleFrom) refuse(['saleTo'], 'events.error.endBeforeStart');
    for (const [at, steps] of competitions.entries())
      for (const [name, message] of Object.entries(stepErrors(steps, { from: saleFrom, to: saleTo })))
        refuse(['competitions', at, name], message);
  });
type FirstEvent = z.output<typeof firstEventInput>;

/** Age classes, rankings and the check for double entries need both. Calls without a value ask for neither. */
const firstAsks = eachFlag(askSettings, () => 'required' as const);

/** Creates an event with competitions and prices in one transaction. @throws Problem as `createEvent` */
async function createFirstEvent(
  work: Work,
  { competitions, saleFrom, saleTo, endTimestamp, vat, ...event }: FirstEvent,
  organizerId: number | undefined,
): Promise<number> {
  const end = endTimestamp === null ? {} : { endTimestamp };
  const eventId = await createEvent(work, {
    ...firstAsks,
    ...event,
    ...end,
    ...(vat === null ? {} : { vat }),
    organizerId,
  });
  for (const { title, type, totalTicketCount, timestamp, ...steps } of competitions) {
    const start = timestamp === null ? {} : { timestamp };
    const size = teamOf(steps);
    const competitionId = await createCompetition(work, eventId, {
      ...{ title, type, totalTicketCount, ...start },
      ...(type === 'team' ? size : {}),
    });
    for (const [at, price] of firstPrices({ ...steps, type }, { from: saleFrom, to: saleTo }).entries())
      await createPrice(work, competitionId, { ...price, quantity: totalTicketCount, priceOrder: at + 1 });
  }
  return eventId;
}

const path = '/admin/events/new';
const [basics, , furthermore] = newEventForm.groups.map((group) => formOf('events', [group]));

function NewEvent(props: {
  state: FormState | undefined;
  i18n: Translator;
  now: Instant;
  defaults: Awaited<ReturnType<typeof organizerDefaults>>;
}): ReactElement {
  const { state, i18n, now, defaults } = props;
  const { taxExemption } = defaults;
  const record = {
    kind: 'running',
    timeZone: i18n.timeZone,
    bankTransferHoldDays: newEventHoldDays,
    ...withPercent(defaults.fields),
    ...beginningsAt(now, i18n.timeZone),
  };
  const saved = useSavedInput(path);
  const initial = inputOf(newEventForm, record, i18n);
  const input = withTypes(saved ?? state?.input ?? initial);
  const { errors = {} } = state ?? {};
  const fieldProps = { input, errors, i18n };
  return (
    <SavingForm
      form={newEventForm}
      record={record}
      state={state}
      i18n={i18n}
      action={path}
      submit={i18n.t('events.admin.create')}
      cancelHref="/admin/events"
      fields={
        <>
          {basics ? <FormFields form={basics} {...fieldProps} /> : null}
          {taxExemption ? (
            <p className="field-hint">
              {i18n.t('events.first.exempt', { reason: i18n.t(`organizers.option.taxExemption.${taxExemption}`) })}
            </p>
          ) : null}
          {startAndFollowers.map((name) => (
            <input
              key={name}
              type="hidden"
              name={shownAs(name)}
              defaultValue={(saved ?? state?.hidden)?.[shownAs(name)] ?? initial[name]}
            />
          ))}
          <fieldset className="form-group" data-first-event="">
            <legend>{i18n.t('events.group.competitions')}</legend>
            <p className="field-hint">{i18n.t('events.group.competitionsHint')}</p>
            <Competition at={0} {...fieldProps} />
          </fieldset>
          <p className="field-hint">{i18n.t('events.first.asks')}</p>
          {furthermore ? <FormFields form={furthermore} {...fieldProps} /> : null}
        </>
      }
    />
  );
}

/** New competitions are for single starters by default, prices for one person. */
const withTypes = (input: FormInput): FormInput => ({
  ...Object.fromEntries(
    Array.from({ length: maxFirstCompetitions }, (_, at) => [
      [cellOf(at, 'type'), 'single'],
      [cellOf(at, 'pricePer'), 'person'],
    ]).flat(),
  ),
  ...input,
});

type FieldProps = { input: FormInput; errors: FormErrors; i18n: Translator };

const cellOf = (at: number, name: string): string => `competitions[${at}].${name}`;
/** One of these fields has a value or an error. */
const isOpen = (at: number, names: readonly string[], { input, errors }: FieldProps): boolean =>
  names.some((name) => (input[cellOf(at, name)] ?? '') !== '' || cellOf(at, name) in errors);
const given = firstCompetitionFields.filter((field) => field.given).map(({ name }) => name);
const all = firstCompetitionFields.map(({ name }) => name).filter((name) => !given.includes(name));
const steps = ['firstUntil', 'secondPrice', 'secondUntil', 'thirdPrice'];

/** Nested details elements, so that adding a competition needs no script. */
function Competition({ at, ...fieldProps }: FieldProps & { at: number }): ReactElement {
  const { i18n } = fieldProps;
  const title = i18n.t('events.first.competition', { number: at + 1 });
  const fields = (names: readonly string[]) =>
    firstCompetitionFields
      .filter(({ name }) => names.includes(name))
      .map((field) => (
        <OneField
          key={field.name}
          form={newEventForm}
          field={{ ...field, required: field.given === true }}
          at={cellOf(at, field.name)}
          {...fieldProps}
        />
      ));
  const one = (
    <>
      <fieldset className="first-competition" data-row={at}>
        <legend>{title}</legend>
        <div className="first-competition-fields">
          {fields(['title', 'totalTicketCount', 'price', 'timestamp', 'type'])}
        </div>
        <div className="first-team">
          <div className="first-competition-fields">{fields(['firstTeamSize', 'firstTeamSizeMax', 'pricePer'])}</div>
          <p className="field-hint">{i18n.t('events.first.teamPlaces')}</p>
        </div>
        <details className="first-steps" open={isOpen(at, steps, fieldProps)}>
          <summary>{i18n.t('events.first.steps')}</summary>
          <div className="first-competition-fields">{fields(steps)}</div>
        </details>
        <button className="button button-quiet button-small" type="button" data-remove={at} hidden>
          {i18n.t('events.first.remove', { number: at + 1 })}
        </button>
      </fieldset>
      {at + 1 < maxFirstCompetitions ? <Competition at={at + 1} {...fieldProps} /> : null}
    </>
  );
  if (at === 0) return one;
  return (
    <details className="first-next" open={isOpen(at, all, fieldProps)}>
      <summary>
        <span className="first-add">{i18n.t('events.first.add')}</span>
      </summary>
      {one}
    </details>
  );
}

/** Moves end and end of sale along with the start where they were left at their defaults. */
function withFollowers(postedForm: FormData, i18n: Translator): FormData {
  const form = new FormData();
  for (const [name, value] of withPicked(postedForm, i18n)) form.append(name, value);
  const textOf = (name: string) => String(form.get(name) ?? '');
  const texts = (nameOf: (name: string) => string) =>
    Object.fromEntries(startAndFollowers.map((name) => [name, textOf(nameOf(name))])) as StartAndFollowers;
  const lastShown = texts(shownAs);
  const input = { ...texts((name) => name), saleFrom: textOf('saleFrom') };
  const next = lastShown.startTimestamp === '' ? null : followStart(input, lastShown, i18n.locale);
  for (const name of next ? startAndFollowers : []) {
    form.set(name, next?.typed[name] ?? '');
    form.set(shownAs(name), next?.shown[name] ?? '');
  }
  return form;
}

export const newEventPages = formPages({
  path,
  may: 'event.change',
  load: ({ viewer }) => organizerFor(viewer, undefined),
  loadData: (call) => ({ call: { ...call, i18n: call.i18n.in(defaultTimeZone) } }),
  show: async ({ call }, state) =>
    call.render(
      <NewEvent
        state={state}
        i18n={call.i18n}
        now={call.now}
        defaults={await organizerDefaults(call.deps.read, call.record)}
      />,
      { title: call.i18n.t('events.admin.new'), frame: 'admin' },
      formStatus(state),
    ),
  save: async ({ call }) => {
    const organizerId = call.record;
    return saveForm(
      { ...call, form: withFollowers(call.form, call.i18n) },
      {
        form: newEventForm,
        schema: firstEventInput,
        save: async (work, data) => {
          const eventId = await createFirstEvent(work, data, organizerId);
          await addEventAudits(work, call.viewer, eventId);
          return `/admin/events/${eventId}?saved`;
        },
      },
    );
  },
});
