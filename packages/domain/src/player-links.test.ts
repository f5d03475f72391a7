import { expect, it } from 'vitest'
import { playerPageUrl } from './player-links.ts'

it.each([
  ['a player', 4262921, 'MIN', 'https://www.espn.com/nfl/player/_/id/4262921'],
  ['a player without an NFL team', 4262921, null, 'https://www.espn.com/nfl/player/_/id/4262921'],
  ['a defense', -16028, 'WSH', 'https://www.espn.com/nfl/team/_/name/wsh'],
  ['a head coach', -14012, 'KC', 'https://www.espn.com/nfl/team/_/name/kc'],
  ['a team’s quarterbacks', -15034, 'Hou', 'https://www.espn.com/nfl/team/_/name/hou'],
])('leads to the page of %s', (_, id, team, page) => {
  expect(playerPageUrl(id, team)).toBe(page)
})

it.each([
  ['nobody', null, 'MIN'],
  ['zero', 0, 'MIN'],
  ['half a number', 12.5, 'MIN'],
  ['no number', Number.NaN, 'MIN'],
  ['a defense of no NFL team', -16000, 'MIN'],
  ['a defense beyond the last NFL team', -16035, 'MIN'],
  ['a part that nobody knows', -13012, 'KC'],
  ['a defense whose NFL team is unknown', -16012, null],
  ['an abbreviation that is none', -16012, '../kc'],
])('leads nowhere for %s', (_, id, team) => {
  expect(playerPageUrl(id, team)).toBeNull()
})
