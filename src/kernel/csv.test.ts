import { expect, test } from 'vitest';
import { csvFigure, csvLine, csvMark, csvText } from './csv.ts';

test('a file begins with its mark, parts cells by semicolons and ends lines with both characters', () => {
  const rows = [['Code', 'Nachlass'], ['ÄB;C', 'er sagte "ja"'], ['zwei\nZeilen']];
  expect([csvMark, ...rows.map((row) => csvLine(row))].join('')).toBe(
    '\uFEFFCode;Nachlass\r\n"ÄB;C";"er sagte ""ja"""\r\n"zwei\nZeilen"\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\nx', '＝1+1', '＠x'])('%j is a text and no formula', (cell) => {
  expect(csvLine([cell])).toContain(`'${cell}`);
});

test('a figure below zero is one, and what somebody typed is not', () => {
  expect([csvFigure('-5,00'), csvText('-5,00')]).toEqual(['-5,00', "'-5,00"]);
});
