import type { ReactElement } from 'react';
import { paperParts } from '#modules/orders/index.ts';
import type { Organizer } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Translator } from '#src/platform/locale.ts';
import { type AskedBy, Part, registerFonts, renderPdf, Text, View } from '#src/platform/pdf.tsx';
import { balancePath } from '../links.ts';
import { shownCardCode } from '../rules/code.ts';
import type { GiftCard } from '../schema.ts';

const { accentOf, Facts, millimetres, PdfPage, soft } = paperParts;

type PaperData = {
  language: 'de' | 'en-US';
  accent: string | null;
  organizer: { name: string };
  /** What the paper is about, for the file. */
  event: { title: string };
  title: string;
  amount: string;
  message: string;
  code: { label: string; code: string };
  facts: { label: string; value: string }[];
  how: string[];
  foot: string[];
};

export const cardFileName = ({ id }: GiftCard, { t }: Translator): string =>
  `${t('giftCards.paper.file', { number: String(id) })}.pdf`;

/** Names the way to pay as the page names it on which one chooses. */
export const howToPay = ({ t }: Translator): string =>
  t('giftCards.mail.card.how', { way: t('payments.method.giftcard') });

/** A gift card as an A4 page to hand over: its upper half is the card, the rest says how it pays. */
export async function cardPdf(
  { fonts, config }: Pick<Deps, 'fonts' | 'config'>,
  { card, seller }: { card: GiftCard; seller: Organizer },
  words: Translator,
  by: AskedBy,
): Promise<Uint8Array<ArrayBuffer>> {
  await registerFonts(fonts);
  const { t } = words;
  const name = seller.whiteLabel ?? seller.name;
  const title = t('giftCards.paper.title');
  const data: PaperData = {
    language: words.htmlLang,
    accent: seller.accentColor,
    organizer: { name },
    event: { title },
    title,
    amount: words.money(card.amount),
    message: card.message,
    code: { label: t('giftCards.mail.card.code'), code: shownCardCode(card.code) },
    facts: [
      ...(card.recipientName ? [{ label: t('giftCards.paper.for'), value: card.recipientName }] : []),
      ...(card.buyerName ? [{ label: t('giftCards.paper.from'), value: card.buyerName }] : []),
      ...(card.validUntil === null
        ? []
        : [{ label: t('giftCards.fact.until'), value: words.date(card.validUntil - 1) }]),
    ],
    how: [
      t('giftCards.paper.where', { organizer: seller.name, address: config.publicUrl }),
      howToPay(words),
      t('giftCards.paper.rest', { address: `${config.publicUrl}${balancePath(seller.id)}` }),
      t('giftCards.mail.card.hint'),
    ],
    foot: [[seller.name, ...contactLines(seller)].join(' · ')],
  };
  return renderPdf(<CardPaper data={data} />, [], by);
}

function CardPaper({ data }: { data: PaperData }): ReactElement {
  const { accent, accentInk } = accentOf(data.accent);
  return (
    <PdfPage
      data={data}
      title={data.title}
      margin={millimetres(20)}
      top={millimetres(20)}
      bottom={millimetres(26)}
      footAt={millimetres(12)}
      foot={data.foot}
    >
      <View
        style={{ backgroundColor: accent, borderRadius: 16, padding: millimetres(12), minHeight: millimetres(100) }}
      >
        <Text style={{ color: accentInk, fontSize: 12, fontWeight: 700 }}>{data.organizer.name}</Text>
        <Part as="H1">
          <Text style={{ color: accentInk, fontSize: 20, fontWeight: 700, marginTop: 14, lineHeight: 1.2 }}>
            {data.title}
          </Text>
        </Part>
        <Text style={{ color: accentInk, fontSize: 44, fontWeight: 700, lineHeight: 1.2 }}>{data.amount}</Text>
        {data.message ? (
          <Text style={{ color: accentInk, fontSize: 12, marginTop: 10, lineHeight: 1.35 }}>{data.message}</Text>
        ) : null}
      </View>
      <View
        style={{ backgroundColor: soft, borderRadius: 16, padding: millimetres(8), marginTop: 12, marginBottom: 16 }}
      >
        <Text style={{ fontSize: 9 }}>{data.code.label}</Text>
        <Text style={{ fontSize: 22, fontWeight: 700, lineHeight: 1.3 }}>{data.code.code}</Text>
      </View>
      <Facts facts={data.facts} labelWidth={120} />
      <View style={{ marginTop: 14 }}>
        {data.how.map((line) => (
          <Text key={line} style={{ marginBottom: 6 }}>
            {line}
          </Text>
        ))}
      </View>
    </PdfPage>
  );
}
