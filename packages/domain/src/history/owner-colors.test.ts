import { expect, it } from 'vitest'
import { assignTeamColors } from '../colors.ts'
import { buildHistory } from './league-history.ts'
import { aHistoryInput, aMember, aPastSeason, aPastTeam } from './testing/past-seasons.ts'

const RED = '#c8102e'

/** Colors by owner name of a league with a past and a current season. */
function colorsOf(past: Parameters<typeof aPastTeam>[], current: Parameters<typeof aPastTeam>[]) {
  const season = (year: number, teams: Parameters<typeof aPastTeam>[]) =>
    aPastSeason({
      season: year,
      members: teams.map(([, owner]) => aMember(owner ?? '', owner ?? '')),
      teams: teams.map((team) => aPastTeam(...team)),
    })
  const { colors } = buildHistory(aHistoryInput([season(2024, past), season(2025, current)]))
  return new Map([...colors].map(([{ name }, color]) => [name, color]))
}

it('gives owners the colors of their newest teams', () => {
  const colors = colorsOf(
    [[1, 'a', { logoColor: RED }]],
    [
      [1, 'b'],
      [2, 'a', { logoColor: '#0b5fa5' }],
    ],
  )
  expect(colors.get('a')).toBe('#0b5fa5')
  expect(colors.get('b')).toBe(assignTeamColors([{ teamId: 1, logoColor: null }]).get(1))
})

it('gives a former owner another color when their last team looked like a newer one', () => {
  const colors = colorsOf(
    [
      [1, 'former', { logoColor: RED }],
      [2, 'a'],
    ],
    [[2, 'a', { logoColor: '#cc1133' }]],
  )
  expect(colors.get('a')).toBe('#cc1133')
  expect(colors.get('former')).not.toBe(RED)
})

it('keeps the color of a former owner that nobody else has', () => {
  const colors = colorsOf([[1, 'former', { logoColor: RED }]], [[2, 'a', { logoColor: '#0b5fa5' }]])
  expect(colors.get('former')).toBe(RED)
})
