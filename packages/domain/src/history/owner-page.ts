import type { Points } from '../points.ts'
import {
  type GameTotals,
  ownAndOtherSide,
  type Rivalry,
  rivalriesOf,
  sideOf,
  toGameTotals,
} from './head-to-head.ts'
import type { LeagueHistory } from './league-history.ts'
import { type GameRecord, RECORD_NAMES, type RecordName } from './league-records.ts'
import type { OwnerTotals } from './owner-totals.ts'
import { allNamesOf, type Owner } from './owners.ts'
import type { PlayedGame } from './played-games.ts'
import type { RankedTeam } from './ranked-season.ts'

export type OwnerSeason = RankedTeam & {
  season: number
  isFinished: boolean
  /** How many teams the season had. */
  teamCount: number
  /** What a team of that season scored on average, in hundredths of a point, as a fraction. */
  meanPoints: number
}

/** A game, and the side on which the owner stood. */
export type OwnerGame = { game: PlayedGame; side: 'home' | 'away' }

/** One person's history. */
export type OwnerPage = {
  owner: Owner
  /** Every name that the provider had for the person, the newest first. */
  knownAs: string[]
  totals: OwnerTotals
  /** Games of the playoffs, those for lower places included. */
  playoffs: GameTotals
  /** Oldest first; two in a year for one who had two teams. */
  seasons: OwnerSeason[]
  /** League records that are this owner's. */
  records: { name: RecordName; record: GameRecord }[]
  /** Highest own score first. */
  bestGames: OwnerGame[]
  /** Lowest own score first. */
  worstGames: OwnerGame[]
  rivalries: Rivalry[]
}

const GAMES_SHOWN = 5

/**
 * Best and worst games are of those that count for records. Throws for an owner of another history:
 * ask `ownerNamed` for the one of this.
 */
export function buildOwnerPage(history: LeagueHistory, owner: Owner): OwnerPage {
  const totals = history.totals.find((each) => each.owner === owner)
  if (totals === undefined) throw new RangeError(`${owner.name} is no owner of this history`)
  const own = history.games.flatMap((game) => {
    const side = sideOf(game, owner)
    return side === null ? [] : [{ game, side }]
  })
  const counted = own.filter(({ game }) => game.countsForRecords)
  const games = own.map(({ game }) => game)
  return {
    owner,
    knownAs: allNamesOf(owner),
    totals,
    playoffs: toGameTotals(
      games.filter((game) => game.isPlayoff),
      owner,
    ),
    seasons: listOwnerSeasons(history, owner),
    records: listOwnerRecords(history, owner),
    bestGames: counted.toSorted((a, b) => ownPoints(b) - ownPoints(a)).slice(0, GAMES_SHOWN),
    worstGames: counted.toSorted((a, b) => ownPoints(a) - ownPoints(b)).slice(0, GAMES_SHOWN),
    rivalries: rivalriesOf(games, owner),
  }
}

function ownPoints({ game, side }: OwnerGame): Points {
  return ownAndOtherSide(game, side).own.points
}

function listOwnerSeasons({ seasons }: LeagueHistory, owner: Owner): OwnerSeason[] {
  return seasons.flatMap(({ season, isFinished, teams }) => {
    const meanPoints = teams.reduce((sum, { team }) => sum + team.pointsFor, 0) / teams.length
    return teams
      .filter((placed) => placed.owner === owner)
      .map((placed) => ({ ...placed, season, isFinished, teamCount: teams.length, meanPoints }))
  })
}

function listOwnerRecords({ records }: LeagueHistory, owner: Owner): OwnerPage['records'] {
  return RECORD_NAMES.flatMap((name) => {
    const record = records[name]
    return record !== null && isHeldBy(record, owner) ? [{ name, record }] : []
  })
}

function isHeldBy({ game, side }: GameRecord, owner: Owner): boolean {
  const holders = side === null ? [game.home, game.away] : [game[side]]
  return holders.some((holder) => holder.owner === owner)
}
