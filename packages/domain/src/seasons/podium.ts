import { loserOf, otherTeam, type PlayoffGame, type Series, toSeries } from './playoff-series.ts'
import type { SeasonTeam } from './season.ts'

export type PodiumPlace = { place: number; teamId: number }

type PodiumSeason = {
  teams: readonly Pick<SeasonTeam, 'teamId' | 'finalRank'>[]
  games: readonly PlayoffGame[]
}

/**
 * The first three of a finished season, the champion first, or all champions if there are several: a league can share
 * its title, and a provider gives more than one team the final rank 1. Without a final rank of 1 they are read from the
 * stored playoff games. Empty if these do not show who won the final: the best record or seed is not the
 * champion. Source: decisions, 6 "A season's order".
 */
export function podiumOf({ teams, games }: PodiumSeason): PodiumPlace[] {
  const ranked = teams.flatMap(({ teamId, finalRank }) =>
    finalRank !== null && finalRank <= 3 ? [{ place: finalRank, teamId }] : [],
  )
  const champions = ranked.filter(({ place }) => place === 1).length
  if (champions > 0) return ranked.sort((a, b) => a.place - b.place).slice(0, Math.max(3, champions))
  return podiumFromGames(games)
}

function podiumFromGames(games: readonly PlayoffGame[]): PodiumPlace[] {
  const playoffs = games.filter(({ bracket }) => bracket !== 'regular')
  const tiered = playoffs.filter(({ bracket }) => bracket === 'winners')
  const bracket = tiered.length > 0 ? tiered : playoffs.filter((game) => game.bracket === 'playoffs')
  if (bracket.some(({ away, result }) => away !== null && result === 'undecided')) return []
  const series = toSeries(bracket)
  const final = findFinal(series)
  if (final === null) return []
  const [champion, runnerUp] = [final.winnerId, otherTeam(final, final.winnerId)]
  const third = findThird(series, final, toSeries(playoffs))
  return [champion, runnerUp, ...(third === null ? [] : [third])].map((teamId, index) => ({
    place: index + 1,
    teamId,
  }))
}

type Final = Series & { winnerId: number }

/**
 * The only game of the last period between two teams that have not lost before. Every other team has lost one, so
 * games of teams outside the bracket, which some files do not mark, leave the final unknown.
 */
function findFinal(series: readonly Series[]): Final | null {
  const lastPeriod = Math.max(...series.map(({ last }) => last))
  const losers = new Set(
    series.filter(({ last }) => last < lastPeriod).flatMap((each) => loserOf(each, series) ?? []),
  )
  const finals = series.filter(
    ({ last, teamIds }) => last === lastPeriod && teamIds.every((teamId) => !losers.has(teamId)),
  )
  const [final] = finals
  if (final === undefined || finals.length > 1 || final.winnerId === null) return null
  const teamIds = new Set(series.flatMap((each) => each.teamIds))
  const isComplete = [...teamIds].every((teamId) => final.teamIds.includes(teamId) || losers.has(teamId))
  return isComplete ? { ...final, winnerId: final.winnerId } : null
}

/** The winner of the game between the losers of the semifinals; null without such a game. */
function findThird(bracket: readonly Series[], final: Final, all: readonly Series[]): number | null {
  const semifinalLosers = final.teamIds.flatMap((finalist) => {
    const semifinal = bracket
      .filter(({ last, teamIds }) => last < final.first && teamIds.includes(finalist))
      .at(-1)
    return semifinal === undefined ? [] : [{ teamId: otherTeam(semifinal, finalist), lost: semifinal.last }]
  })
  const [first, second] = semifinalLosers
  if (first === undefined || second === undefined) return null
  const game = all.find(
    ({ first: period, teamIds }) =>
      period > Math.max(first.lost, second.lost) &&
      teamIds.includes(first.teamId) &&
      teamIds.includes(second.teamId),
  )
  return game?.winnerId ?? null
}
