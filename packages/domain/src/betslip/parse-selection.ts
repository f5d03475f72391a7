import { NFL_TEAMS, nflTeamByAbbrev, nicknameOf } from '../nfl/nfl-teams.ts'
import { withoutOdds } from './odds.ts'
import { MAX_SPREAD, type Selection, TOTAL_RANGE } from './selections.ts'

type Game = { gameId: number; homeTeamId: number; awayTeamId: number }

const TEAM = '(?<team>[a-z0-9. ]+?)'
const NUMBER = String.raw`(?<line>\d{1,3}(?:\.5|\.0)?)`
const OTHER_TEAM = String.raw`(?: ?(?:/|-|@|&|\b(?:vs?\.?|at|and)\b) ?(?<other>[a-z0-9. ]+?))`

const MONEYLINE = new RegExp(`^${TEAM} (?:ml|money ?line|to win)${OTHER_TEAM}?$`)
const SPREAD = new RegExp(`^${TEAM} (?<sign>[+-]) ?${NUMBER}(?: pts| points)?${OTHER_TEAM}?$`)
const PICK_EM = new RegExp(`^${TEAM} (?:pk|pick|pick'?em)${OTHER_TEAM}?$`)
const OVER_UNDER = '(?<side>over|under|o|u)'
const TOTAL_LAST = new RegExp(`^${TEAM}${OTHER_TEAM} ${OVER_UNDER} ?${NUMBER}(?: pts| points)?$`)
const TOTAL_FIRST = new RegExp(`^${OVER_UNDER} ?${NUMBER}(?: pts| points)? ${TEAM}${OTHER_TEAM}$`)

/**
 * The selection that a pick's text names, such as `Bears +3 (-110)`, `KC ML` or `Bears/Lions under 47.5 (-105)`. null
 * unless every word is understood and the teams play one of the games: `New York +3`, `Bears over 20.5` (of the team
 * or the game?), props and parlays are for people to settle.
 */
export function parseSelection(text: string, games: readonly Game[]): Selection | null {
  const bet = withoutOdds(text).toLowerCase()
  for (const [pattern, toSelection] of FORMS) {
    const groups = pattern.exec(bet)?.groups
    if (groups === undefined) continue
    const team = findTeam(groups['team'])
    const game = findGame(games, team, groups['other'])
    if (team !== null && game !== null) return toSelection(groups, game, team)
  }
  return null
}

type Groups = Record<string, string | undefined>

const FORMS: readonly [RegExp, (groups: Groups, game: Game, teamId: number) => Selection | null][] = [
  [
    MONEYLINE,
    (_, game, teamId) => ({ gameId: game.gameId, market: 'moneyline', side: sideOf(game, teamId) }),
  ],
  [PICK_EM, (_, game, teamId) => toSpread(game, teamId, 0)],
  [
    SPREAD,
    ({ sign, line }, game, teamId) => toSpread(game, teamId, sign === '-' ? -Number(line) : Number(line)),
  ],
  [TOTAL_LAST, (groups, game) => toTotal(groups, game)],
  [TOTAL_FIRST, (groups, game) => toTotal(groups, game)],
]

function toSpread(game: Game, teamId: number, line: number): Selection | null {
  if (Math.abs(line) > MAX_SPREAD) return null
  return { gameId: game.gameId, market: 'spread', side: sideOf(game, teamId), line: line + 0 }
}

function toTotal({ side, line }: Groups, game: Game): Selection | null {
  const total = Number(line)
  if (total < TOTAL_RANGE.min || total > TOTAL_RANGE.max) return null
  return { gameId: game.gameId, market: 'total', side: side?.startsWith('o') ? 'over' : 'under', line: total }
}

function sideOf({ homeTeamId }: Game, teamId: number): 'home' | 'away' {
  return homeTeamId === teamId ? 'home' : 'away'
}

function findGame(games: readonly Game[], teamId: number | null, other: string | undefined): Game | null {
  if (teamId === null) return null
  const own = games.filter(({ homeTeamId, awayTeamId }) => homeTeamId === teamId || awayTeamId === teamId)
  const [game] = own
  if (game === undefined || own.length > 1) return null
  if (other === undefined) return game
  const otherId = findTeam(other)
  return otherId !== null && otherId !== teamId && [game.homeTeamId, game.awayTeamId].includes(otherId)
    ? game
    : null
}

/** Abbreviations that mean one team in tables and another to people. */
const AMBIGUOUS_ABBREVS = ['la']

/** Finds a team by name, nickname, abbreviation, or by its city if it has only one team. */
function findTeam(text: string | undefined): number | null {
  const name = text?.replaceAll('.', '').trim().replace(/^the /, '') ?? ''
  const known = TEAM_ID_BY_NAME.get(name)
  if (known !== undefined || AMBIGUOUS_ABBREVS.includes(name)) return known ?? null
  return nflTeamByAbbrev(name)?.teamId ?? null
}

const OTHER_NICKNAMES: Readonly<Record<string, string>> = {
  niners: '49ers',
  pats: 'patriots',
  bucs: 'buccaneers',
  jags: 'jaguars',
  philly: 'eagles',
}

const TEAM_ID_BY_NAME: ReadonlyMap<string, number> = buildNames()

function buildNames(): Map<string, number> {
  const names = new Map<string, number>()
  for (const team of NFL_TEAMS) {
    const city = cityOf(team)
    const isOnly = NFL_TEAMS.filter((other) => cityOf(other) === city).length === 1
    for (const name of [team.name, nicknameOf(team), ...(isOnly ? [city] : [])])
      names.set(name.toLowerCase(), team.teamId)
  }
  for (const [nickname, name] of Object.entries(OTHER_NICKNAMES)) {
    const teamId = names.get(name)
    if (teamId !== undefined) names.set(nickname, teamId)
  }
  return names
}

function cityOf(team: { name: string }): string {
  return team.name.slice(0, -nicknameOf(team).length).trim()
}
