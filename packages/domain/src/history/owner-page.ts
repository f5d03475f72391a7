import { MIN_GAMES } from '../insights/awards/rivalry-index.ts'
import { meanOf } from '../insights/season/regular-season.ts'
import type { Points } from '../points.ts'
import { winPercentage } from '../seasons/standings.ts'
import type { LeagueHistory } from './league-history.ts'
import { type GameRecord, longestWinningStreak, RECORD_NAMES } from './league-records.ts'
import { allNamesOf, type Owner } from './owners.ts'
import {
  isChampion,
  ownAndOtherSide,
  type PlayedGame,
  type Rivalry,
  rivalriesOf,
  sideOf,
  toGameTotals,
} from './played-games.ts'

type OwnerGame = { game: PlayedGame; side: 'home' | 'away' }

export type OwnerPage = ReturnType<typeof buildOwnerPage>

const MAX_GAMES = 5

/**
 * Seasons are listed oldest first, two entries for one in which the owner had two teams. `averagePoints` is per team in
 * that season, not rounded. Best and worst games begin with the highest and the lowest own score, and include only games
 * that count for records. Throws a RangeError for an owner of another history; use `findOwnerByName` to get an owner of
 * this one.
 */
export function buildOwnerPage(history: LeagueHistory, owner: Owner) {
  const totals = history.totals.find((entry) => entry.owner === owner)
  if (totals === undefined) throw new RangeError(`${owner.name} is not an owner in this history`)
  const ownerGames = history.games.flatMap((game) => {
    const side = sideOf(game, owner)
    return side === null ? [] : [{ game, side }]
  })
  const counted = ownerGames.filter(({ game }) => game.countsForRecords)
  const games = ownerGames.map(({ game }) => game)
  const seasons = listOwnerSeasons(history, owner)
  return {
    owner,
    knownAs: allNamesOf(owner),
    totals,
    playoffs: toGameTotals(
      games.filter((game) => game.isPlayoff),
      owner,
    ),
    seasons,
    marks: ownerMarks(seasons),
    records: listOwnerRecords(history, owner),
    longestStreak: longestWinningStreak(history, owner),
    bestGames: counted.toSorted((a, b) => ownPoints(b) - ownPoints(a)).slice(0, MAX_GAMES),
    worstGames: counted.toSorted((a, b) => ownPoints(a) - ownPoints(b)).slice(0, MAX_GAMES),
    ...rivalsOf(rivalriesOf(games, owner)),
  }
}

/** Fewer games make no rival. Source: analytics, 15 "Nemesis, favorite opponent", with the games of 13. */
function rivalsOf(rivalries: Rivalry[]) {
  const candidates = rivalries.filter(({ totals }) => totals.games >= MIN_GAMES)
  const rateOf = ({ totals }: Rivalry) => winPercentage(totals) ?? 0
  const differenceOf = ({ totals }: Rivalry) => totals.pointsFor - totals.pointsAgainst
  const [nemesis = null] = candidates.toSorted(
    (a, b) => rateOf(a) - rateOf(b) || b.totals.games - a.totals.games || differenceOf(a) - differenceOf(b),
  )
  const [favorite = null] = candidates.toSorted(
    (a, b) => rateOf(b) - rateOf(a) || b.totals.games - a.totals.games || differenceOf(b) - differenceOf(a),
  )
  if (nemesis !== favorite) return { rivalries, nemesis, favoriteOpponent: favorite }
  // The only candidate is one of the two at most.
  const rate = favorite === null ? 0.5 : rateOf(favorite)
  return { rivalries, nemesis: rate < 0.5 ? nemesis : null, favoriteOpponent: rate > 0.5 ? favorite : null }
}

function ownPoints({ game, side }: OwnerGame): Points {
  return ownAndOtherSide(game, side).own.points
}

function listOwnerSeasons({ seasons }: LeagueHistory, owner: Owner) {
  return seasons.flatMap(({ season, format, isFinished, teams, podium }) => {
    const averagePoints = meanOf(teams.flatMap(({ team }) => team.pointsFor ?? []))
    return teams
      .filter((rankedTeam) => rankedTeam.owner === owner)
      .map((rankedTeam) => ({
        ...rankedTeam,
        season,
        format,
        isFinished,
        isChampion: isChampion({ podium }, rankedTeam.team),
        teamCount: teams.length,
        averagePoints,
      }))
  })
}

function listOwnerRecords({ records }: LeagueHistory, owner: Owner) {
  return RECORD_NAMES.flatMap((name) => {
    const record = records[name]
    return record !== null && isRecordOf(record, owner) ? [{ name, record }] : []
  })
}

function isRecordOf({ game, side }: GameRecord, owner: Owner): boolean {
  const sides = side === null ? [game.home, game.away] : [game[side]]
  return sides.some((recordSide) => recordSide.owner === owner)
}

/** `dynasty`: in the top three. `drought`: in the bottom third. */
export const OWNER_MARKS = ['dynasty', 'drought'] as const

/** At least two finished seasons in a row, oldest first. */
type OwnerMark = { kind: (typeof OWNER_MARKS)[number]; seasons: number[] }

export type Placement = { season: number; place: number; teamCount: number; isFinished: boolean }

/**
 * The dynasties and droughts of an owner, oldest first. An owner of two teams in a season counts with the better one.
 * A season without the owner, or one that is not stored, ends a row. Source: analytics, 15 "All-time marks".
 * @param placements of the owner, oldest first
 */
export function ownerMarks(placements: readonly Placement[]): OwnerMark[] {
  const finished = bestOfSeasons(placements.filter(({ isFinished }) => isFinished))
  return [
    ...rowsOf(
      'dynasty',
      finished.filter(({ place }) => place <= 3),
    ),
    ...rowsOf(
      'drought',
      finished.filter(({ place, teamCount }) => place > Math.ceil((2 * teamCount) / 3)),
    ),
  ].sort((a, b) => (a.seasons[0] ?? 0) - (b.seasons[0] ?? 0))
}

function bestOfSeasons(placements: readonly Placement[]): Placement[] {
  const bySeason = new Map<number, Placement>()
  for (const placement of placements) {
    const other = bySeason.get(placement.season)
    if (other === undefined || placement.place < other.place) bySeason.set(placement.season, placement)
  }
  return [...bySeason.values()]
}

function rowsOf(kind: OwnerMark['kind'], placements: readonly Placement[]): OwnerMark[] {
  const rows: number[][] = []
  for (const { season } of placements) {
    const row = rows.at(-1)
    if (row?.at(-1) === season - 1) row.push(season)
    else rows.push([season])
  }
  return rows.filter((seasons) => seasons.length >= 2).map((seasons) => ({ kind, seasons }))
}
