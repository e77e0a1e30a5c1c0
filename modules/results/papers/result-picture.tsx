import type { ReactElement } from 'react';
import { pdfFont } from '#src/documents/fonts.ts';
import { sharePicture, shareSize } from '#src/documents/share-picture.tsx';
import type { Deps } from '#src/runtime/deps.ts';
import { themeOf } from '#src/ui/theme.ts';
import type { ResultView } from './data.ts';

const ink = '#11162a';
const soft = '#525a70';
const ownAccent = '#1f45d6';
const edge = 40;
const rim = 3;
const hole = { size: 26, at: 28 };

const nameSize = (name: string): number => (name.length <= 20 ? 60 : name.length <= 34 ? 48 : 36);
const figureSize = (figure: string): number => (figure.length <= 8 ? 150 : figure.length <= 12 ? 110 : 72);

/** A start number with the time on it, 1200 × 630, drawn by satori, which knows inline styles alone. */
function Picture({ data, shown }: { data: ResultView; shown: (text: string) => string }): ReactElement {
  const { light } = themeOf(data.accent ?? ownAccent);
  const line = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', lineClamp: 1 } as const;
  const dot = (style: object) => (
    <div
      style={{
        position: 'absolute',
        width: hole.size,
        height: hole.size,
        borderRadius: hole.size / 2,
        background: '#ffffff',
        ...style,
      }}
    />
  );
  return (
    <div
      style={{
        display: 'flex',
        position: 'relative',
        width: shareSize.width,
        height: shareSize.height,
        background: '#eef1f7',
        fontFamily: pdfFont,
        color: ink,
      }}
    >
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          position: 'absolute',
          left: edge,
          top: edge,
          width: shareSize.width - 2 * (edge + rim),
          height: shareSize.height - 2 * (edge + rim),
          borderRadius: 32,
          overflow: 'hidden',
          background: '#ffffff',
          border: `${rim}px solid ${light.accent}`,
        }}
      >
        <div
          style={{
            display: 'flex',
            flexDirection: 'column',
            alignItems: 'center',
            justifyContent: 'center',
            height: 112,
            padding: '0 90px',
            background: light.accent,
            color: light.accentInk,
          }}
        >
          <div style={{ ...line, fontSize: 38, fontWeight: 700 }}>{shown(data.event.title)}</div>
          <div style={{ ...line, fontSize: 24 }}>{shown(`${data.competition}  ·  ${data.event.date}`)}</div>
        </div>
        <div
          style={{
            display: 'flex',
            flexDirection: 'column',
            alignItems: 'center',
            justifyContent: 'center',
            flexGrow: 1,
            padding: '0 40px',
          }}
        >
          <div style={{ ...line, fontSize: nameSize(data.name), fontWeight: 700 }}>{shown(data.name)}</div>
          <div
            style={{
              ...line,
              fontSize: figureSize(data.figure),
              fontWeight: 700,
              lineHeight: 1.1,
              letterSpacing: '-0.02em',
            }}
          >
            {shown(data.figure)}
          </div>
          <div style={{ display: 'flex', marginTop: 22, fontSize: 32, color: soft }}>
            {data.ranks.slice(0, 3).map(({ label, value }) => (
              <div key={label} style={{ display: 'flex', margin: '0 22px' }}>
                <span style={{ fontWeight: 700, color: ink, marginRight: 12 }}>{shown(value)}</span>
                {shown(label)}
              </div>
            ))}
          </div>
        </div>
        <div
          style={{ display: 'flex', justifyContent: 'center', padding: '12px 90px 18px', fontSize: 24, color: soft }}
        >
          {shown(data.brand)}
        </div>
        {dot({ left: hole.at, top: hole.at })}
        {dot({ right: hole.at, top: hole.at })}
        {dot({ left: hole.at, bottom: hole.at, background: '#eef1f7' })}
        {dot({ right: hole.at, bottom: hole.at, background: '#eef1f7' })}
      </div>
    </div>
  );
}

export const resultPicture = (deps: Pick<Deps, 'fonts'>, data: ResultView): Promise<Uint8Array<ArrayBuffer>> =>
  sharePicture(deps.fonts, (shown) => <Picture data={data} shown={shown} />);
