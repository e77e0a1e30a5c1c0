import { type CalendarDate, dateParts } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { DateField, NumberField, SelectField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { datePlaceholder, parseDate } from '#src/ui/format.ts';
import { page, type Route } from '#src/web/http.ts';
import { accountingPath } from '../paths.ts';
import { datevNumbers } from '../rules/datev.ts';
import { periodOf } from '../rules/periods.ts';
import { bookedPeriods } from './read-moves.ts';

const formats = ['csv', 'xlsx', 'datev', 'overviewCsv', 'overviewXlsx'] as const;
const names = ['period', 'from', 'to', 'format', 'consultant', 'client'] as const;
const bookings = '/api/admin/statistics/accounting/bookings';
const overview = '/api/admin/statistics/accounting/overview';
/** Chooses `from` and `to` instead of a period. */
const ownDays = 'days';

/** `2026`, `2026, 4. Quartal`, `November 2026`. */
function periodLabel(name: string, i18n: Translator): string {
  const [year = '', part = ''] = name.split('-');
  if (part.startsWith('Q')) return i18n.t('accounting.quarter', { year, quarter: part.slice(1) });
  return part ? i18n.monthOf(name) : year;
}

function fileOf(from: string, to: string, format: (typeof formats)[number], values: Record<string, string>): string {
  const isOverview = format === 'overviewCsv' || format === 'overviewXlsx';
  const kind = format === 'overviewCsv' ? 'csv' : format === 'overviewXlsx' ? 'xlsx' : format;
  const days = new URLSearchParams({ from, to, format: kind });
  if (format === 'datev') for (const name of ['consultant', 'client']) days.set(name, values[name] ?? '');
  else days.set('lang', values.lang ?? '');
  return `${isOverview ? overview : bookings}?${days}`;
}

export const accountingPages: Route[] = [
  page({ method: 'get', path: '/admin/accounting', may: 'payout.read' }, async (call) => {
    const { i18n, now, query } = call;
    const { locale } = i18n;
    const periods = await bookedPeriods(call.deps.read, now);
    const errors: Record<string, string> = {};
    const values = Object.fromEntries(names.map((name) => [name, query.get(name)?.trim() ?? '']));
    const isSubmitted = query.has('format');
    if (isSubmitted) {
      const period = periodOf(values.period ?? '');
      const [from, to] = (['from', 'to'] as const).map((name) => {
        if (period) return period[name];
        const day = parseDate(values[name] ?? '', locale);
        if (!day) errors[name] = i18n.t('accounting.wrong.date', { example: datePlaceholder(locale) });
        return day as CalendarDate | null;
      });
      if (from && to && (from > to || dateParts(from).year !== dateParts(to).year))
        errors.to = i18n.t('accounting.wrong.year');
      for (const name of ['consultant', 'client'] as const) {
        const { min, max } = datevNumbers[name];
        const number = /^\d+$/.test(values[name] ?? '') ? Number(values[name]) : 0;
        if (values.format === 'datev' && (number < min || number > max))
          errors[name] = i18n.t('accounting.wrong.number', { least: String(min), most: String(max) });
      }
      if (Object.keys(errors).length === 0) {
        const format = formats.find((known) => known === values.format) ?? 'csv';
        return call.redirect(fileOf(from ?? '', to ?? '', format, { ...values, lang: locale }));
      }
    }
    return call.render(
      <div className="stack">
        <p className="prose">{i18n.t('accounting.intro')}</p>
        <Form
          method="get"
          action={accountingPath}
          state={isSubmitted ? { input: values, errors } : {}}
          labelOf={(name) => (name in errors ? i18n.t(`accounting.${name as 'from'}`) : undefined)}
        >
          <SelectField
            name="period"
            label={i18n.t('accounting.period')}
            hint={i18n.t('accounting.period.hint')}
            options={[...periods, ownDays].map((name) => ({
              value: name,
              label: name === ownDays ? i18n.t('accounting.days') : periodLabel(name, i18n),
            }))}
          />
          <div className="form-row own-days">
            <DateField name="from" label={i18n.t('accounting.from')} placeholder={datePlaceholder(locale)} />
            <DateField name="to" label={i18n.t('accounting.to')} placeholder={datePlaceholder(locale)} />
          </div>
          <SelectField
            name="format"
            label={i18n.t('accounting.format')}
            options={formats.map((value) => ({ value, label: i18n.t(`accounting.format.${value}`) }))}
          />
          <div className="form-row for-datev">
            <NumberField name="consultant" label={i18n.t('accounting.consultant')} defaultValue="1001" />
            <NumberField name="client" label={i18n.t('accounting.client')} defaultValue="1" />
          </div>
          <div className="form-actions">
            <Button>{i18n.t('accounting.download')}</Button>
          </div>
        </Form>
        <p className="prose soft">{i18n.t('accounting.note')}</p>
        <p className="prose soft">{i18n.t('accounting.overview.note')}</p>
      </div>,
      { title: i18n.t('accounting.title'), frame: 'admin' },
      Object.keys(errors).length > 0 ? 400 : 200,
    );
  }),
];
