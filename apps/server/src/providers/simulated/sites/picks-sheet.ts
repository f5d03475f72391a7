import { momentOf, shapeOf } from '../calendar.ts'
import type { NflGame } from '../nfl.ts'
import { NFL_TEAMS } from '../nfl-teams.ts'
import { type Random, randomFrom } from '../random.ts'
import { teamsIn } from '../seed-users.ts'
import type { SimulatedSeason } from '../simulate-league.ts'

type Row = readonly string[]

/** Every owner's pick of every week so far: a row a pick, as people type it. */
export function longTab(season: SimulatedSeason, at: Date): Row[] {
  const rows = weeksSoFar(season, at).flatMap((week) =>
    pickers(season).map((owner, place): Row => {
      // Somebody spells the week out, now and then.
      const shown = place === 3 && week % 4 === 0 ? `Week ${week}` : `${week}`
      return [shown, owner, pickOf(season, week, owner), `${season.season}`]
    }),
  )
  return [['Week', 'Owner', 'Pick', 'Season'], ...rows]
}

/** The same as a row an owner and a column a week, under a title. */
export function wideTab(season: SimulatedSeason, at: Date): Row[] {
  const weeks = weeksSoFar(season, at)
  const title = [`${season.season} parlay picks`, ...weeks.map(() => '')]
  const head = ['Owner', ...weeks.map((week) => (week % 3 === 0 ? `Week ${week}` : `W${week}`))]
  const rows = pickers(season).map((owner) => [owner, ...weeks.map((week) => pickOf(season, week, owner))])
  return [title, head, ...rows]
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

/** Empty for who forgot; one has no odds, one has two lines, one the long minus of typographers. */
function pickOf({ seed, season, nfl }: SimulatedSeason, week: number, owner: string): string {
  const random = randomFrom(seed, season, 'pick', week, owner)
  const games = nfl.games.filter((game) => game.week === week)
  const game = games[random.between(0, games.length - 1)]
  const chance = random.share()
  if (game === undefined || chance < 0.06) return ''
  if (chance < 0.1) return `${nameOf(game.homeId)} moneyline`
  if (chance < 0.14) return `Two legs:\n${spreadFor(game, random)} (+260)`
  if (chance < 0.2) return `${nameOf(game.awayId)}/${nameOf(game.homeId)} under 44.5 (−105)`
  if (chance < 0.4)
    return `${nameOf(game.homeId)} ML (${random.share() < 0.5 ? '-' : '+'}${random.between(105, 240)})`
  return `${spreadFor(game, random)} (-${random.between(104, 118)})`
}

function spreadFor({ homeId, awayId }: NflGame, random: Random): string {
  const isHome = random.share() < 0.5
  return `${nameOf(isHome ? homeId : awayId)} ${isHome ? '-' : '+'}${random.between(1, 9)}.5`
}

function nameOf(teamId: number): string {
  return NFL_TEAMS.find(({ id }) => id === teamId)?.name ?? ''
}
