import { momentOf, shapeOf } from '../calendar.ts'
import type { NflGame } from '../nfl.ts'
import { NFL_TEAMS } from '../nfl-teams.ts'
import { type Random, randomFrom } from '../random.ts'
import { teamsIn } from '../seed-users.ts'
import type { SimulatedSeason } from '../simulate-league.ts'

type Row = readonly string[]

/** The long tab: one row per pick, as people type them, for all weeks so far. */
export function longTab(season: SimulatedSeason, at: Date): Row[] {
  const rows = weeksSoFar(season, at).flatMap((week) =>
    pickers(season).map((owner, index): Row => {
      // One owner sometimes spells out the week.
      const weekText = index === 3 && week % 4 === 0 ? `Week ${week}` : `${week}`
      return [weekText, owner, pickOf(season, week, owner), `${season.season}`]
    }),
  )
  return [['Week', 'Owner', 'Pick', 'Season'], ...rows]
}

/** The wide tab: one row per owner and one column per week, below a title row. */
export function wideTab(season: SimulatedSeason, at: Date): Row[] {
  const weeks = weeksSoFar(season, at)
  const title = [`${season.season} parlay picks`, ...weeks.map(() => '')]
  const header = ['Owner', ...weeks.map((week) => (week % 3 === 0 ? `Week ${week}` : `W${week}`))]
  const rows = pickers(season).map((owner) => [owner, ...weeks.map((week) => pickOf(season, week, owner))])
  return [title, header, ...rows]
}

function weeksSoFar({ season }: SimulatedSeason, at: Date): number[] {
  const last = Math.min(momentOf(season, at).week, shapeOf(season).finalWeek)
  return Array.from({ length: last }, (_, index) => index + 1)
}

function pickers({ season }: SimulatedSeason): string[] {
  return teamsIn(season).flatMap(({ primaryOwner }) =>
    primaryOwner === null ? [] : `${primaryOwner.firstName} ${primaryOwner.lastName}`,
  )
}

/**
 * Returns the text of a pick, or an empty text for a missed one. Some have no odds, two lines, or a Unicode
 * minus sign.
 */
function pickOf({ seed, season, nfl }: SimulatedSeason, week: number, owner: string): string {
  const random = randomFrom(seed, season, 'pick', week, owner)
  const games = nfl.games.filter((game) => game.week === week)
  const game = games[random.integer(0, games.length - 1)]
  const chance = random.float()
  if (game === undefined || chance < 0.06) return ''
  if (chance < 0.1) return `${teamName(game.homeId)} moneyline`
  if (chance < 0.14) return `Two legs:\n${spreadFor(game, random)} (+260)`
  if (chance < 0.2) return `${teamName(game.awayId)}/${teamName(game.homeId)} under 44.5 (−105)`
  if (chance < 0.4)
    return `${teamName(game.homeId)} ML (${random.float() < 0.5 ? '-' : '+'}${random.integer(105, 240)})`
  return `${spreadFor(game, random)} (-${random.integer(104, 118)})`
}

function spreadFor({ homeId, awayId }: NflGame, random: Random): string {
  const isHome = random.float() < 0.5
  return `${teamName(isHome ? homeId : awayId)} ${isHome ? '-' : '+'}${random.integer(1, 9)}.5`
}

function teamName(teamId: number): string {
  return NFL_TEAMS.find(({ id }) => id === teamId)?.name ?? ''
}
