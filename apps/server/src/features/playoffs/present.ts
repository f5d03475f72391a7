import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { BracketRound, getBracket, Pairing, Projection } from '@fieldhouse/contract/playoffs'
import { projectBracket, type RoundProjection } from '@fieldhouse/domain/insights/race/projected-bracket'
import { addPoints, pointsToDecimal } from '@fieldhouse/domain/points'
import { toMatchupView } from '@fieldhouse/domain/rosters/matchup'
import type {
  Pairing as DomainPairing,
  BracketRound as DomainRound,
} from '@fieldhouse/domain/seasons/bracket'
import { displayPoints } from '@fieldhouse/domain/seasons/season'
import { type Freshness, presentFreshness } from '../../http/presenters/present-freshness.ts'
import { presentManagers } from '../../http/presenters/present-team-summary.ts'
import type { SeasonSchedule, StoredGame } from '../../repositories/seasons/game-reader.ts'
import type { InsightSeason } from '../../repositories/seasons/insight-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'
import { currentSeeds } from '../insights/read-seeds.ts'

type BracketView = {
  season: number
  /** null if the season is not stored. */
  stored: InsightSeason | null
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
  const { season, stored, teams, owners, seasons, freshness } = view
  const schedule = stored?.schedule ?? null
  const seeds = stored === null ? null : currentSeeds(stored)
  const rounds = stored === null ? [] : presentRounds(stored, seeds, view)
  const shown = new Set(
    rounds.flatMap(({ championship, consolation, byes, projected }) => [
      ...[...championship, ...consolation].flatMap(({ home, away }) => [home.team_id, away.team_id]),
      ...byes,
      ...projected.pairings.flatMap(({ sides }) => sides.flatMap(({ team_ids: teamIds }) => teamIds)),
      ...projected.byes,
    ]),
  )
  const status = stored?.bracket.status ?? 'unknown'
  /** The order of the projections counts before the provider's seeds are final. */
  const seedOf = ({ teamId, seed }: LeagueTeam) =>
    status === 'before' && seeds !== null ? seeds.indexOf(teamId) + 1 : seed
  const rankOf = (team: LeagueTeam) => seedOf(team) ?? Number.MAX_SAFE_INTEGER
  return {
    season,
    seasons,
    scoring_format: schedule?.format ?? 'points',
    status,
    // A stored bracket counts more than the settings.
    has_playoffs: schedule?.playoffTeams !== 0 || rounds.length > 0,
    is_reseeded: schedule?.seeding?.isReseeded ?? null,
    rounds,
    teams: teams
      .filter(({ teamId }) => shown.has(teamId))
      .toSorted((a, b) => rankOf(a) - rankOf(b) || a.teamId - b.teamId)
      .map((team) => ({
        team_id: team.teamId,
        name: team.name,
        logo: team.logo,
        color: team.color,
        seed: seedOf(team),
        ...presentManagers(team, owners),
      })),
    champion_team_id: stored?.bracket.championId ?? null,
    ...presentFreshness(freshness),
  }
}

type RoundWithProjection = BracketRound & { projected: Projection }

function presentRounds(
  stored: InsightSeason,
  seeds: readonly number[] | null,
  view: BracketView,
): RoundWithProjection[] {
  const { bracket, schedule } = stored
  const projections = projectBracket(bracket, {
    seeds: seeds ?? [],
    places: schedule.playoffTeams ?? 0,
    isReseeded: schedule.seeding?.isReseeded ?? null,
  })
  return bracket.rounds.map((round, index) => ({
    ...presentRound(round, schedule, view),
    projected: presentProjection(round.name, projections[index]),
  }))
}

function presentProjection(name: string, projection: RoundProjection | undefined): Projection {
  return {
    pairings: (projection?.pairings ?? []).map(([first, second]) => ({
      round: { name, bracket: 'championship' },
      sides: [{ team_ids: first }, { team_ids: second }],
    })),
    byes: projection?.byes ?? [],
  }
}

function presentRound(
  round: DomainRound<StoredGame>,
  schedule: SeasonSchedule,
  view: BracketView,
): Omit<BracketRound, 'projected'> {
  const { name, periods, byes } = round
  const present = (pairing: DomainPairing<StoredGame>) => presentPairing(pairing, schedule, view)
  return {
    name,
    weeks: periods,
    nfl_weeks: schedule.periods
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
  schedule: SeasonSchedule,
  { teamsInPlay }: BracketView,
): Pairing {
  const states = games.map((game) =>
    stateOf(
      game,
      game.period === schedule.currentPeriod && teamIds.some((teamId) => teamsInPlay.has(teamId)),
    ),
  )
  const state = states.every((each) => each === 'final')
    ? 'final'
    : states.every((each) => each === 'before')
      ? 'before'
      : 'live'
  const hasScore = state !== 'before' && schedule.format === 'points'
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
