/**
 * The one make of all mails: a body of blocks becomes HTML and plain text with the same facts. HTML as mail programs
 * need it: one column of tables, at most 600 px, inline styles, no web fonts, no tracking; all of it readable with
 * pictures off, in the dark, and when the style element is thrown away.
 */
import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type MailAttachment, type MailContent, oneLine } from './message.ts';

export type MailFact = { label: string; value: string };
export type MailBlock =
  | { kind: 'heading'; text: string }
  /** Line breaks in the text are kept. */
  | { kind: 'paragraph'; text: string }
  /** A quieter sentence, such as when a code ends. */
  | { kind: 'hint'; text: string }
  | { kind: 'facts'; facts: MailFact[] }
  /** A login code, large and easy to copy. */
  | { kind: 'code'; label: string; code: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'list'; items: string[] }
  /** Lines with amounts, the sum last; amounts are finished texts. */
  | { kind: 'totals'; lines: { label: string; amount: string }[]; total: { label: string; amount: string } }
  /** A picture attached with this `inlineId`; `alt` says what it is for those who do not see it. */
  | { kind: 'picture'; inlineId: string; alt: string; width: number }
  /** A start number: big figure, name, and what else is on a bib. */
  | {
      kind: 'bib';
      label: string;
      figure: string;
      name: string;
      lines: string[];
      qr?: { inlineId: string; alt: string };
    };

export type MailBody = {
  lang: 'de' | 'en-US';
  preheader: string;
  /** The name in the head: the platform's, or a white label's. */
  brand: string;
  /** Colour of buttons and bibs, `#rrggbb`. */
  accent?: string;
  blocks: MailBlock[];
  /** Imprint of the sender and why the reader gets this mail, one line each. */
  footer: string[];
};

const ink = '#14213d';
const quiet = '#5c667a';
const line = '#dfe3ea';
const sans = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const defaultAccent = '#1d4ed8';

/** White or dark, whichever is easier to read on the colour (WCAG relative luminance). */
function inkOn(color: string): string {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.0575 ? '#ffffff' : '#101418';
}

/** Only addresses of the web and of mail become links; anything else would be a trap. */
export const isMailLink = (url: string): boolean => /^(https?:\/\/|mailto:)[^\s"<>]+$/i.test(url);

function lines(text: string): ReactNode {
  return text.split('\n').map((part, at) => (
    <span key={at}>
      {at > 0 ? <br /> : null}
      {part}
    </span>
  ));
}

const plainTable = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;
const cell: CSSProperties = { padding: '8px 0', borderBottom: `1px solid ${line}`, fontSize: 15, lineHeight: '22px' };

function Block({ block, accent }: { block: MailBlock; accent: string }) {
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
        <table {...plainTable} width="100%" style={{ margin: '0 0 20px' }}>
          <tbody>
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
          </tbody>
        </table>
      );
    case 'code':
      return (
        <table {...plainTable} width="100%" style={{ margin: '0 0 20px' }}>
          <tbody>
            <tr>
              <td
                className="soft"
                align="center"
                style={{ padding: '20px 12px', background: '#f3f5f9', borderRadius: 16 }}
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
                    fontVariantNumeric: 'tabular-nums',
                    paddingLeft: 8,
                  }}
                >
                  {block.code}
                </div>
              </td>
            </tr>
          </tbody>
        </table>
      );
    case 'button':
      return (
        <>
          <table {...plainTable} style={{ margin: '4px 0 8px' }}>
            <tbody>
              <tr>
                <td style={{ borderRadius: 10, background: accent }}>
                  <a
                    href={isMailLink(block.url) ? block.url : undefined}
                    style={{
                      display: 'inline-block',
                      padding: '13px 24px',
                      fontSize: 16,
                      lineHeight: '20px',
                      fontWeight: 700,
                      color: inkOn(accent),
                      textDecoration: 'none',
                      borderRadius: 10,
                      border: `1px solid ${accent}`,
                    }}
                  >
                    {block.label}
                  </a>
                </td>
              </tr>
            </tbody>
          </table>
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
    case 'totals':
      return (
        <table {...plainTable} width="100%" style={{ margin: '0 0 20px' }}>
          <tbody>
            {block.lines.map((entry, at) => (
              <tr key={at}>
                <td className="ink line" style={{ ...cell, color: ink, paddingRight: 12 }}>
                  {lines(entry.label)}
                </td>
                <td
                  className="ink line"
                  align="right"
                  style={{
                    ...cell,
                    color: ink,
                    whiteSpace: 'nowrap',
                    verticalAlign: 'top',
                    fontVariantNumeric: 'tabular-nums',
                  }}
                >
                  {entry.amount}
                </td>
              </tr>
            ))}
            <tr>
              <td className="ink" style={{ ...cell, borderBottom: 0, color: ink, fontWeight: 700, fontSize: 17 }}>
                {block.total.label}
              </td>
              <td
                className="ink"
                align="right"
                style={{
                  ...cell,
                  borderBottom: 0,
                  color: ink,
                  fontWeight: 700,
                  fontSize: 17,
                  whiteSpace: 'nowrap',
                  fontVariantNumeric: 'tabular-nums',
                }}
              >
                {block.total.amount}
              </td>
            </tr>
          </tbody>
        </table>
      );
    case 'picture':
      return <Picture inlineId={block.inlineId} alt={block.alt} width={block.width} />;
    case 'bib':
      return <MailBib bib={block} accent={accent} />;
  }
}

/** A white edge of its own, so that a code can be scanned from a dark screen too. */
function Picture({ inlineId, alt, width }: { inlineId: string; alt: string; width: number }) {
  return (
    <div style={{ margin: '0 0 20px' }}>
      <img
        src={`cid:${inlineId}`}
        alt={alt}
        width={width}
        style={{
          display: 'block',
          width,
          maxWidth: '100%',
          height: 'auto',
          background: '#ffffff',
          color: '#14213d',
          borderRadius: 8,
        }}
      />
    </div>
  );
}

const hole = (color: string) => (
  <span
    className="paper"
    style={{
      display: 'inline-block',
      width: 10,
      height: 10,
      borderRadius: 5,
      background: color,
      lineHeight: '10px',
      fontSize: 1,
    }}
  >
    &nbsp;
  </span>
);

function Holes({ on, children }: { on: string; children?: ReactNode }) {
  return (
    <table {...plainTable} width="100%">
      <tbody>
        <tr>
          <td width="10" style={{ lineHeight: '10px' }}>
            {hole(on)}
          </td>
          <td align="center" style={{ fontSize: 13, lineHeight: '18px', padding: '0 8px' }}>
            {children}
          </td>
          <td width="10" align="right" style={{ lineHeight: '10px' }}>
            {hole(on)}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function MailBib({ bib, accent }: { bib: Extract<MailBlock, { kind: 'bib' }>; accent: string }) {
  const text = inkOn(accent);
  // Seven digits still fit a phone of 360 px.
  const figureSize = bib.figure.length <= 5 ? 64 : 44;
  return (
    <table {...plainTable} width="100%" style={{ margin: '0 0 20px', background: accent, borderRadius: 18 }}>
      <tbody>
        <tr>
          <td style={{ padding: '12px 14px 0', color: text }}>
            <Holes on="#ffffff">{bib.label}</Holes>
          </td>
        </tr>
        <tr>
          <td align="center" style={{ padding: '0 20px', color: text }}>
            <div
              style={{ fontSize: figureSize, lineHeight: '72px', fontWeight: 800, fontVariantNumeric: 'tabular-nums' }}
            >
              {bib.figure}
            </div>
            <div style={{ fontSize: 20, lineHeight: '26px', fontWeight: 700 }}>{bib.name}</div>
            {bib.lines.map((entry, at) => (
              <div key={at} style={{ fontSize: 14, lineHeight: '21px' }}>
                {entry}
              </div>
            ))}
            {bib.qr ? (
              <img
                src={`cid:${bib.qr.inlineId}`}
                alt={bib.qr.alt}
                width={168}
                style={{
                  display: 'block',
                  width: 168,
                  height: 'auto',
                  margin: '14px auto 4px',
                  background: '#ffffff',
                  color: '#14213d',
                  borderRadius: 12,
                }}
              />
            ) : null}
          </td>
        </tr>
        <tr>
          <td style={{ padding: '8px 14px 12px' }}>
            <Holes on="#ffffff" />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** For programs that know it; the inline colours above already are the light ones. */
const darkColors = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
body,.page{background:#0f1420!important}.card{background:#182031!important}
.ink{color:#eef1f7!important}.quiet{color:#aab4c6!important}.soft{background:#232d42!important}.line{border-color:#334059!important}}
@media (max-width:480px){.card-inside{padding:24px 18px!important}}`;

function Frame({ subject, body }: { subject: string; body: MailBody }) {
  const accent = /^#[0-9a-f]{6}$/i.test(body.accent ?? '') ? (body.accent as string) : defaultAccent;
  return (
    <html lang={body.lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: darkColors }} />
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: '#eef1f6', fontFamily: sans }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 }}>{body.preheader}</div>
        <table {...plainTable} width="100%" className="page" style={{ background: '#eef1f6' }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '24px 12px' }}>
                <table {...plainTable} width="100%" style={{ maxWidth: 600 }}>
                  <tbody>
                    <tr>
                      <td
                        className="ink"
                        style={{ padding: '0 8px 14px', fontSize: 17, lineHeight: '22px', fontWeight: 800, color: ink }}
                      >
                        {body.brand}
                      </td>
                    </tr>
                    <tr>
                      <td className="card" style={{ background: '#ffffff', borderRadius: 20 }}>
                        <div className="card-inside" style={{ padding: '32px 36px 20px' }}>
                          {body.blocks.map((block, at) => (
                            <Block key={at} block={block} accent={accent} />
                          ))}
                        </div>
                      </td>
                    </tr>
                    <tr>
                      <td
                        className="quiet"
                        style={{ padding: '18px 8px', fontSize: 12, lineHeight: '18px', color: quiet }}
                      >
                        {body.footer.map((entry, at) => (
                          <div key={at}>{entry}</div>
                        ))}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

function plain(block: MailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(72, [...block.text].length))}`;
    case 'paragraph':
    case 'hint':
      return block.text;
    case 'facts':
      return block.facts.map((fact) => `${fact.label}: ${fact.value.replaceAll('\n', ', ')}`).join('\n');
    case 'code':
      // Alone on its line, without blanks around it: people and programs copy it from there.
      return `${block.label}:\n\n${block.code}`;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'totals':
      return [...block.lines, block.total]
        .map((entry) => `${entry.label.replaceAll('\n', ', ')}: ${entry.amount}`)
        .join('\n');
    case 'picture':
      return `[${block.alt}]`;
    case 'bib':
      return [`${block.label}: ${block.figure}`, block.name, ...block.lines].join('\n');
  }
}

/** The finished mail; the subject is one line, merged values are escaped in HTML and verbatim in the text. */
export function renderMail(subject: string, body: MailBody, attachments: MailAttachment[] = []): MailContent {
  const title = oneLine(subject);
  // React asks browsers to fetch pictures ahead; a mail program must not be asked for anything.
  const page = renderToStaticMarkup(<Frame subject={title} body={body} />).replace(/<link rel="preload"[^>]*>/g, '');
  const html = `<!doctype html>${page}`;
  const text = `${[...body.blocks.map(plain), `-- \n${body.footer.join('\n')}`].join('\n\n')}\n`;
  return { subject: title, preheader: body.preheader, text, html, attachments };
}
