import { expect, it } from 'vitest'
import { formatCsvLine, unescapeFormula } from './pasted-table.ts'

it.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1＋1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  "'＝1",
])('keeps %j as text in spreadsheets, and restores it', (text) => {
  const cell = formatCsvLine([text]).replace(/^"(.*)"$/s, '$1')
  expect(cell).toBe(`'${text}`)
  expect(unescapeFormula(cell)).toBe(text)
})

it.each(['-12.5', '1=1', "'quoted'", 'Old Anchors', ''])('changes nothing in %j', (text) => {
  expect(formatCsvLine([text])).toBe(text)
  expect(unescapeFormula(text)).toBe(text)
})
