import type { ReactElement } from 'react';
import PaperPreview from '#islands/PaperPreview.tsx';
import { PictureRefusal, UploadForm } from '#modules/events/index.ts';
import { Button, PostButton, useSavedInput } from '#src/ui/form.tsx';
import { themeOf } from '#src/ui/theme.ts';
import { choice, type Field, type FormSpec, formOf, long, text } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import type { PageCall } from '#src/web/http.ts';
import { Island } from '#src/web/island.tsx';
import type { LoadedTemplate, Template } from '../read-template.ts';
import { lengthUnits, type PaperTemplate, pictureAreas } from '../rules/paper.ts';
import { paperNumber } from '../rules/paper-number.ts';
import { draftOf, longestDescription, longestNumberPart, type PictureArea, sides } from '../rules/template.ts';
import { examplePaper, previewTexts, translatorOfPapers } from './example.ts';
import type { SizedPicture } from './save-pictures.ts';
import { pictureAddress, templatePath } from './shapes.ts';

const part = (name: 'prefix' | 'suffix'): Field => ({
  ...text(`accountingGroupNr.${name}`),
  control: { maxLength: longestNumberPart, autoComplete: 'off', spellCheck: false },
});
const description = (name: string): Field => ({ ...long(name), height: 4, control: { maxLength: longestDescription } });

/** The running number is editable until the first paper. */
export const templateForm = ({ isNumbered }: Pick<Template, 'isNumbered'>): FormSpec =>
  formOf('invoicing.template', [
    {
      name: 'numbers',
      fields: [
        part('prefix'),
        ...(isNumbered ? [] : [{ name: 'accountingGroupNr.value', kind: 'number', required: true } as const]),
        part('suffix'),
      ].map((field, at) => (at === 0 ? field : { ...field, beside: true as const })),
    },
    { name: 'texts', fields: [description('descriptionTop'), description('descriptionBottom')] },
    {
      name: 'spacing',
      fields: sides.flatMap((side): Field[] => [
        // Range up to 999.99, like a percentage.
        { name: `spacing.${side}.value`, kind: 'percent', required: true },
        {
          ...choice(`spacing.${side}.unit`, lengthUnits),
          options: lengthUnits.map((unit) => ({ value: unit, label: unit })),
          beside: true,
        },
      ]),
    },
  ]);

export const templateRecord = ({
  accountingGroupNr,
  descriptionTop,
  descriptionBottom,
  spacing,
}: Template): FormRecord => ({ accountingGroupNr, descriptionTop, descriptionBottom, spacing });

/** Errors of a length are shown at its number. */
export const controlOf = (path: string): string => path.replace(/^(spacing\.[a-z]+)$/, '$1.value');

export const previewIntent = 'preview';
const usualAccent = '#1f45d6';

type Call = Pick<PageCall<'invoice.template'>, 'i18n' | 'now' | 'query' | 'viewer'>;
type Props = LoadedTemplate & {
  call: Call;
  pictures: Partial<Record<PictureArea, SizedPicture>>;
  state: FormState | undefined;
  isSaved: boolean;
};

export function TemplatePage(props: Props): ReactElement {
  const { call, organizer, template, state, isSaved } = props;
  const { i18n } = call;
  const { changed, accountingGroupNr: number } = template;
  return (
    <div className="template-page">
      <div className="stack">
        {changed ? (
          <p className="small soft">
            {changed.by
              ? i18n.t('invoicing.template.changedBy', { at: i18n.dateTime(changed.at), by: changed.by })
              : i18n.t('invoicing.template.changed', { at: i18n.dateTime(changed.at) })}
          </p>
        ) : null}
        {template.isNumbered ? (
          <p>{i18n.t('invoicing.template.next', { number: paperNumber(number, number.value) })}</p>
        ) : null}
        <SavingForm
          form={templateForm(template)}
          record={templateRecord(template)}
          state={state}
          isSaved={isSaved}
          action={templatePath(organizer.id)}
          actions={
            <Button look="quiet" name="intent" value={previewIntent} className="template-show">
              {i18n.t('invoicing.template.show')}
            </Button>
          }
        />
      </div>
      <Preview {...props} />
      <Pictures {...props} />
    </div>
  );
}

function Preview({ call, organizer, template, pictures, state }: Props): ReactElement {
  const { i18n, now } = call;
  const action = templatePath(organizer.id);
  const input = useSavedInput(action) ?? state?.input ?? {};
  const previewPictures = Object.fromEntries(
    Object.entries(pictures).map(([area, { name, width, height }]) => [
      area,
      { src: pictureAddress(organizer.id, name), width, height },
    ]),
  );
  return (
    <section className="template-preview stack-s" aria-labelledby="preview-title">
      <h2 id="preview-title">{i18n.t('invoicing.template.preview.title')}</h2>
      <Island
        name="PaperPreview"
        of={PaperPreview}
        props={{
          action,
          draft: draftOf((control) => input[control] ?? null, template),
          pictures: previewPictures,
          accent: themeOf(template.accent ?? usualAccent).light.accent,
          texts: previewTexts(
            examplePaper(organizer, template, now),
            translatorOfPapers(organizer),
            i18n.t('invoicing.template.preview.label'),
          ),
        }}
      />
      <p className="small soft">{i18n.t('invoicing.template.preview.text')}</p>
      <p>
        <a
          href={`/api/admin/organizer-invoices/${organizer.id}/invoice-pdf-template/example`}
          target="_blank"
          rel="noopener"
        >
          {i18n.t('invoicing.template.preview.pdf')}
        </a>
      </p>
    </section>
  );
}

/** Separate forms, because forms cannot be nested. */
function Pictures({ call, organizer, template, pictures }: Props): ReactElement {
  const { i18n, viewer } = call;
  return (
    <section className="card stack template-pictures" aria-labelledby="pictures-title">
      <h2 id="pictures-title">{i18n.t('invoicing.template.pictures.title')}</h2>
      <p className="soft">{i18n.t('invoicing.template.pictures.text')}</p>
      <p className="soft">{i18n.t('events.pictures.fileHint')}</p>
      <PictureRefusal call={call} />
      {pictureAreas.map((area) => {
        const action = `${templatePath(organizer.id)}/picture/${area}`;
        const picture = pictures[area];
        return (
          <section className="stack-s" key={area} id={`picture-${area}`} aria-labelledby={`picture-${area}-title`}>
            <h3 id={`picture-${area}-title`}>{i18n.t(`invoicing.template.area.${area}`)}</h3>
            {picture ? <PictureView {...{ i18n, area, picture, organizerId: organizer.id }} /> : null}
            <UploadForm call={call} action={action} back="" id={`field-file-${area}`} withoutHint />
            {isShown(template.pictures, area) ? (
              <PostButton action={`${action}/remove`} csrfToken={viewer.csrfToken} look="plain" small>
                <span aria-hidden="true">{i18n.t('events.pictures.remove')}</span>
                <span className="visually-hidden">{i18n.t(`invoicing.template.remove.${area}`)}</span>
              </PostButton>
            ) : null}
          </section>
        );
      })}
    </section>
  );
}

const isShown = (pictures: PaperTemplate['pictures'], area: PictureArea): boolean => pictures[area] !== null;

function PictureView(props: {
  i18n: Call['i18n'];
  area: PictureArea;
  picture: SizedPicture;
  organizerId: number;
}): ReactElement {
  const { i18n, area, picture, organizerId } = props;
  const { name, width, height } = picture;
  return (
    <img
      className="template-picture"
      src={pictureAddress(organizerId, name)}
      alt={i18n.t(`invoicing.template.shown.${area}`)}
      width={width}
      height={height}
    />
  );
}
