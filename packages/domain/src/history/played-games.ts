import { groupBy } from '../insights/season/regular-season.ts'
import type { Points } from '../points.ts'
import { podiumOf } from '../seasons/playoffs.ts'
import { hasMatchups } from '../seasons/scoring-format.ts'
import { isDecided, outcomeFor, type TeamRecord } from '../seasons/season.ts'
import { countResults, gameCounter, winPercentage } from '../seasons/standings.ts'
import {
  byName,
  type HistoryInput,
  type Owner,
  type Owners,
  type PastGame,
  type PastSeason,
  type PastTeam,
} from './owners.ts'

export type RankedSeason = ReturnType<typeof rankSeasons>[number]

export type RankedTeam = RankedSeason['teams'][number]

/**
 * Ranks the teams of each season. Seasons are ordered oldest first, and their teams by place, which is counted from 1.
 * Only teams with the same final rank share one. The podium has the champion first, or several with the place 1, and is
 * empty if the champion is unknown or the season in progress.
 *
 * A season without games is not played and does not count as a year. Seasons that were not played for head-to-head
 * points count for titles, but not for wins, points and records. `games` are those of the regular season, for rates: a
 * week counts once, although its game against the median is a second result.
 */
export function rankSeasons({ seasons, exclusions }: HistoryInput, owners: Owners) {
  return seasons.map((season) => {
    const countGamesOf = gameCounter(season)
    const sorted = sortTeams(season)
    const teams = sorted.map((team, index) => ({
      place: placeOf(team, index, sorted),
      team,
      owner: owners.findByMemberId(team.primaryOwnerId),
      games: countGamesOf(team),
    }))
    const podium = season.isFinished ? podiumOf(season) : []
    return {
      season: season.season,
      isFinished: season.isFinished,
      isPlayed: season.isFinished || season.teams.some(hasPlayed),
      format: season.format,
      source: season.source,
      provider: season.provider,
      depth: season.depth,
      exclusion: exclusions.get(season.season) ?? null,
      teams,
      podium: podium.flatMap(({ place, teamId }) =>
        teams.filter(({ team }) => team.teamId === teamId).map((ranked) => ({ ...ranked, place })),
      ),
    }
  })
}

/**
 * Sorts by the provider's final rank, then playoff seed, win percentage, points for and the provider's team
 * ID. Without matchups there are no seeds. Source: decisions, 6 "A season's order".
 */
function sortTeams({ teams, format }: PastSeason): PastTeam[] {
  const seedOf = ({ playoffSeed }: PastTeam) => (hasMatchups(format) ? playoffSeed : null)
  return teams.toSorted(
    (a, b) =>
      rankOrLast(a.finalRank) - rankOrLast(b.finalRank) ||
      rankOrLast(seedOf(a)) - rankOrLast(seedOf(b)) ||
      (winPercentage(b.record) ?? 0) - (winPercentage(a.record) ?? 0) ||
      (b.pointsFor ?? 0) - (a.pointsFor ?? 0) ||
      a.teamId - b.teamId,
  )
}

function placeOf({ finalRank }: PastTeam, index: number, sorted: readonly PastTeam[]): number {
  return 1 + (finalRank === null ? index : sorted.findIndex((other) => other.finalRank === finalRank))
}

export function isChampion({ podium }: Pick<RankedSeason, 'podium'>, team: PastTeam): boolean {
  return podium.some((ranked) => ranked.place === 1 && ranked.team === team)
}

function rankOrLast(rank: number | null): number {
  return rank ?? Number.MAX_SAFE_INTEGER
}

function hasPlayed({ record, pointsFor }: PastTeam): boolean {
  return countResults(record) > 0 || (pointsFor !== null && pointsFor !== 0)
}

export type PlayedSide = { owner: Owner | null; team: PastTeam; points: Points }

export type PlayedGame = ReturnType<typeof gamesOf>[number]

/**
 * Returns all finished games between two teams for points, ordered by season, the provider's matchup period and its
 * game ID. The result is the provider's: the points may lack an adjustment that decided the game. `weeks` are the NFL weeks of
 * the game, none if the calendar is unknown.
 */
export function playedGames({ seasons, exclusions }: HistoryInput, owners: Owners): PlayedGame[] {
  return seasons
    .filter(({ format }) => format === 'points')
    .flatMap((season) => gamesOf(season, owners, exclusions.has(season.season)))
}

function gamesOf(season: PastSeason, owners: Owners, isExcluded: boolean) {
  const teams = new Map(season.teams.map((team) => [team.teamId, team]))
  const weeksOf = new Map(season.periods.map(({ period, weeks }) => [period, weeks]))
  const sideOf = ({ teamId, points }: PastGame['home']): PlayedSide | null => {
    const team = teams.get(teamId)
    return team === undefined ? null : { owner: owners.findByMemberId(team.primaryOwnerId), team, points }
  }
  const games = season.games.flatMap(({ gameId, period, result, bracket, home, away }) => {
    const [homeSide, awaySide] = [sideOf(home), away === null ? null : sideOf(away)]
    if (homeSide === null || awaySide === null || !isDecided(result)) return []
    const isPlayoff = bracket !== 'regular'
    const weeks = weeksOf.get(period) ?? []
    const countsForRecords =
      !isExcluded && !isPlayoff && weeks.length <= 1 && (homeSide.points !== 0 || awaySide.points !== 0)
    return [
      {
        season: season.season,
        period,
        weeks,
        gameId,
        isPlayoff,
        bracket,
        result,
        home: homeSide,
        away: awaySide,
        countsForRecords,
      },
    ]
  })
  return games.sort((a, b) => a.period - b.period || a.gameId - b.gameId)
}

/** Returns the winning and the losing side; null for a tie. */
export function winnerAndLoser(game: PlayedGame): { winner: 'home' | 'away'; loser: 'home' | 'away' } | null {
  if (game.result === 'tie') return null
  return game.result === 'home' ? { winner: 'home', loser: 'away' } : { winner: 'away', loser: 'home' }
}

export type GameTotals = TeamRecord & { games: number; pointsFor: Points; pointsAgainst: Points }

export type Rivalry = HeadToHead & { rival: Owner }

export type HeadToHead = ReturnType<typeof headToHead>

/**
 * All finished games between two owners, oldest first, from the first owner's side. Source: decisions, 6 "Owner compare".
 */
export function headToHead(games: readonly PlayedGame[], a: Owner, b: Owner) {
  const sharedGames = games.filter(
    ({ home, away }) => (home.owner === a && away.owner === b) || (home.owner === b && away.owner === a),
  )
  return { games: sharedGames, totals: toGameTotals(sharedGames, a) }
}

/** All opponents of an owner: most games first, then by name. */
export function rivalriesOf(games: readonly PlayedGame[], owner: Owner): Rivalry[] {
  return [...groupBy(games, (game) => rivalIn(game, owner))]
    .flatMap(([rival, shared]) =>
      rival === null ? [] : [{ rival, games: shared, totals: toGameTotals(shared, owner) }],
    )
    .sort((a, b) => b.totals.games - a.totals.games || byName(a.rival, b.rival))
}

/** The games of two owners, seen from `owner`, who comes before `rival` in the order of the owners. */
type OwnerPair = Rivalry & { owner: Owner }

/** Every pair of owners that have met, in the order of `owners`. */
export function ownerPairs(games: readonly PlayedGame[], owners: readonly Owner[]): OwnerPair[] {
  const position = new Map(owners.map((owner, index) => [owner, index]))
  const positionOf = (owner: Owner) => position.get(owner) ?? -1
  return owners.flatMap((owner, index) =>
    rivalriesOf(games, owner)
      .filter(({ rival }) => positionOf(rival) > index)
      .sort((a, b) => positionOf(a.rival) - positionOf(b.rival))
      .map((rivalry) => ({ ...rivalry, owner })),
  )
}

/** Totals an owner's games, without games between two teams of the same owner. */
export function toGameTotals(games: readonly PlayedGame[], owner: Owner): GameTotals {
  const sum = { games: 0, wins: 0, losses: 0, ties: 0, pointsFor: 0, pointsAgainst: 0 }
  for (const game of games) {
    const side = sideOf(game, owner)
    if (side === null) continue
    const { own, other } = ownAndOtherSide(game, side)
    sum.games += 1
    sum[outcomeFor(side, game.result)] += 1
    sum.pointsFor += own.points
    sum.pointsAgainst += other.points
  }
  return { ...sum, pointsFor: sum.pointsFor as Points, pointsAgainst: sum.pointsAgainst as Points }
}

/** The owner's side in a game; null if the owner has neither or both sides. */
export function sideOf({ home, away }: PlayedGame, owner: Owner): 'home' | 'away' | null {
  if (home.owner === away.owner) return null
  if (home.owner === owner) return 'home'
  return away.owner === owner ? 'away' : null
}

export function ownAndOtherSide(
  game: PlayedGame,
  side: 'home' | 'away',
): { own: PlayedSide; other: PlayedSide } {
  return side === 'home' ? { own: game.home, other: game.away } : { own: game.away, other: game.home }
}

function rivalIn(game: PlayedGame, owner: Owner): Owner | null {
  const side = sideOf(game, owner)
  return side === null ? null : ownAndOtherSide(game, side).other.owner
}
