import { type EloSeason, eloRatings } from '../insights/elo.ts'
import type { Owner } from './owners.ts'
import type { PlayedGame } from './played-games.ts'

type RatedGame = PlayedGame & { home: { owner: Owner }; away: { owner: Owner } }

/**
 * From regular and championship games. A season without games, such as one with standings only, still moves the ratings
 * toward the start.
 */
export function eloHistory(games: readonly PlayedGame[]) {
  const rated = games.filter(isRated)
  const years = rated.map(({ season }) => season)
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const seasons =
    years.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const weeks = eloRatings(
    seasons.map((season) =>
      toSeason(
        season,
        rated.filter((game) => game.season === season),
      ),
    ),
  )
  const owners = new Set(rated.flatMap(({ home, away }) => [home.owner, away.owner]))
  return {
    weeks: weeks.map(({ season, week }) => ({ season, week })),
    owners: [...owners]
      .map((owner) => {
        const ratings = weeks.map((week) => week.ratings.get(owner) ?? null)
        const known = weeks.flatMap(({ season, week, ratings: all }) => {
          const rating = all.get(owner)
          return rating === undefined ? [] : [{ rating, season, week }]
        })
        const peak = known.reduce((best, each) => (each.rating > best.rating ? each : best))
        const played = rated.filter(({ home, away }) => home.owner === owner || away.owner === owner)
        return { owner, games: played.length, rating: known.at(-1)?.rating ?? peak.rating, peak, ratings }
      })
      .sort((a, b) => b.rating - a.rating || (a.owner.name < b.owner.name ? -1 : 1)),
  }
}

/**
 * Consolation games do not count, nor playoff games that are not known to be others, nor games of a team without an
 * owner or against oneself.
 */
function isRated(game: PlayedGame): game is RatedGame {
  const { bracket, home, away } = game
  const counts = bracket === 'regular' || bracket === 'winners'
  return counts && home.owner !== null && away.owner !== null && home.owner !== away.owner
}

function toSeason(season: number, games: readonly RatedGame[]): EloSeason<Owner> {
  const periods = [...new Set(games.map(({ period }) => period))].sort((a, b) => a - b)
  return {
    season,
    weeks: periods.map((week) => ({
      week,
      games: games
        .filter(({ period }) => period === week)
        .map(({ home, away, result }) => ({
          home: home.owner,
          away: away.owner,
          result: { home: 1, tie: 0.5, away: 0 }[result],
          margin: (home.points - away.points) / 100,
        })),
    })),
  }
}
