// Our own: React Email needs twenty packages and derives the plain text from HTML; here a list of blocks makes both.

/**
 * Renders a body of blocks as HTML and plain text with the same facts. HTML for mail programs: one column of tables, at most 600
 * px, inline styles, no web fonts, no tracking, readable without pictures, in dark mode and without the style element.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import { isAccent, themeOf } from '#src/ui/theme.ts';
import { Block, Grid, ink, quiet } from './blocks.tsx';
import type { MailBlock, MailBody } from './body.ts';
import { type MailAttachment, type MailContent, oneLine } from './message.ts';

export type { MailBlock, MailBody, MailFact } from './body.ts';

const sans = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const defaultAccent = '#1f45d6';

/** For programs that support it; the inline colors are the light ones. */
const darkColors = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
body,.page{background:#0f1420!important}.card{background:#182031!important}
.ink{color:#eef1f7!important}.quiet{color:#aab4c6!important}.soft{background:#232d42!important}.line{border-color:#334059!important}}
@media (max-width:480px){.card-inside{padding:24px 18px!important}}`;

function Frame({ subject, body }: { subject: string; body: MailBody }) {
  const colors = themeOf(isAccent(body.accent ?? '') ? (body.accent as string) : defaultAccent).light;
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
      <body className="page" style={{ margin: 0, padding: 0, backgroundColor: '#eef1f6', fontFamily: sans }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', color: ink }}>{body.preheader}</div>
        <Grid className="page" style={{ backgroundColor: '#eef1f6' }}>
          <tr>
            <td align="center" style={{ padding: '24px 12px' }}>
              <Grid style={{ maxWidth: 600 }}>
                <tr>
                  <td
                    className="ink"
                    style={{ padding: '0 8px 14px', fontSize: 17, lineHeight: '22px', fontWeight: 800, color: ink }}
                  >
                    {body.brand}
                  </td>
                </tr>
                <tr>
                  <td className="card" style={{ backgroundColor: '#ffffff', borderRadius: 20 }}>
                    <div className="card-inside" style={{ padding: '32px 36px 20px' }}>
                      {body.blocks.map((block, at) => (
                        <Block key={at} block={block} colors={colors} />
                      ))}
                    </div>
                  </td>
                </tr>
                <tr>
                  <td className="quiet" style={{ padding: '18px 8px', fontSize: 12, lineHeight: '18px', color: quiet }}>
                    {body.footer.map((entry, at) => (
                      <div key={at}>{entry}</div>
                    ))}
                  </td>
                </tr>
              </Grid>
            </td>
          </tr>
        </Grid>
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
      return block.facts
        .map(({ label, value, verbatim }) =>
          verbatim && value.includes('\n') ? `${label}:\n${value}` : `${label}: ${value.replaceAll('\n', ', ')}`,
        )
        .join('\n');
    case 'code':
      // Alone on its line without blanks, because people and programs copy it.
      return `${block.label}:\n\n${block.code}`;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'links':
      return block.links.map(({ label, url }) => `- ${label}: ${url}`).join('\n');
    case 'totals':
      return [...block.lines, block.total]
        .map((entry) => `${entry.label.replaceAll('\n', ', ')}: ${entry.amount}`)
        .join('\n');
    case 'picture':
      return `[${block.alt}]`;
    case 'bib':
      return [
        block.figure === undefined ? block.label : `${block.label}: ${block.figure}`,
        block.name,
        ...block.lines,
      ].join('\n');
  }
}

/** Renders a mail; the subject is one line, values are escaped in HTML and verbatim in the text. */
export function renderMail(subject: string, body: MailBody, attachments: MailAttachment[] = []): MailContent {
  const title = oneLine(subject);
  // React adds preload links, which a mail must not have.
  const page = renderToStaticMarkup(<Frame subject={title} body={body} />).replace(/<link rel="preload"[^>]*>/g, '');
  const html = `<!doctype html>${page}`;
  const text = `${[...body.blocks.map(plain), `-- \n${body.footer.join('\n')}`].join('\n\n')}\n`;
  return { subject: title, preheader: body.preheader, text, html, attachments };
}
