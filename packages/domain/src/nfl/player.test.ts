import { expect, it } from 'vitest'
import { normalizePlayerName, playerPageUrl } from './player.ts'

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

it.each([
  ['a player', 4262921, 'MIN', 'https://www.espn.com/nfl/player/_/id/4262921'],
  ['a player without an NFL team', 4262921, null, 'https://www.espn.com/nfl/player/_/id/4262921'],
  ['a defense', -16028, 'WSH', 'https://www.espn.com/nfl/team/_/name/wsh'],
  ['a head coach', -14012, 'KC', 'https://www.espn.com/nfl/team/_/name/kc'],
  ["a team's quarterbacks", -15034, 'Hou', 'https://www.espn.com/nfl/team/_/name/hou'],
])('returns the page of %s', (_, id, team, page) => {
  expect(playerPageUrl(id, team)).toBe(page)
})

it.each([
  ['a missing ID', null, 'MIN'],
  ['ID zero', 0, 'MIN'],
  ['a fractional ID', 12.5, 'MIN'],
  ['a player of Sleeper', 1_000_004_046, 'MIN'],
  ['NaN', Number.NaN, 'MIN'],
  ['a defense with team ID zero', -16000, 'MIN'],
  ['a defense with an unknown team ID', -16035, 'MIN'],
  ['an unknown team unit', -13012, 'KC'],
  ['a defense whose NFL team is unknown', -16012, null],
  ['an invalid abbreviation', -16012, '../kc'],
])('returns null for %s', (_, id, team) => {
  expect(playerPageUrl(id, team)).toBeNull()
})
