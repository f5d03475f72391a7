import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { BracketRound, getBracket, Pairing } from '@fieldhouse/contract/playoffs'
import { addPoints, pointsToDecimal } from '@fieldhouse/domain/points'
import { toMatchupView } from '@fieldhouse/domain/rosters/matchup'
import type {
  Pairing as DomainPairing,
  BracketRound as DomainRound,
  PlayoffBracket,
} from '@fieldhouse/domain/seasons/bracket'
import { displayPoints } from '@fieldhouse/domain/seasons/season'
import { type Freshness, presentFreshness } from '../../http/presenters/present-freshness.ts'
import { presentManagers } from '../../http/presenters/present-team-summary.ts'
import type { SeasonSchedule, StoredGame } from '../../repositories/seasons/game-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'

type BracketView = {
  season: number
  /** null if the season is not stored. */
  schedule: SeasonSchedule | null
  bracket: PlayoffBracket<StoredGame>
  teams: readonly LeagueTeam[]
  /** Owner names from the provider by team ID, the primary owner first. */
  owners: ReadonlyMap<number, string[]>
  /** The stored seasons, newest first. */
  seasons: number[]
  /** The teams with a player whose game of the current NFL week has begun. */
  teamsInPlay: ReadonlySet<number>
  freshness: Freshness
}

export function presentBracket(view: BracketView): ResponseOf<typeof getBracket> {
  const { season, schedule, bracket, teams, owners, seasons, freshness } = view
  const rounds = bracket.rounds.map((round) => presentRound(round, view))
  const shown = new Set(
    rounds.flatMap(({ championship, consolation, byes }) => [
      ...[...championship, ...consolation].flatMap(({ home, away }) => [home.team_id, away.team_id]),
      ...byes,
    ]),
  )
  return {
    season,
    seasons,
    scoring_format: schedule?.format ?? 'points',
    status: bracket.status,
    // A stored bracket counts more than the settings.
    has_playoffs: schedule?.playoffTeams !== 0 || rounds.length > 0,
    rounds,
    teams: teams
      .filter(({ teamId }) => shown.has(teamId))
      .toSorted((a, b) => seedOf(a) - seedOf(b) || a.teamId - b.teamId)
      .map((team) => ({
        team_id: team.teamId,
        name: team.name,
        logo: team.logo,
        color: team.color,
        seed: team.seed,
        ...presentManagers(team, owners),
      })),
    champion_team_id: bracket.championId,
    ...presentFreshness(freshness),
  }
}

function presentRound(round: DomainRound<StoredGame>, view: BracketView): BracketRound {
  const { name, periods, byes } = round
  const present = (pairing: DomainPairing<StoredGame>) => presentPairing(pairing, view)
  return {
    name,
    weeks: periods,
    nfl_weeks: (view.schedule?.periods ?? [])
      .filter(({ period }) => periods.includes(period))
      .flatMap(({ weeks }) => weeks)
      .sort((a, b) => a - b),
    championship: round.championship.map(present),
    byes,
    consolation: round.consolation.map(present),
  }
}

function presentPairing(
  { round, games, teamIds, winnerId }: DomainPairing<StoredGame>,
  { schedule, teamsInPlay }: BracketView,
): Pairing {
  const states = games.map((game) =>
    stateOf(
      game,
      game.period === schedule?.currentPeriod && teamIds.some((teamId) => teamsInPlay.has(teamId)),
    ),
  )
  const state = states.every((each) => each === 'final')
    ? 'final'
    : states.every((each) => each === 'before')
      ? 'before'
      : 'live'
  const hasScore = state !== 'before' && schedule?.format === 'points'
  const presentSide = (teamId: number) => ({
    team_id: teamId,
    score: hasScore ? pointsToDecimal(addPoints(games.map((game) => pointsIn(game, teamId)))) : null,
  })
  return {
    round,
    games: games.map(({ period, gameId }) => ({ week: period, game_id: gameId })),
    state,
    home: presentSide(teamIds[0]),
    away: presentSide(teamIds[1]),
    winner_team_id: winnerId,
  }
}

function stateOf({ home, away, result }: StoredGame, hasBegun: boolean) {
  return toMatchupView({ home, away: away ?? home, result, isOneWeek: false }, hasBegun).state
}

function pointsIn({ home, away, result }: StoredGame, teamId: number) {
  return displayPoints(away?.teamId === teamId ? away : home, result)
}

function seedOf({ seed }: LeagueTeam): number {
  return seed ?? Number.MAX_SAFE_INTEGER
}
