import { type CalendarDate, dateIn, dateParts } from '#src/kernel/time.ts';
import { page, type Route } from '#src/platform/http.ts';
import { defaultTimeZone } from '#src/platform/locale.ts';
import { DateField, NumberField, SelectField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { datePlaceholder, formatDate, parseDate } from '#src/ui/format.ts';
import { accountingPath } from '../paths.ts';
import { datevNumbers } from '../rules/datev.ts';

const formats = ['csv', 'xlsx', 'datev'] as const;
const names = ['from', 'to', 'format', 'consultant', 'client'] as const;
const bookings = '/api/admin/statistics/accounting/bookings';

export const accountingPages: Route[] = [
  page({ method: 'get', path: '/admin/accounting', may: 'payout.read' }, (call) => {
    const { words, now, query } = call;
    const { locale } = words;
    const year = dateIn(now, defaultTimeZone).slice(0, 4);
    const file = '/api/admin/statistics/accounting/overview';
    const errors: Record<string, string> = {};
    const typed = Object.fromEntries(names.map((name) => [name, query.get(name)?.trim() ?? '']));
    const asked = query.has('from');
    if (asked) {
      const [from, to] = (['from', 'to'] as const).map((name) => {
        const day = parseDate(typed[name] ?? '', locale);
        if (!day) errors[name] = words.t('accounting.wrong.date', { example: datePlaceholder(locale) });
        return day as CalendarDate | null;
      });
      if (from && to && (from > to || dateParts(from).year !== dateParts(to).year))
        errors.to = words.t('accounting.wrong.year');
      for (const name of ['consultant', 'client'] as const) {
        const { least, most } = datevNumbers[name];
        const number = /^\d+$/.test(typed[name] ?? '') ? Number(typed[name]) : 0;
        if (typed.format === 'datev' && (number < least || number > most))
          errors[name] = words.t('accounting.wrong.number', { least: String(least), most: String(most) });
      }
      if (Object.keys(errors).length === 0) {
        const format = formats.find((known) => known === typed.format) ?? 'csv';
        const days = new URLSearchParams({ from: from ?? '', to: to ?? '', format });
        if (format === 'datev') for (const name of ['consultant', 'client']) days.set(name, typed[name] ?? '');
        return Promise.resolve(call.redirect(`${bookings}?${days}`));
      }
    }
    return call.render(
      <div className="stack">
        <p className="prose">{words.t('accounting.intro')}</p>
        <Form
          method="get"
          action={accountingPath}
          requiredNote={words.t('ui.form.required')}
          state={asked ? { input: typed, errors } : {}}
          labelOf={(name) => (name in errors ? words.t(`accounting.${name as 'from'}`) : undefined)}
        >
          <DateField
            name="from"
            label={words.t('accounting.from')}
            placeholder={datePlaceholder(locale)}
            required
            defaultValue={formatDate(`${year}-01-01`, locale)}
          />
          <DateField
            name="to"
            label={words.t('accounting.to')}
            placeholder={datePlaceholder(locale)}
            required
            defaultValue={formatDate(`${year}-12-31`, locale)}
          />
          <SelectField
            name="format"
            label={words.t('accounting.format')}
            options={formats.map((value) => ({ value, label: words.t(`accounting.format.${value}`) }))}
          />
          <NumberField name="consultant" label={words.t('accounting.consultant')} defaultValue="1001" />
          <NumberField name="client" label={words.t('accounting.client')} defaultValue="1" />
          <div className="form-actions">
            <Button>{words.t('accounting.download')}</Button>
          </div>
        </Form>
        <h2>{words.t('accounting.overview')}</h2>
        <p className="row">
          <a href={`${file}?format=csv&from=${year}-01-01&to=${year}-12-31`}>CSV {year}</a>
          <a href={`${file}?format=xlsx&from=${year}-01-01&to=${year}-12-31`}>XLSX {year}</a>
        </p>
      </div>,
      { title: words.t('accounting.title'), frame: 'admin' },
      Object.keys(errors).length > 0 ? 400 : 200,
    );
  }),
];
