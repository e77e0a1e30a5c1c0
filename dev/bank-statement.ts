import type { CalendarDate } from '#src/kernel/time.ts';

/** `amount`: cents, negative for outgoing ones. `text`: the reference. */
export type StatementLine = { amount: number; name: string; iban: string; text: string };

const euros = (cents: number): string => (Math.abs(cents) / 100).toFixed(2);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function entry({ amount, name, iban, text }: StatementLine, day: CalendarDate, index: number): string {
  const [side, role] = amount < 0 ? ['DBIT', 'Cdtr'] : ['CRDT', 'Dbtr'];
  const money = `<Amt Ccy="EUR">${euros(amount)}</Amt><CdtDbtInd>${side}</CdtDbtInd>`;
  const party = `<${role}><Pty><Nm>${escaped(name)}</Nm></Pty></${role}>`;
  const account = `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`;
  const id = `${day.replaceAll('-', '')}${String(index + 1).padStart(4, '0')}`;
  return `<Ntry>${money}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${id}</AcctSvcrRef><NtryDtls><TxDtls>${money}<RltdPties>${party}${account}</RltdPties><RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}

/** A bank statement of one day (camt.053). */
export const bankStatement = (iban: string, day: CalendarDate, lines: readonly StatementLine[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${day}</MsgId><CreDtTm>${day}T18:00:00Z</CreDtTm></GrpHdr><Stmt><Id>${day}</Id><CreDtTm>${day}T18:00:00Z</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${lines.map((line, index) => entry(line, day, index)).join('\n')}
</Stmt></BkToCstmrStmt></Document>
`;
