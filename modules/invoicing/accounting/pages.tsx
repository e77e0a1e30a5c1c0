import { dateIn } from '#src/kernel/time.ts';
import { page, type Route } from '#src/platform/http.ts';
import { defaultTimeZone } from '#src/platform/locale.ts';
import { DateField, NumberField, SelectField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';

const formats = ['csv', 'xlsx', 'datev'] as const;

export const accountingPages: Route[] = [
  page({ method: 'get', path: '/admin/accounting', may: 'payout.read' }, (call) => {
    const { words, now } = call;
    const year = dateIn(now, defaultTimeZone).slice(0, 4);
    const file = '/api/admin/statistics/accounting/overview';
    return call.render(
      <div className="stack">
        <p className="prose">{words.t('accounting.intro')}</p>
        <Form
          method="get"
          action="/api/admin/statistics/accounting/bookings"
          requiredNote={words.t('ui.form.required')}
        >
          <DateField name="from" label={words.t('accounting.from')} required defaultValue={`${year}-01-01`} />
          <DateField name="to" label={words.t('accounting.to')} required defaultValue={`${year}-12-31`} />
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
    );
  }),
];
