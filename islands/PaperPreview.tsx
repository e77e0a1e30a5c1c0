import { type ReactElement, useEffect, useState } from 'react';
import { paperNumber } from '#modules/invoicing/rules/paper-number.ts';
import {
  draftOf,
  type PictureArea,
  pictureAt,
  points,
  type Size,
  sheet,
  type TemplateDraft,
} from '#modules/invoicing/rules/template.ts';

export type PaperPreviewProps = {
  action: string;
  draft: TemplateDraft;
  pictures: Partial<Record<PictureArea, Size & { src: string }>>;
  /** `#rrggbb` */
  accent: string;
  texts: {
    label: string;
    lang: string;
    title: string;
    seller: string;
    sellerLines: readonly string[];
    recipientLabel: string;
    recipient: readonly string[];
    numberLabel: string;
    facts: readonly (readonly [string, string])[];
    subject: string;
    heads: readonly string[];
    lines: readonly { name: string; detail: string | null; cells: readonly string[] }[];
    taxes: readonly (readonly string[])[];
    sums: readonly (readonly [string, string])[];
    notes: readonly string[];
    foot: readonly string[];
  };
};

const footHeight = 60;

/** Preview of an invoice, updated while typing. In points, 72 per inch. */
export default function PaperPreview(props: PaperPreviewProps): ReactElement {
  const { action, pictures, accent, texts } = props;
  const [draft, setDraft] = useState(props.draft);
  useEffect(() => {
    const form = [...document.forms].find((each) => each.getAttribute('action') === action);
    if (!form) return;
    const read = () => {
      const formData = new FormData(form);
      setDraft((before) => draftOf((control) => formData.get(control) as string | null, before));
    };
    read();
    form.addEventListener('input', read);
    return () => form.removeEventListener('input', read);
  }, [action]);

  const { spacing, descriptionTop, descriptionBottom, accountingGroupNr } = draft;
  const number = paperNumber(accountingGroupNr, accountingGroupNr.value);
  const [top, left, right, bottom] = [spacing.top, spacing.left, spacing.right, spacing.bottom].map(points) as [
    number,
    number,
    number,
    number,
  ];
  const width = sheet.width - left - right;
  return (
    <svg
      className="paper-sheet"
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      role="img"
      aria-label={texts.label}
      lang={texts.lang}
    >
      <rect width={sheet.width} height={sheet.height} className="paper-ground" />
      {(['center', 'header', 'footer'] as const).map((area) => {
        const picture = pictures[area];
        return picture ? (
          <image key={area} href={picture.src} {...pictureAt(area, picture, spacing)} preserveAspectRatio="none" />
        ) : null;
      })}
      <foreignObject x={left} y={top} width={width} height={sheet.height - top - bottom}>
        <div className="paper-text">
          <p className="paper-seller">{texts.seller}</p>
          {texts.sellerLines.map((line) => (
            <p className="paper-quiet" key={line}>
              {line}
            </p>
          ))}
          <div className="paper-head">
            <div>
              <p className="paper-label">{texts.recipientLabel}</p>
              {texts.recipient.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
            <div className="paper-facts">
              {[[texts.numberLabel, number] as const, ...texts.facts].map(([label, value]) => (
                <p key={label}>
                  <span>{label}</span>
                  <b>{value}</b>
                </p>
              ))}
            </div>
          </div>
          <p className="paper-title">{`${texts.title} ${number}`}</p>
          <p className="paper-subject">{texts.subject}</p>
          {descriptionTop ? <p className="paper-description">{descriptionTop}</p> : null}
          <div className="paper-lines">
            <p className="paper-label">
              {texts.heads.map((head) => (
                <span key={head}>{head}</span>
              ))}
            </p>
            {texts.lines.map(({ name, detail, cells }) => (
              <div key={name}>
                <span>
                  <b>{name}</b>
                  {detail ? <span className="paper-quiet">{detail}</span> : null}
                </span>
                {cells.map((cell, at) => (
                  <span key={at}>{cell}</span>
                ))}
              </div>
            ))}
          </div>
          <div className="paper-taxes">
            {texts.taxes.map((row, at) => (
              <p key={at} className={at === 0 ? 'paper-label' : 'paper-quiet'}>
                {row.map((cell) => (
                  <span key={cell}>{cell}</span>
                ))}
              </p>
            ))}
          </div>
          <div className="paper-sums">
            <svg className="paper-accent" aria-hidden="true">
              <rect width="100%" height="100%" fill={accent} />
            </svg>
            {texts.sums.map(([label, value]) => (
              <p key={label}>
                <span>{label}</span>
                <span>{value}</span>
              </p>
            ))}
          </div>
          {texts.notes.map((note) => (
            <p className="paper-note" key={note}>
              {note}
            </p>
          ))}
          {descriptionBottom ? <p className="paper-description">{descriptionBottom}</p> : null}
        </div>
      </foreignObject>
      <foreignObject x={left} y={sheet.height - 24 - footHeight} width={width} height={footHeight}>
        <div className="paper-foot">
          <div>
            {[...texts.foot, `${texts.title} ${number}`].map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </div>
      </foreignObject>
    </svg>
  );
}
