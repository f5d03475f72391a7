import { addPoints, type Points, pointsToDecimal } from './points.ts'
import type { Finding, Game, GameSide, LeagueSeason, SeasonTeam, TeamRecord } from './season.ts'

/**
 * What does not add up in a season, as findings; none when the books balance. Only the regular
 * season is added up, because that is what the provider's records count.
 *
 * Each game must have known sides, wins must equal losses, points for must equal points against,
 * and each team's record and points must be those of its games.
 */
export function checkBooks(season: LeagueSeason): Finding[] {
  const { teams } = season
  const games = season.games.filter(isOfTheBooks)
  return [
    ...season.games.flatMap((game) => strangersIn(game, season)),
    ...winsAndLosses(teams),
    ...pointsForAndAgainst(teams),
    // Without games only the table is known, and there is nothing to compare it with.
    ...(games.length === 0 ? [] : teams.flatMap((team) => againstGames(team, games))),
  ]
}

type Decided = Game & { away: GameSide }

function isOfTheBooks(game: Game): game is Decided {
  return game.bracket === 'regular' && game.away !== null && game.result !== 'undecided'
}

function strangersIn(game: Game, { teams, calendar }: LeagueSeason): Finding[] {
  const known = new Set(teams.map((team) => team.teamId))
  const strangers = [game.home, ...(game.away === null ? [] : [game.away])].filter(
    (side) => !known.has(side.teamId),
  )
  const week = calendar.periods.find(({ period }) => period === game.period)?.weeks[0] ?? null
  return strangers.map((side) => ({
    code: 'unknown_team',
    detail: `Game ${game.gameId} names team ${side.teamId}, which is not in the league.`,
    week,
    gameId: game.gameId,
  }))
}

function winsAndLosses(teams: readonly SeasonTeam[]): Finding[] {
  const wins = teams.reduce((sum, team) => sum + team.record.wins, 0)
  const losses = teams.reduce((sum, team) => sum + team.record.losses, 0)
  if (wins === losses) return []
  return [ofSeason('wins_and_losses', `The table has ${wins} wins and ${losses} losses.`)]
}

function pointsForAndAgainst(teams: readonly SeasonTeam[]): Finding[] {
  const scored = addPoints(teams.map((team) => team.pointsFor))
  const allowed = addPoints(teams.map((team) => team.pointsAgainst))
  if (scored === allowed) return []
  return [
    ofSeason(
      'points_for_and_against',
      `The table has ${shown(scored)} points for and ${shown(allowed)} against.`,
    ),
  ]
}

function againstGames(team: SeasonTeam, games: readonly Decided[]): Finding[] {
  const own = games.flatMap((game) => ownView(game, team.teamId))
  const record = recordOf(own)
  const scored = addPoints(own.map((game) => game.scored))
  const findings: Finding[] = []
  if (written(record) !== written(team.record)) {
    findings.push(
      ofSeason(
        'record',
        `${team.name} is ${written(team.record)} in the table and ${written(record)} by its games.`,
      ),
    )
  }
  if (scored !== team.pointsFor) {
    const detail = `${team.name} has ${shown(team.pointsFor)} points in the table and ${shown(scored)} by its games.`
    findings.push(ofSeason('points_for', detail))
  }
  return findings
}

type OwnGame = { outcome: keyof TeamRecord; scored: Points }

function ownView(game: Decided, teamId: number): OwnGame[] {
  if (game.home.teamId === teamId) return [{ outcome: outcomeFor('home', game), scored: game.home.points }]
  if (game.away.teamId === teamId) return [{ outcome: outcomeFor('away', game), scored: game.away.points }]
  return []
}

function outcomeFor(side: 'home' | 'away', { result }: Game): keyof TeamRecord {
  if (result === 'tie') return 'ties'
  return result === side ? 'wins' : 'losses'
}

function recordOf(games: readonly OwnGame[]): TeamRecord {
  const count = (outcome: keyof TeamRecord) => games.filter((game) => game.outcome === outcome).length
  return { wins: count('wins'), losses: count('losses'), ties: count('ties') }
}

function written({ wins, losses, ties }: TeamRecord): string {
  return `${wins}-${losses}-${ties}`
}

function shown(points: Points): string {
  return pointsToDecimal(points).toFixed(2)
}

function ofSeason(code: Finding['code'], detail: string): Finding {
  return { code, detail, week: null, gameId: null }
}

/** A season whose books do not balance is kept all the same, and says where they do not. */
export function withBooksChecked(season: LeagueSeason): LeagueSeason {
  return { ...season, findings: [...season.findings, ...checkBooks(season)] }
}
