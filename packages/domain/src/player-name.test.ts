import { expect, it } from 'vitest'
import { normalizePlayerName } from './player-name.ts'

it.each([
  ['Rook Calloway', 'rook calloway'],
  ['  ROOK   calloway ', 'rook calloway'],
  ['Rook Calloway Jr.', 'rook calloway'],
  ['Rook Calloway III', 'rook calloway'],
  ['Rook Calloway, Sr', 'rook calloway'],
  ['R.J. Calloway', 'rj calloway'],
  ['RJ Calloway II', 'rj calloway'],
  ["Ja’Quan O'Malley", 'jaquan omalley'],
  ['JaʼQuan'.replace('ʼ', "'"), 'jaquan'],
  ['Søren Łukász-Þór', 'soren lukasz þor'],
  ['Amon-Ra Calloway', 'amon ra calloway'],
  ['Bengals D/ST', 'bengals d st'],
  ['V Calloway', 'v calloway'],
  ['Jr.', 'jr'],
  ['…', ''],
])('normalizes %s to %s', (name, normalized) => {
  expect(normalizePlayerName(name)).toBe(normalized)
})
