import type { ReactElement } from 'react';
import { pdfFont } from '#src/documents/fonts.ts';
import { themeOf } from '#src/ui/theme.ts';

/** Equal content makes an equal picture. */
export type ShareContent = {
  title: string;
  date: string;
  place: string;
  brand: string;
  /** `#rrggbb` */
  accent: string;
  /** Shows the product's mark; false for a white label. */
  isOwn: boolean;
};

const ink = '#11162a';
const soft = '#525a70';
const pictureWidth = 456;

/** Longer titles get smaller letters; the rest is cut with dots. */
const titleSize = (title: string): number => (title.length <= 24 ? 72 : title.length <= 48 ? 60 : 48);

/** Drawn by satori, which supports inline styles only. Text lies within the middle 1080 × 540. */
export function ShareDrawing({ content, picture }: { content: ShareContent; picture: string }): ReactElement {
  const { title, date, place, brand, accent, isOwn } = content;
  const { light } = themeOf(accent);
  const text = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', wordBreak: 'break-word' } as const;
  return (
    <div
      style={{
        display: 'flex',
        width: '100%',
        height: '100%',
        background: '#ffffff',
        fontFamily: pdfFont,
        color: ink,
      }}
    >
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          flexGrow: 1,
          flexBasis: 0,
          padding: '60px 48px 60px 60px',
        }}
      >
        <div style={{ display: 'flex', alignItems: 'center' }}>
          {isOwn ? <Mark accent={light.accent} /> : null}
          <div style={{ ...text, lineClamp: 1, fontSize: 30, fontWeight: 700, color: light.accentText }}>{brand}</div>
        </div>
        <div
          style={{
            ...text,
            lineClamp: 4,
            fontSize: titleSize(title),
            fontWeight: 700,
            lineHeight: 1.15,
            paddingTop: 12,
            letterSpacing: '-0.02em',
          }}
        >
          {title}
        </div>
        <div style={{ display: 'flex', flexDirection: 'column', fontSize: 32, lineHeight: 1.35 }}>
          <div style={{ ...text, lineClamp: 2, fontWeight: 700 }}>{date}</div>
          {place ? <div style={{ ...text, lineClamp: 1, color: soft }}>{place}</div> : null}
        </div>
      </div>
      <div style={{ display: 'flex', width: 12, height: 630, flexShrink: 0, background: light.accent }} />
      <img src={picture} alt="" width={pictureWidth} height={630} style={{ objectFit: 'cover', flexShrink: 0 }} />
    </div>
  );
}

function Mark({ accent }: { accent: string }): ReactElement {
  return (
    <svg width="44" height="44" viewBox="0 0 32 32" style={{ marginRight: 16 }} role="presentation">
      <rect width="32" height="32" rx="9" fill={accent} />
      <path
        d="M8 25.5C8 14.5 14.5 8 25.5 8M14.5 25.5c0-7 4-11 11-11M21 25.5c0-3 1.5-4.5 4.5-4.5"
        fill="none"
        stroke="#ffffff"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
