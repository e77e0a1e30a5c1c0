import type { CSSProperties, ReactNode } from 'react';
import type { MailBlock } from './body.ts';

export const ink = '#11162a';
export const quiet = '#525a70';
const line = '#dfe3ea';

/** Colors of buttons and bibs, computed as on the web pages. */
export type Colors = { accent: string; accentInk: string };

/** Only web and mail addresses become links. */
const isMailLink = (url: string): boolean => /^(https?:\/\/|mailto:)[^\s"<>]+$/i.test(url);

function lines(text: string): ReactNode {
  return text.split('\n').map((part, at) => (
    <span key={at}>
      {at > 0 ? <br /> : null}
      {part}
    </span>
  ));
}

const plainTable = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;

/** Mail programs lay out by tables; `role=presentation` hides them from screen readers. Full width unless `width` is null. */
export function Grid(props: { className?: string; width?: null; style?: CSSProperties; children: ReactNode }) {
  const { className, width = '100%', style, children } = props;
  return (
    <table {...plainTable} {...(width ? { width } : {})} className={className} style={style}>
      <tbody>{children}</tbody>
    </table>
  );
}

const figures = { fontVariantNumeric: 'tabular-nums' } as const;
const cell: CSSProperties = { padding: '8px 0', borderBottom: `1px solid ${line}`, fontSize: 15, lineHeight: '22px' };

export function Block({ block, colors }: { block: MailBlock; colors: Colors }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h1
          className="ink"
          style={{ margin: '0 0 16px', fontSize: 24, lineHeight: '30px', color: ink, fontWeight: 700 }}
        >
          {block.text}
        </h1>
      );
    case 'paragraph':
      return (
        <p className="ink" style={{ margin: '0 0 16px', fontSize: 16, lineHeight: '24px', color: ink }}>
          {lines(block.text)}
        </p>
      );
    case 'hint':
      return (
        <p className="quiet" style={{ margin: '0 0 16px', fontSize: 14, lineHeight: '21px', color: quiet }}>
          {lines(block.text)}
        </p>
      );
    case 'facts':
      return (
        <Grid style={{ margin: '0 0 20px' }}>
          {block.facts.map((fact, at) => (
            <tr key={at}>
              <td
                className="quiet line"
                style={{ ...cell, color: quiet, width: '38%', verticalAlign: 'top', paddingRight: 12 }}
              >
                {fact.label}
              </td>
              <td className="ink line" style={{ ...cell, color: ink, fontWeight: 600, verticalAlign: 'top' }}>
                {lines(fact.value)}
              </td>
            </tr>
          ))}
        </Grid>
      );
    case 'code':
      return (
        <Grid style={{ margin: '0 0 20px' }}>
          <tr>
            <td
              className="soft"
              align="center"
              style={{ padding: '20px 12px', backgroundColor: '#f3f5f9', borderRadius: 16 }}
            >
              <div className="quiet" style={{ fontSize: 13, lineHeight: '18px', color: quiet }}>
                {block.label}
              </div>
              <div
                className="ink"
                style={{
                  fontSize: 38,
                  lineHeight: '50px',
                  letterSpacing: 8,
                  fontWeight: 700,
                  color: ink,
                  ...figures,
                  paddingLeft: 8,
                }}
              >
                {block.code}
              </div>
            </td>
          </tr>
        </Grid>
      );
    case 'button':
      return (
        <>
          <Grid width={null} style={{ margin: '4px 0 8px' }}>
            <tr>
              <td style={{ borderRadius: 10, backgroundColor: colors.accent }}>
                <a
                  href={isMailLink(block.url) ? block.url : undefined}
                  style={{
                    display: 'inline-block',
                    padding: '13px 24px',
                    fontSize: 16,
                    lineHeight: '20px',
                    fontWeight: 700,
                    color: colors.accentInk,
                    backgroundColor: colors.accent,
                    textDecoration: 'none',
                    borderRadius: 10,
                    border: `1px solid ${colors.accent}`,
                  }}
                >
                  {block.label}
                </a>
              </td>
            </tr>
          </Grid>
          <p
            className="quiet"
            style={{ margin: '0 0 20px', fontSize: 12, lineHeight: '18px', color: quiet, wordBreak: 'break-all' }}
          >
            {block.url}
          </p>
        </>
      );
    case 'list':
      return (
        <ul
          className="ink"
          style={{ margin: '0 0 16px', padding: '0 0 0 22px', color: ink, fontSize: 16, lineHeight: '26px' }}
        >
          {block.items.map((item, at) => (
            <li key={at}>{item}</li>
          ))}
        </ul>
      );
    case 'links':
      return (
        <ul style={{ margin: '0 0 16px', padding: '0 0 0 22px', fontSize: 16, lineHeight: '26px' }}>
          {block.links.map(({ label, url }, at) => (
            <li key={at}>
              <a className="ink" href={isMailLink(url) ? url : undefined} style={{ color: ink }}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      );
    case 'totals': {
      const amount = { whiteSpace: 'nowrap', ...figures } as const;
      const sum: CSSProperties = { ...cell, borderBottom: 0, color: ink, fontWeight: 700, fontSize: 17 };
      return (
        <Grid style={{ margin: '0 0 20px' }}>
          {block.lines.map((entry, at) => (
            <tr key={at}>
              <td className="ink line" style={{ ...cell, color: ink, paddingRight: 12 }}>
                {lines(entry.label)}
              </td>
              <td className="ink line" align="right" style={{ ...cell, color: ink, verticalAlign: 'top', ...amount }}>
                {entry.amount}
              </td>
            </tr>
          ))}
          <tr>
            <td className="ink" style={sum}>
              {block.total.label}
            </td>
            <td className="ink" align="right" style={{ ...sum, ...amount }}>
              {block.total.amount}
            </td>
          </tr>
        </Grid>
      );
    }
    case 'picture':
      return (
        <div style={{ margin: '0 0 20px' }}>
          <Picture inlineId={block.inlineId} alt={block.alt} width={block.width} style={{ maxWidth: '100%' }} />
        </div>
      );
    case 'bib':
      return <MailBib bib={block} colors={colors} />;
  }
}

/** A white border, so that a code can be scanned from a dark screen. */
function Picture(props: { inlineId: string; alt: string; width: number; style?: CSSProperties }) {
  const { inlineId, alt, width, style } = props;
  const ground = { height: 'auto', backgroundColor: '#ffffff', color: '#11162a', borderRadius: 8 };
  return (
    <img src={`cid:${inlineId}`} alt={alt} width={width} style={{ display: 'block', width, ...ground, ...style }} />
  );
}

const hole = (
  <span
    className="paper"
    style={{
      display: 'inline-block',
      width: 10,
      height: 10,
      borderRadius: 5,
      backgroundColor: '#ffffff',
      color: ink,
      lineHeight: '10px',
      fontSize: 1,
    }}
  >
    &nbsp;
  </span>
);

function Holes({ children }: { children?: ReactNode }) {
  return (
    <Grid>
      <tr>
        <td width="10" style={{ lineHeight: '10px' }}>
          {hole}
        </td>
        <td align="center" style={{ fontSize: 13, lineHeight: '18px', padding: '0 8px' }}>
          {children}
        </td>
        <td width="10" align="right" style={{ lineHeight: '10px' }}>
          {hole}
        </td>
      </tr>
    </Grid>
  );
}

function MailBib({ bib, colors }: { bib: Extract<MailBlock, { kind: 'bib' }>; colors: Colors }) {
  const text = colors.accentInk;
  // Seven digits still fit a phone of 360 px.
  const figureSize = (bib.figure?.length ?? 0) <= 5 ? 64 : 44;
  return (
    <Grid style={{ margin: '0 0 20px', backgroundColor: colors.accent, borderRadius: 18 }}>
      <tr>
        <td style={{ padding: '12px 14px 0', color: text }}>
          <Holes>{bib.label}</Holes>
        </td>
      </tr>
      <tr>
        <td align="center" style={{ padding: '0 20px', color: text }}>
          {bib.figure === undefined ? null : (
            <div style={{ fontSize: figureSize, lineHeight: '72px', fontWeight: 800, ...figures }}>{bib.figure}</div>
          )}
          <div
            style={{
              ...(bib.figure === undefined
                ? { fontSize: 28, lineHeight: '34px' }
                : { fontSize: 20, lineHeight: '26px' }),
              fontWeight: 700,
            }}
          >
            {bib.name}
          </div>
          {bib.lines.map((entry, at) => (
            <div key={at} style={{ fontSize: 14, lineHeight: '21px' }}>
              {entry}
            </div>
          ))}
          {bib.qr ? <Picture {...bib.qr} width={168} style={{ margin: '14px auto 4px', borderRadius: 12 }} /> : null}
        </td>
      </tr>
      <tr>
        <td style={{ padding: '8px 14px 12px' }}>
          <Holes />
        </td>
      </tr>
    </Grid>
  );
}
